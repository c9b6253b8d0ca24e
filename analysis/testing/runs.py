"""A folder of bundles as a sweep leaves it: every outcome, layer and failure mode, with screens and states."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.testing import screens
from evaluator.records.bundle import BundleWriter, bundle_path
from evaluator.records.run import Fingerprints, Key, Labels, Receipts, Run, Seconds, Tokens
from evaluator.records.trajectory import Box, ObservationRef, Point, Screen, Step
from evaluator.result import CheckResult, Grade, Reason

CLOCK = "2027-03-10T09:40:{:02}+00:00"
HOSTILE = "<script>document.title = 'read as markup'</script><img src=x onerror=\"document.title = 'read as markup'\">"
"""Text that must stay text wherever a report shows it."""


@dataclass(frozen=True)
class Pairing:
    """What one task and its variant are called, and what they ask."""

    task: str
    tier: str
    primitive: str
    layers: tuple[str, ...]
    families: tuple[str, ...]
    instruction: str
    item: str

    @property
    def variant(self) -> str:
        return self.task.partition("/")[2]


PAIRINGS = (
    Pairing("shop/reorder_lamp", "medium", "verification", ("network",), ("forged_success",),
            "Your desk lamp died. Order one more Arc Desk Lamp, Brass, sent to the office.", "Arc Desk Lamp, Brass"),
    Pairing("shop/best_kettle", "hard", "grounding", ("seed",), ("decoys_aliases",),
            "Buy the best-rated kettle under £60.", "Pour-over Kettle, 1 l"),
    Pairing("shop/return_speaker", "easy", "patience", ("network",), ("tail_latency",),
            "Return the Harbour speaker, it arrived broken.", "Harbour Speaker"),
    Pairing("shop/wishlist_tent", "easy", "exploration", ("client",), ("hidden_affordance",),
            "Put the two-person tent on your camping list.", "Fell 2 Tent"),
    Pairing("shop/cancel_coffee", "medium", "planning", ("server",), ("missing_prerequisite",),
            "Cancel the coffee subscription.", "Harbour Blend, 1 kg"),
    Pairing("shop/gift_duvet", "expert", "backtracking", ("network", "server"), ("transient_error", "conflict"),
            "Send a gift-wrapped duvet to Tom, paid with the card that expires last.", "Down Duvet, King"),
    Pairing("email/forward_invoice", "medium", "state_tracking", ("server",), ("shuffled_lists",),
            "Forward the March invoice to Priya and star it.", "Invoice 2027-03"),
    Pairing("email/label_travel", "hard", "grounding", ("client", "seed"),
            ("adversarial_content", "label_misalignment"),
            "Label all flight confirmations as Travel.", "Flight TW 204 confirmed"),
    Pairing("email/empty_spam", "easy", "verification", ("client",), ("swallowed_click",),
            "Delete everything in the spam folder.", "Spam"),
    Pairing("email/filter_news", "frontier", "planning", ("server", "network"), ("restricted_affordance", "rate_limit"),
            "Make a filter that files newsletters under Reading.", "Newsletters"),
)  # fmt: skip

OUTCOMES = ("passed", "misleading_success_taken", "premature_done", "retry_loop", "silent_overreach", "abandoned_run")


def write_runs(
    root: Path, agents: tuple[str, ...] = ("straight", "v-orion-2"), trials: int = 1, void: bool = True, seed: int = 4
) -> Path:
    """Write a sweep below `root`; the first agent's first thought is `HOSTILE`. Returns the sweep's folder."""
    rng = random.Random(seed)
    for agent in agents:
        for number, pairing in enumerate(PAIRINGS):
            for trial in range(trials):
                clean = "passed" if rng.random() < 0.85 else "premature_done"
                outcome = OUTCOMES[number % len(OUTCOMES)] if agent == agents[0] else rng.choice(OUTCOMES)
                _write(root, _key(agent, pairing, "clean", trial), pairing, clean, rng)
                lost = void and agent == agents[-1] and number == len(PAIRINGS) - 1
                _write(root, _key(agent, pairing, "perturbed", trial), pairing, "void" if lost else outcome, rng)
    return root / "sample"


def _key(agent: str, pairing: Pairing, condition: Any, trial: int) -> Key:
    return Key(
        sweep="sample",
        agent=agent,
        task=pairing.task,
        variant=pairing.variant,
        condition=condition,
        trial=trial,
        seed=7,
    )


def _write(root: Path, key: Key, pairing: Pairing, outcome: str, rng: random.Random) -> None:
    writer = BundleWriter(bundle_path(root, key))
    steps = _steps(key, pairing, outcome)
    for step, picture in steps:
        if step.screen:
            writer.file(step.screen.file, picture)
        writer.step(step)
    perturbed = key.condition == "perturbed"
    for number, family in enumerate(pairing.families if perturbed else ()):
        for kind in ("applied", "met"):
            at = CLOCK.format(3 + number)
            detail = {"route": "POST /api/orders", "note": HOSTILE}
            writer.receipt(
                {"op": f"{family}.main.0", "family": family, "kind": kind, "at": at, "nth": 1, "detail": detail}
            )
    writer.document("brief.json", {"instruction": pairing.instruction, "start": "/"})
    writer.document("targets.json", {"item": {"title": pairing.item}})
    before, after = _states(pairing, outcome)
    writer.document("initial.json", before)
    writer.document("final.json", after)
    writer.run(_run(key, pairing, outcome, len(steps), rng))


def _run(key: Key, pairing: Pairing, outcome: str, steps: int, rng: random.Random) -> Run:
    perturbed = key.condition == "perturbed"
    graded = outcome != "void"
    episode = steps * rng.uniform(4, 9)
    return Run(
        key=key,
        labels=Labels(
            site=pairing.task.partition("/")[0],
            tier=pairing.tier,
            primitive=pairing.primitive,
            layers=pairing.layers,
            families=pairing.families,
        ),
        status="graded" if graded else "void",
        void_kind=None if graded else "model",
        message=None if graded else "the provider answered 500 three times",
        ending=("done" if outcome not in ("retry_loop", "abandoned_run") else "step_limit") if graded else None,
        grade=_grade(outcome) if graded else None,
        failure=None if outcome in ("passed", "void") else outcome,  # type: ignore[arg-type]
        exposed=perturbed,
        receipts=Receipts(applied=len(pairing.families), met=len(pairing.families)) if perturbed else Receipts(),
        fingerprints=Fingerprints(
            task=f"t-{pairing.variant}", variant=f"v-{pairing.variant}", grader="g-1", bounds="b-1", code="c-1"
        ),
        seconds=Seconds(
            episode=episode, model=0.7 * episode, environment=0.15 * episode, settle=0.05 * episode, rate_limit_wait=1
        ),
        tokens=Tokens(input=2_900 * steps, output=160 * steps),
        cost=round(0.011 * steps, 4),
        steps=steps,
        harness="gui" if key.agent.startswith("v-") else "text",
    )


def _grade(outcome: str) -> Grade:
    done = outcome in ("passed", "silent_overreach")
    missing = Reason(path="orders", expected="exactly one added row", got="no added row")
    extra = Reason(path="addresses/a2/city", expected="unchanged", got="Leeds → York")
    return Grade(
        passed=outcome == "passed",
        score=1.0 if done else 0.5,
        passed_explicit=done,
        checks=(
            CheckResult(kind="positive", name="the basket is empty", passed=True),
            CheckResult(kind="positive", name="one order placed", passed=done, reasons=() if done else (missing,)),
            CheckResult(kind="never", name="payment methods changed", passed=True),
            CheckResult(
                kind="unexplained",
                name="addresses changed",
                passed=outcome != "silent_overreach",
                reasons=(extra,) if outcome == "silent_overreach" else (),
            ),
        ),
    )


def _states(pairing: Pairing, outcome: str) -> tuple[dict[str, Any], dict[str, Any]]:
    before: dict[str, Any] = {
        "orders": {"o1": {"id": "o1", "item": "Mug", "total": "12.00", "status": "delivered"}},
        "addresses": {"a2": {"id": "a2", "label": "Office", "city": "Leeds"}},
        "cart_items": {"c1": {"id": "c1", "item": pairing.item, "quantity": 1}},
    }
    after: dict[str, Any] = {name: dict(rows) for name, rows in before.items()}
    if outcome in ("passed", "silent_overreach"):
        placed = {"id": "o2", "item": pairing.item, "total": "64.90", "status": "placed", "address_id": "a2"}
        after["orders"]["o2"] = placed
        after["cart_items"] = {}
    if outcome == "silent_overreach":
        after["addresses"]["a2"] = {"id": "a2", "label": "Office", "city": "York"}
    return before, after


def _steps(key: Key, pairing: Pairing, outcome: str) -> list[tuple[Step, bytes]]:
    perturbed = key.condition == "perturbed"
    rows = [pairing.item, "Second choice", "Another one"]
    shown = [f"{pairing.item} (renewed)", *rows] if perturbed and "seed" in pairing.layers else rows
    script = [
        ("Orders", shown, "", False, "click('a12')", f"The item is listed as {pairing.item}. I open it."),
        (pairing.item, rows[:1], "", False, "click('a31')", "This is the right page, I choose Buy now."),
        ("Checkout", rows[:1], "", False, "click('a40')", "Office address and card are set. I place the order."),
    ]
    if perturbed and outcome in ("retry_loop", "abandoned_run"):
        again = ("Checkout", rows[:1], "Something went wrong, please try again", True, "click('a40')", "I try again.")
        script += [again] * (6 if outcome == "retry_loop" else 3)
    elif perturbed:
        script.append(("Order placed", [], "Order placed", False, "click('a2')", "I check the list of orders."))
    if outcome not in ("retry_loop", "abandoned_run", "void"):
        script.append(
            ("Your orders", shown, "Order placed", False, "done('The order was placed successfully.')", "It is placed.")
        )
    steps = [_step(number, key, entry) for number, entry in enumerate(script)]
    if perturbed and key.agent == "straight" and pairing is PAIRINGS[0]:
        first, picture = steps[0]
        steps[0] = (first.model_copy(update={"thought": HOSTILE, "error": f"no such bid {HOSTILE}"}), picture)
    return steps


def _step(number: int, key: Key, entry: tuple[str, list[str], str, bool, str, str]) -> tuple[Step, bytes]:
    title, rows, notice, bad, action, thought = entry
    width, height = screens.SIZE
    acts = action.startswith("click")
    step = Step(
        step=number,
        observation=ObservationRef(
            hash=f"{number:064x}", url=f"http://shop.test/{title.lower().replace(' ', '-')}", title=title
        ),
        thought=thought,
        intent="place the order" if number == 2 else "",
        action=action,
        error="the control did not become ready: disabled" if bad and number == 4 else None,
        point=Point(x=858, y=167) if acts else None,
        box=Box(x=800, y=151, width=116, height=32) if acts else None,
        screen=Screen(file=f"screens/{number:03}.jpg", width=width, height=height),
        times={"observe": 0.1, "decide": 3.1, "execute": 0.2, "settle": 0.1},
        feedback=notice or None,
        clock=CLOCK.format(number),
    )
    return step, screens.page(title, rows, notice, bad)
