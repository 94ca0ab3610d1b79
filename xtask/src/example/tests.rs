use super::constants::with_constants;
use super::model_text;

const MODEL: &str = "const int N = 5;   // processes\nconst bool EARLY = false;\nint x = N;\n";

#[test]
fn constants_are_set_and_the_rest_is_kept() {
    let text = with_constants(MODEL, &["N=20", "EARLY=true"]);
    assert_eq!(
        text.as_deref(),
        Ok("const int N = 20;   // processes\nconst bool EARLY = true;\nint x = N;\n")
    );
}

#[test]
fn a_constant_that_is_not_there_is_an_error() {
    assert!(with_constants(MODEL, &["M=2"]).is_err());
    assert!(with_constants(MODEL, &["x=2"]).is_err());
    assert!(with_constants(MODEL, &["N"]).is_err());
}

#[test]
fn a_folder_stands_for_its_model() {
    let text = model_text("fischer", &["N=7"]).expect("the example is there");
    assert_eq!(Ok(text.clone()), model_text("fischer/fischer", &["N=7"]));
    assert!(text.contains("const int N = 7;"));
    assert!(model_text("nonsense", &[]).is_err());
}
