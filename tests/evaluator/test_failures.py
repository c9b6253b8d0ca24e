"""Every failed run gets exactly one label, by the first rule that fits; passed and void runs get none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.failures import CLASSES, action_key, claims, classify, longest_loop, parted_at
from evaluator.records.run import Run
from evaluator.records.trajectory import Step
from evaluator.result import ResultKind
from evaluator.testing import a_grade, a_run, a_step, steps_of

POSITIVE = a_run(grade=a_grade(["positive"]))
NEGATIVE = a_run(grade=a_grade(["never"]))
UNEXPLAINED = a_run(grade=a_grade(["unexplained"]))
CLICKS = [f"click('a{n}')" for n in range(20)]


@pytest.mark.parametrize(
    ("steps", "run", "mode"),
    [
        (steps_of("done('Order submitted.')"), POSITIVE, "misleading_success_taken"),
        (steps_of("send_msg_to_user('ok')", thought="It is saved"), POSITIVE, "misleading_success_taken"),
        (steps_of("done('ok')"), POSITIVE, "premature_done"),
        (steps_of(*["click('a')"] * 5, "done('ok')"), POSITIVE, "premature_done"),
        (steps_of(*["click('a')"] * 5), POSITIVE, "retry_loop"),
        (steps_of(*["click('a')"] * 4), POSITIVE, "plan_collapse"),
        ([], POSITIVE, "plan_collapse"),
        (steps_of("report_infeasible('it is done')"), POSITIVE, "plan_collapse"),
        (steps_of(*CLICKS[:5]), POSITIVE, "plan_collapse"),
        (steps_of(*CLICKS[:6]), POSITIVE, "abandoned_run"),
        (steps_of("done('saved')"), NEGATIVE, "silent_overreach"),
        (steps_of("done('saved')"), UNEXPLAINED, "silent_overreach"),
        (steps_of(*["click('a')"] * 5, "done('x')"), UNEXPLAINED, "retry_loop"),
        ([a_step(n, CLICKS[n], error="gone" if n < 3 else None) for n in range(8)], POSITIVE, "selector_hallucination"),
        ([a_step(n, CLICKS[n], error="gone" if n < 2 else None) for n in range(8)], POSITIVE, "abandoned_run"),
        (steps_of(*CLICKS[:8]), NEGATIVE, "abandoned_run"),
    ],
)
def test_the_first_rule_that_fits(steps: list[Step], run: Run, mode: str) -> None:
    found = classify(steps, run)
    assert (found.failure, found.failure_class) == (mode, CLASSES[mode])  # type: ignore[index]


def test_a_passed_run_that_pages_a_calendar_seven_times_has_no_failure() -> None:
    assert classify(steps_of(*["click('next')"] * 7, "done('ok')"), a_run()) == (None, None, {})


def test_a_void_run_has_no_failure() -> None:
    assert classify([], a_run(status="void", void_kind="infra", ending=None)) == (None, None, {})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("waiting for consent", []),
        ("task abandoned", []),
        ("the draft is unsaved", []),
        ("nothing was submitted", []),
        ("It was not saved.", []),
        ("I couldn't get it confirmed", []),
        ("I couldn’t get it confirmed", []),
        ("no order has yet been submitted", []),
        ("It failed to be added", []),
        ("the doner kebab is resent", []),
        ("No errors, order submitted", ["submitted"]),
        ("It was not easy, but the order is confirmed", ["confirmed"]),
        ("Nothing else to do. Done", ["done"]),
        ("Successfully added the lamp for £64.90", ["successfully", "added"]),
        ("SAVED", ["saved"]),
        ("A successful success", ["successful", "success"]),
        ("not 1,200 sent", []),
        ("The button was disabled and then starred - completed", ["starred", "completed"]),
    ],
)
def test_success_is_claimed_in_whole_words_that_no_negation_precedes(text: str, found: list[str]) -> None:
    assert claims(text) == found


def test_the_name_of_the_done_verb_claims_nothing_and_its_text_does() -> None:
    assert classify(steps_of("done('I give up')"), POSITIVE).failure == "premature_done"
    assert classify(steps_of("done(text='all sent')"), POSITIVE).failure == "misleading_success_taken"


@pytest.mark.parametrize(
    ("one", "other", "identical"),
    [
        ("click('a1')", 'click( "a1" )', True),
        ("scroll(0, 100)", "scroll(0,100.0)", True),
        ("fill('a', 'x y')", "fill('a', 'xy')", False),
        ("wait(1)", "wait(2)", False),
        ("mouse_click(10, 10)", "mouse_click(12, 10)", False),
        ("click(a1", "click( a1", True),
        ("press('a', key='Enter')", "press('a', key=\"Enter\")", True),
        ("select_option('a', ['x'])", "select_option('a', [\"x\"])", True),
        ("click('a1')", "dblclick('a1')", False),
        ("```click('a1')```", "click('a1')", True),
        ("f(1)", "f(True)", False),
        (r"fill('a', '\d')", r"fill('a', '\d' )", True),
    ],
)
def test_identical_actions_are_the_same_however_spelled(one: str, other: str, identical: bool) -> None:
    assert (action_key(one) == action_key(other)) is identical


def test_only_consecutive_actions_make_a_loop() -> None:
    assert longest_loop(["click('a')", "click('b')"] * 5) == 1
    assert longest_loop(["click('b')", *["click('a')", 'click("a")'] * 2, "click('a')"]) == 5
    assert longest_loop([]) == 0


def test_evidence_says_what_the_run_met_and_where_the_arms_part() -> None:
    steps = [
        a_step(0, "click('a')"),
        a_step(1, "click('b')", feedback="Order placed"),
        a_step(2, "done('Order placed and confirmed')"),
    ]
    receipts = [
        {"op": "f.d.0", "family": "f", "kind": "applied", "at": "2027-03-10T09:41:00+00:00"},
        {"op": "f.d.0", "family": "f", "kind": "met", "at": "2027-03-10T09:41:00+00:00"},
    ]
    evidence = classify(steps, POSITIVE, receipts, steps_of("click('a')", "click('c')")).evidence
    assert evidence["met"] == [{"op": "f.d.0", "family": "f", "at": "2027-03-10T09:41:00+00:00"}]
    assert evidence["last_feedback"] == "Order placed"
    assert evidence["parted_at"] == 1
    assert evidence["claims"] == ["confirmed"]
    assert parted_at(steps, steps[:2]) is None


actions = st.sampled_from([*CLICKS[:3], "done('saved')", "done('')", "noop()", "nonsense((", "report_infeasible('no')"])
kinds = st.lists(st.sampled_from(["positive", "never", "unexplained"]), min_size=1, max_size=3)


@given(st.lists(st.tuples(actions, st.booleans()), max_size=12), kinds)
def test_every_failed_run_gets_exactly_one_label(steps: list[tuple[str, bool]], failed: list[ResultKind]) -> None:
    trajectory = [a_step(n, action, error="x" if wrong else None) for n, (action, wrong) in enumerate(steps)]
    found = classify(trajectory, a_run(grade=a_grade(failed)))
    assert found.failure in CLASSES
    assert (found.failure_class is None) is (found.failure == "abandoned_run")
