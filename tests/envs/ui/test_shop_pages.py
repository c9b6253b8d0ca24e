"""What a person can do on the shop's pages, and what the pages say when the server does not play along."""

import re
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, Route, expect

pytestmark = pytest.mark.browser

LAMP = "/product/arc-desk-lamp-brass"
WENT_WRONG = re.compile("Something went wrong.*try again", re.I | re.S)
PLACES = [
    "/",
    "/department/lighting",
    "/search?q=lamp&brand=Lumenhall",
    "/search?q=nothinglikethis",
    "/deals",
    "/cart",
    "/checkout",
    "/orders",
    "/product/arc-desk-lamp-brass",
    "/product/pivot-task-lamp",
    "/wishlists",
    "/recently-viewed",
    "/account",
    "/account/reviews",
    "/compare?product=arc-desk-lamp-brass&product=arc-desk-lamp-black",
    "/account/stock-alerts",
    "/order-placed",
    "/returns",
    "/subscriptions",
    "/notifications",
    "/account/profile",
    "/account/preferences",
    "/account/addresses",
    "/account/addresses/new",
    "/account/payment",
    "/account/payment/new",
    "/account/gift-cards",
    "/account/coupons",
    "/account/security",
    "/help",
    "/contact",
    "/messages",
    "/no-such-page",
]


async def visit(page: Page, address: str) -> None:
    await page.goto(address)
    await page.wait_for_load_state("networkidle")


async def cart_count(page: Page) -> str:
    return await page.get_by_role("link", name=re.compile(r"^Cart, ")).get_attribute("aria-label") or ""


async def add_lamp(page: Page) -> None:
    await page.get_by_role("button", name="Add to cart", exact=True).click()


def forge(body: dict[str, Any], status: int = 200) -> Any:
    """A route handler that answers writes itself and lets reads through."""

    async def answer(route: Route) -> None:
        if route.request.method == "GET":
            await route.continue_()
        else:
            await route.fulfill(status=status, json=body)

    return answer


async def serious_faults(page: Page) -> list[str]:
    found = (await Axe().run(page)).response["violations"]
    return [f"{one['id']} at {one['nodes'][0]['target']}" for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("place", PLACES)
async def test_every_page_has_one_heading_fits_its_window_and_has_no_serious_fault(
    page: Page, origin: str, place: str
) -> None:
    await visit(page, origin + place)
    assert await page.get_by_role("heading", level=1).count() == 1
    assert await page.get_by_role("alert").count() == 0
    assert await serious_faults(page) == []
    for width, height in ((1024, 768), (1600, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


async def test_what_floats_over_the_page_has_no_serious_fault(page: Page, origin: str) -> None:
    await visit(page, origin + LAMP)
    await page.get_by_role("button", name="Add to wishlist").click()
    await page.get_by_role("menuitem", name="New list").wait_for()
    assert await serious_faults(page) == []
    await page.get_by_role("menuitem", name="New list").click()
    await page.get_by_role("dialog", name="New wishlist").wait_for()
    assert await serious_faults(page) == []
    await page.keyboard.press("Escape")
    await page.get_by_role("combobox", name="Search Tidewell").fill("arc")
    await page.get_by_role("option").first.wait_for()
    assert await serious_faults(page) == []


async def test_two_requests_paint_the_first_page(page: Page, origin: str) -> None:
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.resource_type))
    await visit(page, origin + "/")
    assert [kind for kind in seen if kind in ("script", "stylesheet")] == ["script", "stylesheet"]
    assert "image" not in seen
    assert "font" not in seen


async def test_search_suggests_and_opens_what_is_picked(page: Page, origin: str) -> None:
    await visit(page, origin + "/")
    field = page.get_by_role("combobox", name="Search Tidewell")
    await field.press_sequentially("arc desk")
    await page.get_by_role("option", name="Arc Desk Lamp, Brass").click()
    await expect(page.get_by_role("heading", level=1, name="Arc Desk Lamp, Brass")).to_be_visible()
    await field.fill("kettle")
    await field.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Results for “kettle”")
    await expect(page.get_by_role("combobox", name="Sort by")).to_be_visible()
    await expect(page.get_by_role("search").get_by_role("option")).to_have_count(0)


async def test_filters_and_order_stand_in_the_address_and_survive_going_back(page: Page, origin: str) -> None:
    await visit(page, origin + "/department/lighting")
    await page.get_by_role("checkbox", name=re.compile("^Desk lamps")).check()
    await page.get_by_label("Sort by").select_option(label="Price, low to high")
    await expect(page).to_have_url(re.compile("category=Desk\\+lamps.*sort=price-asc"))
    await page.get_by_role("article").first.get_by_role("link").first.click()
    await expect(page).to_have_url(re.compile("/product/"))
    await page.go_back()
    await expect(page.get_by_role("checkbox", name=re.compile("^Desk lamps"))).to_be_checked()


async def test_an_order_is_placed_with_the_choices_made(page: Page, origin: str) -> None:
    await visit(page, origin + LAMP)
    await page.get_by_role("button", name="Buy now", exact=True).click()
    await page.get_by_role("radio", name=re.compile("^Office")).check()
    await page.get_by_role("radio", name=re.compile("^On a day you choose")).check()
    day = page.get_by_role("textbox", name="Delivery day")
    await page.get_by_role("button", name="Open calendar: Delivery day").click()
    await page.get_by_role("button", name=re.compile("^(Choose )?Saturday 20 March")).click()
    await expect(day).to_have_value("20/03/2027")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await page.get_by_role("radio", name=re.compile("^Rainy day")).check()
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_role("heading", level=1, name="Order placed")).to_be_visible()
    await expect(page.get_by_text("Saturday 20 March")).to_be_visible()
    await expect(page.get_by_text("40 Victoria Street")).to_be_visible()
    await visit(page, origin + "/orders")
    await expect(page.get_by_role("article").first).to_contain_text("Arc Desk Lamp, Brass")


async def test_a_refusal_says_why_and_leads_to_where_it_can_be_mended(page: Page, origin: str) -> None:
    await visit(page, origin + "/checkout")
    await page.get_by_role("radio", name=re.compile("^Travel")).check()
    await page.get_by_role("button", name="Place order").click()
    alert = page.get_by_role("alert").filter(has_text="expired")
    await expect(alert).to_be_visible()
    await expect(alert.get_by_role("link")).to_have_attribute("href", re.compile("/account/payment"))


async def test_a_forged_success_is_believed_but_the_page_shows_what_is_stored(page: Page, origin: str) -> None:
    await visit(page, origin + LAMP)
    before = await cart_count(page)
    await page.route("**/api/cart/items", forge({"status": "pending"}))
    await add_lamp(page)
    await expect(page.get_by_role("status").filter(has_text="Added to cart")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    assert await cart_count(page) == before


async def test_a_pending_order_leads_to_the_success_page_and_is_in_no_list(page: Page, origin: str) -> None:
    await visit(page, origin + "/checkout")
    await page.route("**/api/orders", forge({"status": "pending"}))
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_role("heading", level=1, name="Order placed")).to_be_visible()
    before = await cart_count(page)
    await page.get_by_role("main").get_by_role("link", name="Your orders").click()
    await expect(page.get_by_role("heading", level=1, name="Your orders")).to_be_visible()
    assert await cart_count(page) == before != "Cart, 0 items"


@pytest.mark.parametrize("status", [500, 503])
async def test_a_server_fault_asks_to_try_again_and_it_can_be(page: Page, origin: str, status: int) -> None:
    await visit(page, origin + LAMP)
    await page.route("**/api/cart/items", forge({}, status))
    await add_lamp(page)
    await expect(page.get_by_role("alert")).to_have_text(WENT_WRONG)
    await page.unroute("**/api/cart/items")
    await add_lamp(page)
    await expect(page.get_by_role("alert")).to_have_count(0)
    await expect(page.get_by_role("status").filter(has_text="Added to cart")).to_be_visible()


async def test_a_lost_reading_can_be_tried_again(page: Page, origin: str) -> None:
    pattern = "**/api/products/arc-desk-lamp-brass"
    await page.route(pattern, lambda route: route.abort("connectionreset"))
    await visit(page, origin + LAMP)
    await expect(page.get_by_role("alert")).to_have_text(WENT_WRONG)
    await page.unroute(pattern)
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", level=1, name="Arc Desk Lamp, Brass")).to_be_visible()


async def test_writes_go_one_at_a_time(page: Page, origin: str) -> None:
    await visit(page, origin + "/cart")
    open_writes, most = 0, 0

    async def watch(route: Route) -> None:
        nonlocal open_writes, most
        if route.request.method == "GET":
            await route.continue_()
            return
        open_writes += 1
        most = max(most, open_writes)
        answer = await route.fetch()
        open_writes -= 1
        await route.fulfill(response=answer)

    await page.route("**/api/cart/**", watch)
    buttons = page.get_by_role("button", name=re.compile("^Save for later"))
    count = await buttons.count()
    assert count >= 2
    await page.evaluate("document.querySelectorAll('button[aria-label^=\"Save for later\"]').forEach(b => b.click())")
    await expect(buttons).to_have_count(0)
    assert most == 1


async def test_pages_that_come_late_say_so_where_their_script_fails_and_can_be_tried_again(
    page: Page, origin: str
) -> None:
    await visit(page, origin + "/")
    await page.route("**/assets/all-*.js", lambda route: route.abort())
    await page.goto(origin + "/account")
    await expect(page.get_by_role("alert")).to_have_text(WENT_WRONG)
    await expect(page.get_by_role("banner")).to_be_visible()
    await page.unroute("**/assets/all-*.js")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Your account")


async def test_late_pages_load_once_and_the_page_before_stays_until_they_are_there(page: Page, origin: str) -> None:
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if request.resource_type == "script" else None)
    await visit(page, origin + "/")
    for _ in range(2):
        await page.get_by_role("link", name="Cart").first.click()
        await page.get_by_role("link", name=re.compile("checkout", re.I)).first.click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Checkout")
    assert len(scripts) == len(set(scripts)) == 2


async def test_a_subscription_form_whose_script_fails_can_be_tried_again_and_then_buys(page: Page, origin: str) -> None:
    await page.route("**/assets/all-*.js", lambda route: route.abort())
    await visit(page, origin + "/product/tinkerwell-air-dry-clay-1kg")
    await page.get_by_role("button", name="Subscribe and save 10%").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("alert")).to_have_text(WENT_WRONG)
    await page.unroute("**/assets/all-*.js")
    await dialog.get_by_role("button", name="Try again").click()
    await expect(dialog.get_by_label("First delivery", exact=True)).to_have_value(re.compile(r"../../...."))
