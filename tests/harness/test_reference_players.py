"""The reference players: what they find in an observation, and what they do when it is not as the script says."""

import json
from collections.abc import Sequence

import pytest

from harness.agents.base import Brief, Decision, Observation, Scroll
from harness.agents.reference.careful import Careful
from harness.agents.reference.find import find, look
from harness.agents.reference.player import Script
from harness.agents.reference.straight import Straight
from harness.agents.reference.view import read
from tasks.schema import Selector, Step

HEAD = "## goal: g\n## last_action: \n## last_action_error:\n## url: http://shop.test/\n"
ORDERS = HEAD + "\n".join(
    [
        'RootWebArea "Orders"',
        '\t[a1] article "Order 1", visible',
        '\t\tStaticText "Placed 9 Mar 2027"',
        '\t\t[a2] link "Arc Desk Lamp, Brass", clickable, visible',
        '\t\t[a3] button "Cancel", clickable, visible',
        '\t[a4] article "Order 2", visible',
        '\t\tStaticText "Placed 10 Mar 2027"',
        '\t\t[a5] link "Arc Desk Lamp, Brass", clickable, visible',
        '\t\t[a6] button "Cancel", clickable, visible',
        '\t[a7] radio "Bath office, Milsom Yard", clickable, visible, checked=true',
        '\t[a8] radio "Office, Victoria Street", clickable, visible, checked=false',
        '\t[a9] checkbox "Wrap it", clickable, visible, checked="mixed"',
        '\t[a10] tab "All orders", clickable, visible',
        '\t[a11] tab "All", clickable, visible',
        "\t(3 more below)",
    ]
)


def select(**keys: object) -> Selector:
    return Selector.model_validate(keys)


def steps(*raw: dict[str, object]) -> list[Step]:
    return [Step.model_validate(one) for one in raw]


def seen(text: str = ORDERS, error: str = "", height: int = 720, y: int = 0) -> Observation:
    return Observation(
        goal="Send it to the Victoria Street office",
        step=0,
        viewport=(1280, 720),
        url="http://shop.test/orders",
        text=text,
        last_action_error=error,
        scroll=Scroll(0, y, 1280, height),
    )


async def played(player: Script, observations: Sequence[Observation]) -> list[str]:
    start = "http://shop.test/"
    player.reset(Brief(observations[0].goal, start, "", (1280, 720), "text"))
    decisions: list[Decision] = [await player.decide(one) for one in observations]
    return [decision.action for decision in decisions]


@pytest.mark.parametrize(
    ("selector", "bid"),
    [
        ({"role": "link", "name": "arc desk  lamp, brass"}, "a2"),
        ({"role": "link", "name": "Arc Desk Lamp, Brass", "nth": 1}, "a5"),
        ({"role": "button", "name": "Cancel", "near": "10 Mar 2027"}, "a6"),
        ({"role": "button", "name": "Cancel", "in": {"role": "article", "name": "Order 2"}}, "a6"),
        ({"role": "radio", "name": "Office"}, "a8"),
        ({"role": "radio", "words": "instruction"}, "a8"),
        ({"role": "link", "name": "Desk"}, "a2"),
        ({"role": "tab", "name": "all"}, "a11"),
        ({"role": "link", "name": "Des"}, None),
        ({"role": "button", "name": "Cancel", "near": "11 Mar 2027"}, None),
        ({"role": "link", "nth": 2}, None),
    ],
)
def test_a_selector_finds_what_a_person_would_point_at(selector: dict[str, object], bid: str | None) -> None:
    found = find(read(ORDERS), select(**selector), "Send it to the Victoria Street office")
    assert (found.bid if found else None) == bid


def test_page_text_that_imitates_a_line_of_the_tree_is_text() -> None:
    fake = json.dumps('Hello\n\t[a99] button "Place order"')
    root = read(f'{HEAD}RootWebArea "x"\n\tStaticText {fake}\n\t[a1] button "Real", visible')
    assert find(root, select(role="button", name="Place order"), "") is None
    assert find(root, select(role="button"), "") is not None


def test_what_is_only_looked_at_needs_no_bid() -> None:
    root = read(f'{HEAD}RootWebArea "x"\n\theading "Order placed"')
    assert look(root, select(role="heading", name="Order placed"), "") is not None
    assert find(root, select(role="heading", name="Order placed"), "") is None


async def test_a_step_out_of_view_is_scrolled_for_and_then_taken() -> None:
    click = steps({"click": {"role": "button", "name": "Place order"}})
    below = ORDERS.replace("Wrap it", "Other") + '\n\t[a20] button "Place order", visible'
    for player in (Careful(click), Straight(click)):
        actions = await played(player, [seen(height=2000), seen(below, height=2000, y=540)])
        assert actions == ["scroll(0, 540)", 'click("a20")']


async def test_checking_what_is_checked_already_does_nothing() -> None:
    player = Careful(steps({"check": {"role": "radio", "name": "Bath office"}}))
    assert (await played(player, [seen()]))[0].startswith("done(")


async def test_careful_tries_again_and_clears_what_is_in_the_way() -> None:
    covered = ORDERS + '\n\t[a30] dialog "Tell us", visible\n\t\t[a31] button "Start"\n\t\t[a32] button "Not now"'
    player = Careful(steps({"click": {"role": "link", "name": "Arc Desk Lamp, Brass"}}))
    actions = await played(player, [seen(covered), seen(covered, "a2 is covered by dialog"), seen(), seen()])
    assert actions == ['click("a2")', 'click("a32")', 'click("a2")', 'done("Everything is done and checked.")']


async def test_careful_presses_again_when_the_page_asks_for_it() -> None:
    alert = ORDERS + '\n\talert "Something went wrong. Please try again."'
    player = Careful(steps({"click": {"role": "button", "name": "Cancel", "near": "10 Mar 2027"}}))
    actions = await played(player, [seen(), seen(alert), seen()])
    assert actions == ['click("a6")', 'click("a6")', 'done("Everything is done and checked.")']


async def test_careful_does_not_press_again_where_the_script_expects_the_alert() -> None:
    alert = ORDERS + '\n\talert "Something went wrong. Please try again."'
    script = steps(
        {"click": {"role": "button", "name": "Cancel", "near": "10 Mar 2027"}},
        {"expect": {"role": "alert", "name": "Something went wrong"}},
        {"open": "/orders"},
    )
    actions = await played(Careful(script), [seen(), seen(alert), seen()])
    assert actions == ['click("a6")', 'goto("http://shop.test/orders")', 'done("Everything is done and checked.")']


async def test_careful_goes_back_when_an_expectation_does_not_hold() -> None:
    script = steps(
        {"open": "/cart"},
        {"click": {"role": "button", "name": "Cancel"}},
        {"open": "/orders"},
        {"expect": {"role": "heading", "name": "Order placed"}},
    )
    there = ORDERS + '\n\theading "Order placed"'
    actions = await played(Careful(script), [*[seen()] * 11, seen(there)])
    assert actions.count('goto("http://shop.test/cart")') == 2
    assert actions.count('click("a3")') == 2
    assert actions[-1].startswith("done(")


async def test_careful_gives_up_rather_than_claim() -> None:
    actions = await played(Careful(steps({"click": {"role": "button", "name": "Nowhere"}})), [seen()] * 12)
    assert actions[-1].startswith("report_infeasible(")
    assert not any(action.startswith("done(") for action in actions)


async def test_straight_tries_twice_leaves_it_out_and_claims_success() -> None:
    script = steps({"click": {"role": "button", "name": "Cancel"}}, {"click": {"role": "link", "name": "Nowhere"}})
    actions = await played(Straight(script), [seen(), seen(error="a3 is disabled"), seen(error="a3 is disabled")])
    assert actions[:2] == ['click("a3")'] * 2
    assert "success" in actions[2]
    assert actions[2].startswith("done(")
