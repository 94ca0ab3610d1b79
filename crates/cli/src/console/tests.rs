use super::is_coloured;
use crate::flags::When;

fn coloured(when: When, terminal: bool, set: &[(&str, &str)]) -> bool {
    let variable = |name: &str| {
        set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    };
    is_coloured(when, terminal, &variable)
}

#[test]
fn the_flag_decides_before_the_environment() {
    assert!(coloured(When::Always, false, &[("NO_COLOR", "1")]));
    assert!(!coloured(When::Never, true, &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn the_environment_decides_before_the_terminal() {
    assert!(coloured(When::Auto, true, &[]));
    assert!(!coloured(When::Auto, false, &[]));
    assert!(!coloured(When::Auto, true, &[("NO_COLOR", "1")]));
    assert!(coloured(When::Auto, true, &[("NO_COLOR", "")]));
    assert!(!coloured(When::Auto, true, &[("TERM", "dumb")]));
    assert!(!coloured(When::Auto, true, &[("CLICOLOR", "0")]));
    assert!(coloured(When::Auto, false, &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(When::Auto, false, &[("CLICOLOR_FORCE", "0")]));
    assert!(!coloured(When::Auto, true, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}
