//! Names that the language declares itself, in a scope around the global one: models may declare them
//! anew, as those do that are older than the names.

use std::rc::Rc;

use network::Meter;
use syntax::Span;

use crate::scope::Scopes;
use crate::symbol::{Role, Symbol, SymbolKind, Symbols, Variable};
use crate::typed::{Builtin, Expr, ExprKind, FloatingResult, Initialiser};
use crate::types::{Range, Type};

const INTEGERS: &[(&str, i32)] = &[
    ("INT8_MIN", -128),
    ("INT8_MAX", 127),
    ("UINT8_MAX", 255),
    ("INT16_MIN", -32_768),
    ("INT16_MAX", 32_767),
    ("UINT16_MAX", 65_535),
    ("INT32_MIN", i32::MIN),
    ("INT32_MAX", i32::MAX),
];

const TYPES: &[(&str, i32, i32)] = &[
    ("int8_t", -128, 127),
    ("uint8_t", 0, 255),
    ("int16_t", -32_768, 32_767),
    ("uint16_t", 0, 65_535),
    ("int32_t", i32::MIN, i32::MAX),
];

const FLOATS: &[&str] = &[
    "FLT_MIN",
    "FLT_MAX",
    "FLT_EPSILON",
    "DBL_MIN",
    "DBL_MAX",
    "DBL_EPSILON",
    "M_PI",
    "M_PI_2",
    "M_PI_4",
    "M_E",
    "M_LOG2E",
    "M_LOG10E",
    "M_LN2",
    "M_LN10",
    "M_1_PI",
    "M_2_PI",
    "M_2_SQRTPI",
    "M_SQRT2",
    "M_SQRT1_2",
];

/// Floating-point functions of one, two and three parameters.
const FUNCTIONS: [&[&str]; 3] = [
    &[
        "fabs",
        "exp",
        "exp2",
        "expm1",
        "ln",
        "log",
        "log10",
        "log2",
        "log1p",
        "sqrt",
        "cbrt",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "erf",
        "erfc",
        "tgamma",
        "lgamma",
        "ceil",
        "floor",
        "trunc",
        "round",
        "logb",
        "random",
        "random_poisson",
    ],
    &[
        "fmod",
        "fmax",
        "fmin",
        "fdim",
        "pow",
        "hypot",
        "atan2",
        "nextafter",
        "copysign",
        "ldexp",
        "random_arcsine",
        "random_beta",
        "random_gamma",
        "random_normal",
        "random_weibull",
    ],
    &["fma", "random_tri"],
];

/// Functions from floating-point numbers to integers and to booleans.
const TO_INT: &[&str] = &["fint", "ilogb", "fpclassify"];
const TO_BOOL: &[&str] = &["isfinite", "isinf", "isnan", "isnormal", "signbit", "isunordered"];

/// Opens a scope with all of them.
pub(crate) fn declare(symbols: &mut Symbols, scopes: &mut Scopes) {
    scopes.open();
    let mut add = |name: &str, kind: SymbolKind| {
        let symbol = symbols.add(Symbol { name: name.to_owned(), span: Span::default(), kind });
        scopes.declare(name, symbol);
    };
    for (name, value) in INTEGERS {
        let value = Expr::int(*value, Span::default());
        add(name, constant(Type::INT, value));
    }
    for (name, lower, upper) in TYPES {
        let bound = |value: i32| Expr::int(value, Span::default());
        let range = Range { lower: bound(*lower), upper: bound(*upper) };
        add(name, SymbolKind::Type { ty: Type::Int(Some(Rc::new(range))), constant: false });
    }
    for name in FLOATS {
        let value = Expr { kind: ExprKind::Double, ty: Type::Double, span: Span::default() };
        add(name, constant(Type::Double, value));
    }
    add("abs", SymbolKind::Builtin(Builtin::Abs));
    // What a run costs, as in UPPAAL CORA, and what it earns.
    for meter in [Meter::Cost, Meter::Reward] {
        let (role, initialiser) = (Role::State, None);
        let counted = Variable { ty: Type::Meter(meter), role, initialiser, written: false };
        add(meter.name(), SymbolKind::Variable(counted));
    }
    for (names, parameters) in FUNCTIONS.into_iter().zip(1..) {
        for name in names {
            add(name, floating(name, parameters, FloatingResult::Double));
        }
    }
    for name in TO_INT {
        add(name, floating(name, 1, FloatingResult::Int));
    }
    for name in TO_BOOL {
        let parameters = if *name == "isunordered" { 2 } else { 1 };
        add(name, floating(name, parameters, FloatingResult::Bool));
    }
}

fn constant(ty: Type, value: Expr) -> SymbolKind {
    let initialiser = Some(Initialiser::Value(value));
    SymbolKind::Variable(Variable { ty, role: Role::Constant, initialiser, written: false })
}

fn floating(name: &str, parameters: usize, result: FloatingResult) -> SymbolKind {
    let random = name.starts_with("random");
    SymbolKind::Builtin(Builtin::Floating { parameters, result, random })
}
