use super::{TraceDialect, decimal, trace_heading, trace_text};
use crate::samples;
use crate::view::Time;

#[test]
fn runs_look_as_in_version_five() {
    let mut run = samples::trains();
    run.steps.truncate(1);
    run.steps[0].moves[0].guard = "x >=\n  3".to_owned();
    run.steps[0].moves[0].update = "x := 0".to_owned();
    let expected = "
State:
( Train(0).Safe Train(1).Safe Gate.Free )
Gate.list[0]=0 Gate.list[1]=0 Gate.len=0 Train(0).x=0 Train(1).x=0

Delay: 3

State:
( Train(0).Safe Train(1).Safe Gate.Free )
Gate.list[0]=0 Gate.list[1]=0 Gate.len=0 Train(0).x=3 Train(1).x=3

Transition:
  Train(1).Safe->Train(1).Appr { x >= 3, appr[1]!, x := 0 }
  Gate.Free->Gate.Occ { 1, appr[1]?, 1 }

State:
( Train(0).Safe Train(1).Appr Gate.Occ )
Gate.list[0]=1 Gate.list[1]=0 Gate.len=1 Train(0).x=3 Train(1).x=0
";
    assert_eq!(trace_text(&run, TraceDialect::Five), expected);
    assert_eq!(trace_heading(&run, TraceDialect::Five), " -- Showing witness trace:");
}

#[test]
fn version_four_counts_the_depth() {
    let text = trace_text(&samples::lasso(), TraceDialect::Four);
    assert_eq!(text.matches("\nTransitions:\n").count(), 5);
    assert!(text.contains("n=1 x=1 #depth=1\n") && text.contains("#depth=5\n"));
    assert!(text.contains("  Master.Idle->Master.Busy { 1, tau, 1 }\n"));
    let heading = trace_heading(&samples::lasso(), TraceDialect::Four);
    assert_eq!(heading, "Showing counter example.");
    assert_eq!(trace_heading(&samples::trains(), TraceDialect::Four), "Showing example trace.");
}

#[test]
fn no_delay_is_printed_where_no_time_passes() {
    let text = trace_text(&samples::trains(), TraceDialect::Five);
    assert_eq!(text.matches("\nDelay: ").count(), 5);
    assert!(text.contains("\nDelay: 2.5\n"));
    let mut run = samples::trains();
    run.final_delay = Some(Time::whole(4));
    let text = trace_text(&run, TraceDialect::Five);
    let last = text.rsplit("\nDelay: 4\n").next().unwrap();
    assert!(last.contains("Train(0).x=4 Train(1).x=14"), "{last}");
}

#[test]
fn decimals_are_short() {
    assert_eq!(decimal(Time::new(1, 3)), "0.333333");
    assert_eq!(decimal(Time::whole(100)), "100");
    assert_eq!(decimal(Time::ZERO), "0");
    assert_eq!(decimal(Time::new(-1, 100_000_000)), "0");
}
