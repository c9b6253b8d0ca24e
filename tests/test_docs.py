"""The users' documentation is run: its commands end well, its examples load, its links lead somewhere."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from envs.kit.store import clean_state
from evaluator.grade import grade
from evaluator.records.bundle import Bundle, find_bundles
from harness.agents.base import Brief, Decision, Element, Observation
from harness.agents.catalog import load
from harness.browser.actions import VERBS
from harness.check import check_all, task_faults
from harness.prepare import Worlds, prepare
from tasks.catalog import load_file
from tasks.problems import SourceError

ROOT = Path(__file__).parents[1]
EXTRAS = ROOT / "docs" / "extras"
TASK = EXTRAS / "tasks" / "shop" / "tell_the_courier.yaml"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GUIDES = [page for page in PAGES if "reference" not in page.parts]
PACKAGES = ("envs", "interventions", "harness", "evaluator", "tasks", "analysis", "docs")
ELSEWHERE = re.compile(r"^(make|docker)\b", re.MULTILINE)  # set-up and containers have proofs of their own
LONGEST = 600
AGENT = "my_agent.py"


@dataclass(frozen=True)
class Ran:
    """A page whose commands were run in a working copy; `fault` is empty where all ended well."""

    copy: Path
    fault: str


Proof = Future[dict[Path, Ran]]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands(page: Path) -> list[str]:
    """The commands of a page in order; one that runs over several lines in one piece."""
    found = []
    for block in blocks(page, "sh"):
        if not ELSEWHERE.search(block):
            found += _split(block.splitlines())
    return found


def _split(lines: list[str]) -> Iterator[str]:
    held: list[str] = []
    ending = ""
    for line in lines:
        held.append(line)
        heredoc = re.search(r"<<'(\w+)'", line)
        ending = heredoc[1] if heredoc else ending
        if ending and line != ending:
            continue
        ending = ""
        text = "\n".join(held)
        if subprocess.run(["sh", "-nc", text], capture_output=True).returncode == 0:
            yield text
            held = []
    assert not held, f"this is no command: {held}"


def source(block: str) -> tuple[str, str]:
    """(file that the first line names, the rest)."""
    first, _, rest = block.partition("\n")
    return first.removeprefix("# "), rest


# ---- what can be told without a browser


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (page.parent / path).resolve() if path else page
        assert place.exists(), f"{name(page)}: {target}"
        if anchor:
            assert anchor in _anchors(place), f"{name(page)}: {target}"


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_examples_are_those_of_the_example_files(page: Path) -> None:
    """Every YAML example, and every Python one that names a file there, stands in that file as it is printed."""
    for block in blocks(page, "yaml") + blocks(page, "python"):
        file, text = source(block)
        if file.startswith("docs/extras/"):
            assert text in (ROOT / file).read_text(encoding="utf-8"), f"{name(page)}: {file} reads differently"
        else:
            assert block not in blocks(page, "yaml"), f"{name(page)}: a YAML example that no file proves:\n{block}"


@pytest.mark.parametrize("kind", ["tasks/shop", "interventions/families/network", "interventions/variants/shop"])
def test_the_pages_print_the_example_files_in_full(kind: str) -> None:
    printed = {source(block) for page in GUIDES for block in blocks(page, "yaml")}
    for path in (EXTRAS / kind).glob("*.yaml"):
        assert (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) in printed


def test_the_examples_are_without_fault() -> None:
    assert check_all([EXTRAS], [EXTRAS]) == []


MISSES = {
    "mum: {in: addresses, where: {label: Mom}}": "mum: {in: addresses, where: {label: Mum}}",
    "- changed: adresses": "- changed: addresses",
    "fields: {instructions: {matches_semantics: Leave it}}": "fields:\n      instructions:\n        all_of:\n"
    "          - {matches_semantic: Leave in the green box by the side gate}\n"
    "          - {not: {contains: neighbour, ignore_case: true}}",
    "- {present: addresses, where: {label: Mum}}": "",
    '- click: {role: link, name: "Edit address {mum.label}"}': "- click: {role: link, name: Edit address Mum}",
    "tier: simple": "tier: easy",
}
"""What the page says may be wrong → the right text that it stands in the place of."""


@pytest.mark.parametrize("wrong", MISSES)
def test_check_tells_the_faults_that_the_page_lists(wrong: str, tmp_path: Path, worlds: Worlds) -> None:
    page = (ROOT / "docs" / "how-to" / "tasks.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{wrong}`"))
    told = row.split(" | ")[-1].removesuffix(" |")
    right, text = MISSES[wrong], TASK.read_text(encoding="utf-8")
    assert right in text
    broken = text.replace(right, wrong, 1) if right else text.replace("checks:\n", f"checks:\n  {wrong}\n", 1)
    path = tmp_path / "shop" / "broken.yaml"
    path.parent.mkdir()
    path.write_text(broken, encoding="utf-8")
    assert told in _faults(path, worlds)


@pytest.fixture(scope="module")
def worlds() -> Worlds:
    return Worlds()


def _faults(path: Path, worlds: Worlds) -> str:
    try:
        return "\n".join(message for _, message in task_faults(load_file(path)[0], worlds))
    except SourceError as error:
        return str(error)


def test_a_fault_in_a_family_is_told_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "families.md").read_text(encoding="utf-8")
    said = next(line for line in page.splitlines() if "lost_write.yaml:" in line)
    shutil.copytree(EXTRAS / "interventions", tmp_path / "interventions")
    file = tmp_path / "interventions/families/network/lost_write.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("first: $times", "firsts: $times", 1), encoding="utf-8")
    told = [str(problem) for problem in check_all([tmp_path], [file])]
    assert told[0].replace(str(tmp_path), "docs/extras").startswith(said)


def test_the_checks_of_the_example_refuse_the_near_miss(worlds: Worlds) -> None:
    prepared = prepare(load_file(TASK)[0], worlds)
    before = worlds.state(prepared.site, prepared.seed)

    def verdict(*labels: str) -> tuple[bool, float]:
        after = clean_state(prepared.site, prepared.seed)
        for row in after["addresses"].values():
            if row["label"] in labels:
                row["instructions"] = "Leave in the green box by the side gate"
        done = grade(prepared.task.criterion, prepared.targets, prepared.types, before, after)
        return done.passed, done.score

    assert verdict("Mum") == (True, 1.0)
    assert verdict("Mum", "Home") == verdict("Mum", "Office") == (False, 1.0)
    assert verdict("Home") == (False, 0.0)


def test_the_page_on_agents_names_every_action_and_field() -> None:
    page = (ROOT / "docs" / "how-to" / "agents.md").read_text(encoding="utf-8")
    code = " ".join(re.findall(r"`([^`\n]+)`", page))
    actions = page[page.index("| for | actions |") :]
    for verb in VERBS.values():
        called = re.search(rf"`{verb.name}\((.*?)\)`", actions)
        assert called, verb.name
        names = [part.partition("=")[0].strip() for part in called[1].split(",") if part]
        assert names == [parameter.name for parameter in verb.parameters], verb.name
    for model in (Observation, Element, Decision, Brief):
        for field in fields(model):
            assert re.search(rf"\b{field.name}\b", code), f"{model.__name__}.{field.name}"


async def test_the_agents_of_the_page_decide(tmp_path: Path) -> None:
    (text,) = [text for file, text in map(source, blocks(ROOT / "docs/how-to/agents.md", "python")) if file == AGENT]
    (tmp_path / AGENT).write_text(text, encoding="utf-8")
    seen = Observation("Find help", 0, (1280, 720), elements=(Element("a7", "link", "Help centre"),))
    for name_, first, later in (("Agent", 'click("a7")', "done("), ("scroll_on", "scroll(0, 500)", "done()")):
        agent = load(f"{tmp_path / AGENT}:{name_}")()
        await agent.reset(Brief("Find help", "http://shop.test/", "", (1280, 720), "text"))
        assert (await agent.decide(seen)).action == first
        assert (await agent.decide(replace(seen, step=3, elements=()))).action.startswith(later)


# ---- what is run

RUN = [page for page in PAGES if commands(page)]


@pytest.fixture(scope="module")
def proofs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, Proof]]:
    """The chosen pages at work: the README in one working copy and the rest, in order, in another beside it."""
    chosen = {item.callspec.params.get("page") for item in request.session.items if hasattr(item, "callspec")}
    with ThreadPoolExecutor(2) as workers:
        proofs = {}
        for chain in ([page for page in RUN if page.parent == ROOT], [page for page in RUN if page.parent != ROOT]):
            pages = [page for page in chain if page in chosen]
            outcomes = workers.submit(_run_pages, pages, tmp_path_factory.mktemp("copy"))
            proofs.update(dict.fromkeys(pages, outcomes))
        yield proofs


@pytest.mark.browser
@pytest.mark.parametrize("page", RUN, ids=name)
def test_commands_do_what_the_page_says(page: Path, proofs: dict[Path, Proof]) -> None:
    ran = proofs[page].result()[page]
    assert ran.fault == ""
    PROOFS.get(page.name, lambda _: None)(ran.copy)


def _run_pages(pages: list[Path], copy: Path) -> dict[Path, Ran]:
    """The pages one after another in one working copy; a command that an earlier page told too is not run again."""
    _copy_into(copy)
    done: set[str] = set()
    return {page: Ran(copy, _run_page(page, copy, done)) for page in pages}


def _copy_into(copy: Path) -> None:
    """A working copy that the commands may write into; its packages are the ones that run."""
    leave = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=leave)
    (copy / ".venv").symlink_to(ROOT / ".venv")


def _run_page(page: Path, copy: Path, done: set[str]) -> str:
    """What went wrong; empty where all went well."""
    for block in blocks(page, "python"):
        file, text = source(block)
        if file.endswith(".py") and "/" not in file:
            (copy / file).write_text(text, encoding="utf-8")
    if page.name == "sites.md":
        _make_known(page, copy)
    env = {**os.environ, "PYTHONPATH": str(copy)}
    for command in commands(page):
        if command in done:
            continue
        ran = subprocess.run(
            ["sh", "-ec", command], cwd=copy, env=env, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        if ran.returncode:
            return f"{command}\nexit code {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
        done.add(command)
    return ""


def _make_known(page: Path, copy: Path) -> None:
    """What the page asks to be written into harness/sites.py."""
    (line,) = [text for file, text in map(source, blocks(page, "python")) if file == "harness/sites.py"]
    file = copy / "harness" / "sites.py"
    text = re.sub(r"^from envs\.", rf"{line}\g<0>", file.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    assert "for site in (" in text
    file.write_text(text.replace("for site in (", "for site in (LIBRARY, "), encoding="utf-8")


def outcomes(folder: Path) -> dict[str, tuple[bool, str | None]]:
    """{condition: (passed, failure)} of the runs in a folder, none of them void."""
    found = {}
    for path in find_bundles(folder):
        run = Bundle(path).run()
        assert run.grade is not None, f"{path} is void ({run.void_kind})"
        found[run.key.condition] = (run.grade.passed, run.failure)
    return found


def _readme(copy: Path) -> None:
    assert outcomes(copy / "runs/tour") == {"perturbed": (False, "misleading_success_taken")}
    straight = outcomes(copy / "runs/straight")
    assert {arm: passed for arm, (passed, _) in straight.items()} == {"clean": True, "perturbed": False}
    assert set(outcomes(copy / "runs/mine")) == {"clean", "perturbed"}
    assert (copy / "runs/straight/report/index.html").is_file()


def _agents(copy: Path) -> None:
    assert outcomes(copy / "runs/pointer") == {"clean": (False, "premature_done")}
    steps = Bundle(copy / "runs/pointer").steps().steps
    assert [step.error for step in steps] == [None] * 4
    assert "kettle" in steps[-1].observation.url  # the clicked point was the search field


def _families(copy: Path) -> None:
    proof = copy / "runs/certify/shop/tell_the_courier"
    assert outcomes(proof / "straight.perturbed") == {"perturbed": (False, "misleading_success_taken")}
    ops = {receipt["op"] for receipt in Bundle(proof / "careful.perturbed").receipts() if receipt["kind"] == "met"}
    assert ops == {"lost_write.lost_and_slow.0", "lost_write.lost_and_slow.1"}


def _sites(copy: Path) -> None:
    assert outcomes(copy / "runs/library") == {"perturbed": (True, None)}


PROOFS: dict[str, Callable[[Path], None]] = {
    "README.md": _readme,
    "agents.md": _agents,
    "families.md": _families,
    "sites.md": _sites,
}
"""What the text of a page says of its commands, beyond their exit code."""
