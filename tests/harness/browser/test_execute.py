"""Actions do on the page what a person's hand would, or say why not, within the bound."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

SAVE = "fetch('/save',{method:'POST',body:JSON.stringify(%s)})"


def save(expression: str) -> str:
    return SAVE % expression


@pytest.mark.parametrize(
    "text", ["two\nlines", "# heading", "'\"", "ends with \\", "🦊 é", "'), click('b7')", "  spaces  ", ""]
)
async def test_filled_text_arrives_identical(drive: Any, pages: Any, text: str) -> None:
    hand = await drive(
        pages.put(
            f'''<textarea aria-label=T>old</textarea>
            <button onclick="{save("document.querySelector(`textarea`).value")}">S</button>'''
        )
    )
    await hand.do(f"fill({hand.bid('T')!r}, {text!r})")
    await hand.click("S")
    assert pages.saved == [text]


@pytest.mark.parametrize(
    ("css", "says"),
    [
        ("disabled", "is disabled"),
        ("aria-disabled=true", "is disabled"),
        ('style="animation:m 1s linear infinite"', "keeps moving"),
    ],
)
async def test_what_cannot_be_clicked_is_named_within_the_bound(drive: Any, pages: Any, css: str, says: str) -> None:
    html = f"<style>@keyframes m{{to{{transform:translateX(300px)}}}}</style><button {css}>Pay</button>"
    hand = await drive(pages.put(html))
    bid = hand.bid("Pay")
    begun = time.monotonic()
    await hand.do(f"click({bid!r})")
    assert says in hand.error
    assert bid in hand.error
    assert time.monotonic() - begun < 2.5  # 0.5 s for the action; the moving page may use up the settle bound


async def test_what_is_gone_or_covered_since_the_observation_is_named(drive: Any, pages: Any) -> None:
    html = """<button id=b>Pay</button>
    <div id=v role=dialog aria-label='Cookie consent' hidden style='position:fixed;inset:0'></div>"""
    hand = await drive(pages.put(html))
    bid = hand.bid("Pay")
    await hand.driver.tabs.active.evaluate("v.hidden = false")
    await hand.do(f"hover({bid!r})")
    assert 'covered by dialog "Cookie consent"' in hand.error
    hand = await drive(pages.put(html))
    await hand.driver.tabs.active.evaluate("b.remove()")
    await hand.do(f"click({bid!r})")
    assert "is gone" in hand.error


async def test_a_control_that_becomes_ready_within_the_bound_is_clicked(drive: Any, pages: Any) -> None:
    html = "<button id=b disabled onclick=\"fetch('/count/n',{method:'POST'})\">Pay</button>"
    hand = await drive(pages.put(html))
    bid = hand.bid("Pay")
    await hand.driver.tabs.active.evaluate("void setTimeout(() => { b.disabled = false }, 200)")
    await hand.do(f"click({bid!r})")
    assert (hand.error, pages.counts) == ("", {"n": 1})


async def test_a_slow_control_is_not_waited_for(drive: Any, pages: Any) -> None:
    hand = await drive(
        pages.put("<button id=b disabled>Pay</button><script>setTimeout(()=>{b.disabled=false},3000)</script>")
    )
    begun = time.monotonic()
    await hand.click("Pay")
    assert "disabled" in hand.error
    assert time.monotonic() - begun < 1.5


OPTIONS = f"""<select aria-label=One onchange="{save("this.selectedOptions[0].label")}">
<option>Any<option value=x>First<option value=x>  Second   choice </option>
<option disabled value=d>Sold out</option></select>
<select aria-label=Many multiple onchange="{save("[...this.selectedOptions].map(o=>o.label)")}">
<option>Red<option>Green<option>Blue</select>"""


@pytest.mark.parametrize(
    ("field", "choice", "arrives"),
    [
        ("One", "First", "First"),
        ("One", "Second choice", "Second choice"),
        ("One", "second choice", "Second choice"),
        ("Many", ["Red", "Blue"], ["Red", "Blue"]),
    ],
)
async def test_the_option_named_is_the_one_chosen(
    drive: Any, pages: Any, field: str, choice: Any, arrives: Any
) -> None:
    hand = await drive(pages.put(OPTIONS))
    await hand.do(f"select_option({hand.bid(field)!r}, {choice!r})")
    assert hand.error == ""
    assert pages.saved == [arrives]
    assert hand.find(field).value == (", ".join(arrives) if isinstance(arrives, list) else arrives)


@pytest.mark.parametrize(
    ("field", "choice", "says"),
    [("One", "Sold out", "disabled"), ("One", "Nope", "has no option"), ("One", ["Any", "First"], "exactly one")],
)
async def test_what_cannot_be_chosen_is_an_error(drive: Any, pages: Any, field: str, choice: Any, says: str) -> None:
    hand = await drive(pages.put(OPTIONS))
    await hand.do(f"select_option({hand.bid(field)!r}, {choice!r})")
    assert says in hand.error
    assert pages.saved == []


@pytest.mark.parametrize(
    ("kind", "text", "stored"),
    [
        ("date", "2027-03-09", "2027-03-09"),
        ("time", "14:45", "14:45"),
        ("datetime-local", "2027-03-09T08:30", "2027-03-09T08:30"),
        ("month", "2027-03", "2027-03"),
        ("number", "1e2", "1e2"),
        ("number", "-3.5", "-3.5"),
        ("color", "#ff8800", "#ff8800"),
        ("range", "7", "7"),
    ],
)
async def test_typed_fields_take_their_form(drive: Any, pages: Any, kind: str, text: str, stored: str) -> None:
    hand = await drive(pages.put(f'<input aria-label=F type={kind} max=10000-01-01 onchange="{save("this.value")}">'))
    await hand.do(f"fill({hand.bid('F')!r}, {text!r})")
    assert hand.error == ""
    assert await hand.driver.tabs.active.evaluate("document.querySelector('input').value") == stored


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("date", "09/03/2027", "YYYY-MM-DD"),
        ("date", "2027-02-31", "2027-02-31"),
        ("number", "abc", "a number"),
        ("time", "2pm", "HH:MM"),
        ("color", "red", "#rrggbb"),
        ("checkbox", "yes", "click it"),
        ("file", "/etc/passwd", "upload_file"),
    ],
)
async def test_other_forms_are_a_clear_error(drive: Any, pages: Any, kind: str, text: str, says: str) -> None:
    hand = await drive(pages.put(f"<input aria-label=F type={kind}>"))
    await hand.do(f"fill({hand.bid('F')!r}, {text!r})")
    assert says in hand.error


async def test_digits_typed_into_a_date_by_keyboard_arrive(drive: Any, pages: Any) -> None:
    hand = await drive(
        pages.put("<input type=date autofocus style='position:absolute;left:10px;top:10px'>"), harness="gui"
    )
    await hand.do("mouse_click(20, 22)")
    await hand.do("keyboard_type('11112027')")
    assert await hand.driver.tabs.active.evaluate("document.querySelector('input').value") == "2027-11-11"


async def test_keys_focus_hover_and_double_clicks(drive: Any, pages: Any) -> None:
    hand = await drive(
        pages.put(
            f"""<input aria-label=Q onfocus="{save("'focus'")}"
              onkeydown="if(event.key==='Enter') {save("'enter:'+this.value")}">
            <button onmouseenter="{save("'hover'")}">H</button><button ondblclick="{save("'double'")}">D</button>"""
        )
    )
    await hand.do(f"focus({hand.bid('Q')!r})")
    assert hand.seen.focused == hand.bid("Q")
    await hand.do(f"fill({hand.bid('Q')!r}, 'tea')")
    await hand.do(f"press({hand.bid('Q')!r}, 'Enter')")
    await hand.do(f"hover({hand.bid('H')!r})")
    await hand.do(f"dblclick({hand.bid('D')!r})")
    assert pages.saved == ["focus", "enter:tea", "hover", "double"]
    await hand.do(f"clear({hand.bid('Q')!r})")
    assert hand.find("Q").value == ""
    await hand.do(f"press({hand.bid('Q')!r}, 'Entr')")
    assert "is no key" in hand.error


async def test_dragging_by_bid_and_by_pixel(drive: Any, pages: Any) -> None:
    html = f"""<style>#a,#b{{position:absolute;top:50px;width:80px;height:80px}}#b{{left:300px}}</style>
    <div id=a draggable=true tabindex=0 aria-label=Card role=button>Card</div>
    <div id=b tabindex=0 aria-label=Bin role=button
      ondragover="event.preventDefault()" ondrop="{save("'dropped'")}">Bin</div>"""
    hand = await drive(pages.put(html), harness="hybrid")
    await hand.do(f"drag_and_drop({hand.bid('Card')!r}, {hand.bid('Bin')!r})")
    await hand.do("mouse_drag_and_drop(40, 90, 340, 90)")
    assert pages.saved == ["dropped", "dropped"]


async def test_only_files_of_the_given_folder_can_be_uploaded(drive: Any, pages: Any, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "receipt.txt").write_text("total 3")
    (tmp_path / "secret.txt").write_text("MARKER")
    read = f"for (const f of this.files) f.text().then(t => {save('t')})"
    hand = await drive(pages.put(f'<input type=file aria-label=File onchange="{read}">'), uploads=folder)
    bid = hand.bid("File")
    for path in ("../secret.txt", str(tmp_path / "secret.txt"), "/etc/hostname", "nope.txt"):
        await hand.do(f"upload_file({bid!r}, {path!r})")
        assert "there is no file" in hand.error
        assert "receipt.txt" in hand.error
    await hand.do(f"upload_file({bid!r}, 'receipt.txt')")
    await hand.do("noop()")
    assert pages.saved == ["total 3"]


async def test_points_outside_the_screen_are_refused(drive: Any, pages: Any) -> None:
    hand = await drive(pages.put("x"), harness="gui")
    await hand.do("mouse_click(5000, 10)")
    assert "outside the screen" in hand.error


async def test_the_grid_covers_the_viewport(drive: Any, pages: Any) -> None:
    html = (
        f"<body style='margin:0' onclick=\"{save('[event.clientX,event.clientY]')}\"><div style='height:700px'></div>"
    )
    hand = await drive(pages.put(html), harness="gui", coordinates="grid")
    await hand.do("mouse_click(500, 250)")
    assert pages.saved == [[640, 180]]


async def test_history_goes_back_and_forward_and_ends(drive: Any, pages: Any) -> None:
    second = pages.put("<h1>Second</h1>")
    hand = await drive(pages.put(f"<h1>First</h1><a href='{second}'>On</a>"))
    await hand.do("go_back()")
    assert "no page to go back to" in hand.error
    await hand.click("On")
    await hand.do("go_back()")
    assert "First" in hand.text
    await hand.do("go_forward()")
    assert "Second" in hand.text
    await hand.do("go_forward()")
    assert "no page to go forward to" in hand.error


async def test_the_wait_is_capped(drive: Any, pages: Any) -> None:
    hand = await drive(pages.put("x"))
    begun = time.monotonic()
    await hand.do("wait(0.3)")
    assert 0.3 <= time.monotonic() - begun < 2
    await hand.do("wait(-1)")
    assert "0 to 30" in hand.error
    assert json.dumps(hand.seen.last_action) == '"wait(-1)"'
