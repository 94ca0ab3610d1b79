use network::{BinaryOp, Expr, Overflow, Place, VariableId};

use super::cyclic_function;

fn read(variable: u32) -> Expr {
    Expr::Read(Place { variable: VariableId(variable), indices: Vec::new() })
}

fn next(variable: u32, size: i32) -> Expr {
    let sum = Expr::binary(BinaryOp::Add, read(variable), Expr::Const(1));
    Expr::binary(BinaryOp::Mod, sum, Expr::Const(size))
}

#[test]
fn successors_are_functions() {
    let expr = next(3, 4);
    let (argument, function) = cyclic_function(&expr).expect("a function");
    assert_eq!(*argument, read(3));
    assert_eq!(
        [0, 1, 2, 3].map(|value| function.at(value, Overflow::Fault)),
        [1, 2, 3, 0].map(Some)
    );
    // `v == 3 ? 1 : v + 1`, on 1..3
    let wrapped = Expr::Cond(
        Box::new(Expr::binary(BinaryOp::Eq, read(0), Expr::Const(3))),
        Box::new(Expr::Const(1)),
        Box::new(Expr::binary(BinaryOp::Add, read(0), Expr::Const(1))),
    );
    let (_, function) = cyclic_function(&wrapped).expect("a function");
    assert_eq!([1, 2, 3].map(|value| function.at(value, Overflow::Fault)), [2, 3, 1].map(Some));
}

#[test]
fn the_same_function_of_another_place_is_the_same() {
    let (left, right) = (next(0, 5), next(1, 5));
    assert_eq!(
        cyclic_function(&left).expect("a function").1,
        cyclic_function(&right).expect("a function").1
    );
    let other = next(1, 6);
    assert_ne!(
        cyclic_function(&left).expect("a function").1,
        cyclic_function(&other).expect("a function").1
    );
}

#[test]
fn sums_choices_and_functions_of_two_places_are_not() {
    assert!(cyclic_function(&Expr::binary(BinaryOp::Add, read(0), Expr::Const(1))).is_none());
    let two = Expr::binary(BinaryOp::Mod, read(0), read(1));
    assert!(cyclic_function(&two).is_none());
    let choice = Expr::Cond(Box::new(read(0)), Box::new(Expr::Const(1)), Box::new(read(0)));
    assert!(cyclic_function(&choice).is_none());
}
