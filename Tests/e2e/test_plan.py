"""The week's plan of a class: a guide drags what is planned to another day, with a mouse and with a finger, and takes it back."""
import pytest
from playwright.sync_api import expect

from conftest import arrive, visits
from school import Server
from words import say

DESK = {"viewport": {"width": 1280, "height": 900}}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
GUIDE = "anna@hill.example"
WEEK = "presentations.week"


@pytest.fixture(scope="module")
def campus():
    with Server("plan") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def plan(people, language, title, **options):
    """The week of the guide's first class, with something of that title on today."""
    page = people(GUIDE, language, "/my-day", **options)
    arrive(page, "myday.today")
    page.goto(page.base + page.locator("main a[href^='/classes/'][href$='/plan']").first.get_attribute("href"))
    arrive(page, WEEK)
    form = page.locator("form#plan")
    form.locator("select[name=students]").select_option(index=1)
    form.locator("input[name=title]").fill(title)
    form.locator("input[name=day]").fill(page.locator(".plan-day[aria-current]").get_attribute("data-plan-day"))
    with page.expect_navigation():
        form.get_by_role("button", name=say(language, "presentations.plan"), exact=True).click()
    arrive(page, WEEK)
    expect(today(page).filter(has_text=title)).to_have_count(1)
    return page


def today(page):
    return page.locator(".plan-day[aria-current] .plan-card")


def others(page):
    """The days of this week that are not today, and some day."""
    return page.locator(".plan-day:not([aria-current])")


def grip(page, title):
    return page.locator(".plan-card").filter(has_text=title).locator("[data-plan-grip]")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_plan_is_dragged_to_another_day_and_taken_back(people, language):
    # the week is the same in both languages, and keeps what the other has planned
    title = f"Polishing the mirror ({language})"
    page = plan(people, language, title, **DESK)
    # the columns stand beside one another, from the right in Hebrew: what counts is what lies below the pointer
    target = page.locator(".plan-day[data-plan-day='']")
    # so tall that card and target are both on the screen: a pointer reaches nothing else
    page.set_viewport_size({"width": DESK["viewport"]["width"], "height": 3000})
    grip(page, title).hover()
    page.mouse.down()
    x, y = middle(target)
    page.mouse.move(x, y + 6, steps=6)
    page.mouse.move(x, y, steps=3)
    expect(target).to_have_attribute("data-drop", "")
    with page.expect_navigation():
        page.mouse.up()
    arrive(page, WEEK)
    expect(target.locator(".plan-card").filter(has_text=title)).to_have_count(1)
    with page.expect_navigation():
        page.locator("#toasts").get_by_role("button", name=say(language, "kit.undo")).last.click()
    arrive(page, WEEK)
    expect(today(page).filter(has_text=title)).to_have_count(1)
    assert not page.errors


def test_let_go_over_its_own_day_or_over_none_nothing_is_asked(people):
    page = plan(people, "en", "Folding cloths", **DESK)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    grip(page, "Folding cloths").hover()
    page.mouse.down()
    x, y = middle(today(page).filter(has_text="Folding cloths"))
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    grip(page, "Folding cloths").hover()
    page.mouse.down()
    page.mouse.move(2, 300, steps=6)
    page.mouse.up()
    expect(page.locator("[data-drop], .plan-card[data-dragging]")).to_have_count(0)
    assert not [url for url in asked if url.endswith("/day")]


def test_a_finger_drags_it_as_well(people):
    page = plan(people, "en", "Sorting seeds", **TABLET)
    handle = grip(page, "Sorting seeds")
    handle.evaluate("e => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    on = others(page)
    # the one that lies nearest, so that the page needs not come along
    places = [on.nth(at).bounding_box()["y"] for at in range(on.count())]
    hand = middle(handle)
    target = on.nth(min(range(len(places)), key=lambda at: abs(places[at] - hand[1])))
    day, (x, y) = target.get_attribute("data-plan-day"), middle(target)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": hand[0], "y": hand[1]}]})
    for part in range(1, 7):
        point = {"x": hand[0] + (x - hand[0]) * part / 6, "y": hand[1] + (y - hand[1]) * part / 6}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    with page.expect_navigation():
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    arrive(page, WEEK)
    expect(page.locator(f".plan-day[data-plan-day='{day}'] .plan-card").filter(has_text="Sorting seeds")).to_have_count(1)
    assert not page.errors


def test_with_the_keyboard_the_form_of_the_card_does_it_and_comes_back_here(people):
    page = plan(people, "en", "Arranging flowers", **DESK)
    card = page.locator(".plan-card").filter(has_text="Arranging flowers")
    card.locator("summary").press("Enter")
    card.locator("select[name=day]").select_option("")
    with page.expect_navigation():
        card.get_by_role("button", name=say("en", "presentations.move"), exact=True).press("Enter")
    arrive(page, WEEK)
    expect(page.locator(".plan-day[data-plan-day=''] .plan-card").filter(has_text="Arranging flowers")).to_have_count(1)
