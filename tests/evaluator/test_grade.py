"""Grading: what holds, what is explained, what is not; the order of checks never matters."""

import copy
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from evaluator.checks import Check, Criterion, unknown_names
from evaluator.grade import holding
from evaluator.result import Grade, GraderError
from evaluator.state import State, StateTypes
from evaluator.testing import SHOP_TYPES, an_order, criterion, graded, shop

LAMP_TO_OFFICE: dict[str, Any] = {
    "added": "orders",
    "fields": {
        "address_id": {"expr": "x == target['office']['id']"},
        "items": {
            "all_of": [{"size": 1}, {"each": {"product_id": {"expr": "x == target['lamp']['id']"}, "quantity": 1}}]
        },
        "total": {"expr": "x == target['lamp']['price']"},
    },
}
TARGETS = {"office": {"id": "a-2"}, "lamp": {"id": "p-1", "price": "64.90"}}
TASK = criterion([LAMP_TO_OFFICE], never=[{"changed": "addresses"}], office="addresses", lamp="products")


def lamp(final: State, baseline: State | None = None) -> Grade:
    return graded(TASK, baseline or shop(), final, TARGETS)


def test_what_was_asked_for_passes() -> None:
    grade = lamp(shop(new=an_order(address_id="a-2")))
    assert (grade.passed, grade.score, grade.passed_explicit) == (True, 1.0, True)
    assert [result.kind for result in grade.checks] == ["positive", "never"]


def test_doing_nothing_scores_nothing() -> None:
    grade = lamp(shop())
    assert (grade.passed, grade.score) == (False, 0.0)
    assert grade.checks[0].reasons[0].got == "0"


def test_the_nearest_row_says_what_is_wrong_with_it() -> None:
    grade = lamp(shop(far=an_order(items=[], total="1.00"), near=an_order(address_id="a-1")))
    assert ("orders/near.address_id", "a-1") in [(reason.path, reason.got) for reason in grade.checks[0].reasons]


def test_one_row_too_many_fails_the_check_itself() -> None:
    grade = lamp(shop(one=an_order(address_id="a-2"), two=an_order(address_id="a-2")))
    assert (grade.passed, grade.score, grade.passed_explicit) == (False, 0.0, False)


def test_an_extra_change_voids_the_pass_and_leaves_the_score() -> None:
    baseline = shop(old=an_order())
    grade = lamp(shop(new=an_order(address_id="a-2")), baseline)
    assert (grade.passed, grade.score, grade.passed_explicit) == (False, 1.0, True)
    (extra,) = [result for result in grade.checks if not result.passed]
    assert (extra.kind, extra.name, extra.reasons[0].path) == ("unexplained", "removed: orders", "orders/old")


def test_a_never_is_violated_also_without_the_closed_world() -> None:
    final = shop(new=an_order(address_id="a-2"))
    final["addresses"]["a-1"]["city"] = "Hull"
    grade = lamp(final)
    assert (grade.passed, grade.score, grade.passed_explicit) == (False, 1.0, False)
    assert {result.kind for result in grade.checks if not result.passed} == {"never", "unexplained"}


def test_the_servers_own_bookkeeping_trips_nothing() -> None:
    baseline = shop(old=an_order(viewed=0))
    final = shop(old=an_order(viewed=9), new=an_order(address_id="a-2"))
    final["products"]["p-9"] = {"title": "new in the range"}
    assert lamp(final, baseline).passed
    seen = criterion([{"changed": "orders", "fields": {"viewed": 9}}], allow=[{"added": "orders"}])
    assert graded(seen, baseline, final).passed, "a check that names an incidental field reads it"
    alone = criterion([{"changed": "orders", "fields": {"viewed": 9}}])
    final = shop(old=an_order(viewed=9))
    assert graded(alone, baseline, final).passed, "also where nothing else of the collection changed"
    noted = criterion([LAMP_TO_OFFICE], never=[{"added": "products"}], office="addresses", lamp="products")
    assert not graded(noted, baseline, final, TARGETS).passed, "a check that names an ungraded collection reads it"


def test_a_changed_row_is_explained_only_in_the_fields_that_are_named() -> None:
    wanted = criterion([{"changed": "orders", "where": {"status": "placed"}, "fields": {"status": "cancelled"}}])
    baseline = shop(o=an_order())
    assert graded(wanted, baseline, shop(o=an_order(status="cancelled"))).passed
    besides = graded(wanted, baseline, shop(o=an_order(status="cancelled", note="x")))
    assert (besides.passed, besides.passed_explicit) == (False, True)
    assert besides.checks[-1].reasons[0].path == "orders/o.note"


def test_where_reads_the_old_row_and_a_field_that_did_not_change_is_no_change() -> None:
    wanted = criterion([{"changed": "orders", "fields": {"status": "placed"}}], allow=[{"changed": "orders"}])
    assert not graded(wanted, shop(o=an_order()), shop(o=an_order(note="x"))).checks[0].passed
    new = criterion([{"changed": "orders", "where": {"status": "cancelled"}, "fields": {"status": {"any": True}}}])
    assert not graded(new, shop(o=an_order()), shop(o=an_order(status="cancelled"))).checks[0].passed


def test_counts_mean_exactly_and_present_means_at_least_one() -> None:
    two = shop(a=an_order(), b=an_order())
    for check, final, passed in [
        ({"added": "orders", "count": 2}, two, True),
        ({"added": "orders", "count": 1}, two, False),
        ({"added": "orders", "count": 3}, two, False),
        ({"present": "orders"}, two, True),
        ({"present": "orders", "count": 1}, two, False),
        ({"present": "orders", "count": 2}, two, True),
        ({"absent": "orders", "where": {"status": "cancelled"}}, two, True),
        ({"absent": "orders"}, two, False),
        ({"absent": "orders"}, {}, True),
    ]:
        assert graded(criterion([check]), shop(), final).checks[0].passed is passed, check
    assert graded(criterion([{"removed": "orders", "count": 2}]), two, shop()).passed


def test_present_explains_nothing() -> None:
    grade = graded(criterion([{"present": "orders"}]), shop(), shop(a=an_order()))
    assert (grade.score, grade.passed, grade.passed_explicit) == (1.0, False, True)


def test_the_score_is_the_weighted_share() -> None:
    checks = [
        {"added": "orders", "weight": 3},
        {"absent": "addresses", "weight": 0.5},
        {"present": "addresses", "where": {"label": "Shed"}, "weight": 0.5},
    ]
    assert graded(criterion(checks), shop(), shop(a=an_order())).score == 0.75


ANY = {"added": "orders"}
BRASS = {"added": "orders", "fields": {"items": {"some": {"product_id": "p-1"}}}}
CHEAP = {"added": "orders", "fields": {"total": {"between": [0, 60]}}}


def test_a_score_is_1_only_where_every_check_holds() -> None:
    checks = [{"present": "addresses", "weight": 1e9}, {"added": "orders", "weight": 0.001}]
    grade = graded(criterion(checks), shop(), shop())
    assert 0.999 < grade.score < 1


@pytest.mark.parametrize("order", list(itertools.permutations([ANY, BRASS, CHEAP])))
def test_checks_that_compete_share_rows_out_whatever_their_order(order: tuple[Any, ...]) -> None:
    brass = an_order()
    cheap = an_order(total="59.00", items=[{"product_id": "p-2", "quantity": 1, "price": "59.00"}])
    cheap_brass = an_order(total="50.00")
    grade = graded(criterion(order), shop(), shop(a=brass, b=cheap, c=cheap_brass))
    assert grade.passed
    short = graded(criterion(order), shop(), shop(a=brass, b=cheap))
    assert short.score == 2 / 3
    twice = graded(criterion([*order, *order]), shop(), shop(a=brass, b=cheap, c=cheap_brass))
    assert twice.score == 0.5


def test_checks_on_different_fields_of_one_row_stand_side_by_side() -> None:
    where = {"id": "a-1"}
    wanted = criterion(
        [
            {"changed": "addresses", "where": where, "fields": {"label": "Flat"}},
            {"changed": "addresses", "where": where, "fields": {"city": "Hull"}},
        ]
    )
    final = shop()
    final["addresses"]["a-1"] |= {"label": "Flat", "city": "Hull"}
    assert graded(wanted, shop(), final).passed
    final["addresses"]["a-1"]["city"] = "Bath"
    assert graded(wanted, shop(), final).score == 0.5


def test_allow_takes_what_a_check_does_not_need_up_to_its_count() -> None:
    three = shop(a=an_order(), b=an_order(note="gift"), c=an_order(note="gift"))
    gifts = {"added": "orders", "where": {"note": "gift"}}
    assert graded(criterion([ANY], allow=[gifts]), shop(), three).passed
    assert graded(criterion([ANY], allow=[{**gifts, "count": 2}]), shop(), three).passed
    assert not graded(criterion([ANY], allow=[{**gifts, "count": 1}]), shop(), three).passed
    plain = {"added": "orders", "fields": {"note": ""}}
    one_left = graded(criterion([plain], allow=[{**gifts, "count": 1}]), shop(), three)
    assert (one_left.passed, one_left.score) == (False, 1.0)


def test_allow_of_a_changed_row_allows_its_fields_or_all() -> None:
    final = shop()
    final["addresses"]["a-1"] |= {"label": "Flat", "city": "Hull"}
    final["addresses"]["a-2"] |= {"city": "Hull"}
    wanted = [{"absent": "orders"}]
    assert graded(criterion(wanted, allow=[{"changed": "addresses"}]), shop(), final).passed
    assert graded(criterion(wanted, allow=[{"changed": "addresses", "count": 2}]), shop(), final).passed
    assert not graded(criterion(wanted, allow=[{"changed": "addresses", "count": 1}]), shop(), final).passed
    city = {"changed": "addresses", "fields": {"city": {"any": True}}}
    label = {"changed": "addresses", "fields": {"label": {"any": True}}}
    assert not graded(criterion(wanted, allow=[city]), shop(), final).passed
    assert graded(criterion(wanted, allow=[city, label]), shop(), final).passed


def test_expected_nothing_is_a_verdict() -> None:
    assert graded(criterion([{"absent": "orders"}]), shop(a=an_order()), {}, {}).checks[0].passed
    nothing = criterion([{"present": "orders", "fields": {"items": {"size": 0}, "note": None}}])
    assert graded(nothing, shop(), shop(a=an_order(items=None, note=None))).checks[0].passed
    empty = criterion(
        [{"absent": "orders", "where": {"address_id": {"expr": "x in [a['id'] for a in target['gone']]"}}}],
        gone="addresses",
    )
    assert graded(empty, shop(a=an_order()), shop(a=an_order()), {"gone": []}).passed


@pytest.mark.parametrize(
    ("check", "says"),
    [
        ({"added": "orders", "fields": {"total": {"expr": "x == 'sixty'"}}}, "compares a number with text"),
        ({"added": "orders", "fields": {"total": "sixty"}}, "'sixty' is no amount of money"),
        ({"added": "orders", "fields": {"note": {"size": 1}}}, "size reads lists, and the field is of type text"),
        ({"added": "orders", "fields": {"totel": "1"}}, "did you mean 'total'"),
        ({"added": "order", "fields": {}}, "did you mean 'orders'"),
        ({"added": "orders", "fields": {"note": {"expr": "x == target['none']['id']"}}}, "nothing is called 'none'"),
    ],
)
def test_a_check_that_cannot_be_decided_is_an_error_never_failed(check: Any, says: str) -> None:
    with pytest.raises(GraderError) as caught:
        graded(criterion([check]), shop(), shop(a=an_order()))
    assert says in str(caught.value)


def test_a_task_that_pays_for_doing_nothing_is_found() -> None:
    both = criterion([{"present": "addresses"}, {"added": "orders"}])
    assert holding(both, {}, SHOP_TYPES, shop()) == {0: "present: addresses"}


def test_unknown_names_are_found_with_their_place() -> None:
    wrong = criterion([{"present": "orders", "where": {"stats": "x"}}], never=[{"changed": "adresses"}])
    found = dict(unknown_names(wrong, SHOP_TYPES))
    assert "did you mean 'status'" in found[("checks", 0, "where", "stats")]
    assert "did you mean 'addresses'" in found[("never", 0, "changed")]


def test_a_field_that_no_target_has_is_found_before_any_row_is_looked_at() -> None:
    def faults(expr: str) -> list[str]:
        check = {"added": "orders", "fields": {"address_id": {"any_of": [{"expr": expr}, "a-1"]}}}
        return [line for _, line in unknown_names(criterion([check], home="addresses"), SHOP_TYPES)]

    assert faults("x == target['home']['id'] or x == target['home']['city']") == []
    assert "did you mean 'city'" in faults("x == target['home']['citty']")[0]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"checks": []}, "no positive check"),
        ({"checks": [{"add": "orders"}]}, "did you mean 'added'"),
        ({"checks": [{"added": "orders", "removed": "orders"}]}, "not 2 of them"),
        ({"checks": [{"where": {}}]}, "not 0 of them"),
        ({"checks": [{"added": "orders", "wher": {}}]}, "did you mean 'where'"),
        ({"checks": [{"added": "orders", "count": 0}]}, "greater than or equal to 1"),
        ({"checks": [{"added": "orders", "count": True}]}, "valid integer"),
        ({"checks": [{"added": "orders", "weight": 0}]}, "greater than 0"),
        ({"checks": [{"added": "orders", "weight": "1"}]}, "valid number"),
        ({"checks": [{"added": "orders", "weight": True}]}, "valid number"),
        ({"checks": [{"absent": "orders", "count": 1}]}, "takes no count"),
        ({"checks": [{"added": "orders"}], "never": [{"added": "orders", "count": 2}]}, "leave count out"),
        ({"checks": [{"added": "orders"}], "never": [{"added": "orders", "weight": 2}]}, "leave weight out"),
        ({"checks": [{"added": "orders"}], "allow": [{"present": "orders"}]}, "one of added, removed, changed"),
    ],
)
def test_a_criterion_that_says_nothing_clear_is_refused(data: Any, says: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Criterion.model_validate(data)
    assert says in str(caught.value)


def test_a_criterion_survives_being_written_and_read() -> None:
    again = Criterion.model_validate(TASK.model_dump(mode="json"))
    assert again == TASK
    assert Check.model_validate(TASK.checks[0].model_dump(mode="json")).model_dump() == TASK.checks[0].model_dump()


def test_a_state_without_types_is_graded_whole() -> None:
    wanted = criterion([{"added": "notes", "fields": {"stars": 5}}])
    assert graded(wanted, {"notes": {}}, {"notes": {"n": {"stars": "5"}}}, types=StateTypes()).passed
    other = {"notes": {"n": {"stars": "5"}}, "tags": {"t": {}}}
    assert not graded(wanted, {}, other, types=StateTypes()).passed


statuses = st.sampled_from(["placed", "cancelled", "sent"])
worlds = st.dictionaries(
    st.sampled_from("abcd"), st.builds(lambda s, g: {"status": s, "gift": g}, statuses, st.booleans())
)
changes = st.sampled_from(
    [
        {"added": "orders"},
        {"added": "orders", "count": 2},
        {"added": "orders", "fields": {"status": "sent"}},
        {"added": "orders", "where": {"gift": True}},
        {"removed": "orders", "where": {"status": "placed"}},
        {"changed": "orders", "fields": {"status": "sent"}},
        {"changed": "orders", "fields": {"status": {"any": True}, "gift": True}},
        {"changed": "orders", "fields": {"gift": {"any": True}}},
    ]
)


@given(
    st.lists(changes, min_size=1, max_size=5),
    st.lists(changes, max_size=2),
    worlds,
    worlds,
    st.randoms(use_true_random=False),
)
def test_no_order_of_checks_or_rows_changes_a_grade(
    checks: list[Any], allow: list[Any], old: Any, new: Any, random: Any
) -> None:
    def outcome(checks: list[Any], allow: list[Any], old: Any, new: Any) -> tuple[bool, float, bool]:
        grade = graded(criterion(checks, allow=allow), {"orders": old}, {"orders": new}, types=StateTypes())
        return grade.passed, grade.score, grade.passed_explicit

    def shuffled(items: Any) -> Any:
        return random.sample(list(items), len(items))

    straight = outcome(checks, allow, old, new)
    turned = outcome(shuffled(checks), shuffled(allow), dict(shuffled(old.items())), dict(shuffled(new.items())))
    assert straight == turned


@given(worlds, worlds)
def test_grading_changes_neither_state(old: Any, new: Any) -> None:
    before = copy.deepcopy((old, new))
    graded(criterion([{"added": "orders"}]), {"orders": old}, {"orders": new}, types=StateTypes())
    assert (old, new) == before


@given(st.integers(0, 4), st.integers(0, 4), st.integers(1, 3))
def test_passed_means_exactly_what_was_asked(asked_rows: int, other_rows: int, count: int) -> None:
    final = {f"a{n}": {"status": "sent"} for n in range(asked_rows)} | {
        f"b{n}": {"status": "x"} for n in range(other_rows)
    }
    wanted = criterion([{"added": "orders", "where": {"status": "sent"}, "count": count}])
    grade = graded(wanted, {}, {"orders": final}, types=StateTypes())
    assert grade.score == float(asked_rows == count)
    assert grade.passed is (asked_rows == count and other_rows == 0)


def test_partial_scores_are_plain_numbers_that_can_be_summed() -> None:
    checks = [{"added": "orders", "weight": 1}, {"changed": "addresses", "fields": {"city": "Hull"}, "weight": 3}]
    moved = shop()
    moved["addresses"]["a-1"]["city"] = "Hull"
    worlds_seen = [shop(), shop(a=an_order()), {**moved, "orders": {"a": an_order()}}]
    scores = [graded(criterion(checks), shop(), final).score for final in worlds_seen]
    assert scores == [0.0, 0.25, 1.0]
    assert sum(scores) / 3 == pytest.approx(0.4167, abs=1e-4)
