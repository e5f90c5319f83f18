"""How pages lie on the screen: what comes first, how far one scrolls, how many taps an act takes, what a page weighs.

Each measure has its limit (issue of pictures, design.md §8) and is printed by the check as measured; what people look
for must be near the top, on a phone and on a desk.
"""
import re

import pytest
import requests

import contract
from conftest import open_page, shut

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
ID = contract.ID.pattern

# Where an element begins, in pixels from the top of the page, before anybody has scrolled.
TOP = """selector => { const found = [...document.querySelectorAll(selector)].find(e => e.getBoundingClientRect().height > 0)
  return found ? Math.round(found.getBoundingClientRect().top + scrollY) : null }"""
HEIGHT = "() => document.documentElement.scrollHeight"
# Moves of what stands there already, by what nobody did (web.dev/cls).
SHIFT = """() => new Promise(done => { let sum = 0
  new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 300) })"""


def follow(session, *steps):
    """The path that is found by following the first link of each shape."""
    path = "/"
    for step in steps:
        found = re.search(rf'href="({step})"', session.get(path).text) if "[" in step else None
        assert found or "[" not in step, f"{path} leads to no {step}"
        path = found.group(1) if found else step
    return path


COURSE = ("/courses", f"/courses/{ID}")
PLACES = {
    "home": (),
    "course": COURSE,
    "gradebook": (*COURSE, f"/courses/{ID}/gradebook"),
    "progress": (*COURSE, f"/courses/{ID}/progress"),
    "month": ("/schedule?view=month",),
    "week": ("/schedule?view=week",),
    "student": ("/students", f"/students/{ID}"),
    "messages": ("/messages",),
    "grade": ("/grades", f"/courses/{ID}/grades/{ID}"),
}


@pytest.fixture(scope="module")
def look(browser, people):
    """Opens a place for a role on a screen and gives the page."""
    opened = []

    def open_place(role, place, screen, path=None, **options):
        session = people.session(role)
        page = open_page(browser, session, viewport=screen, **options)
        opened.append(page)
        page.goto(page.base + (path or follow(session, *PLACES[place])))
        return page

    yield open_place
    for page in opened:
        shut(page)


def measured(record_property, what, found, limit, at_least=False):
    """Says what was found, and fails where it is past its limit."""
    sign = "≥" if at_least else "≤"
    record_property("measured", f"{what}: {found} ({sign} {limit})")
    assert found is not None, f"{what}: not on the page"
    assert found >= limit if at_least else found <= limit, f"{what}: {found}, and is to be {sign} {limit}"


@pytest.mark.parametrize("role", ["teacher", "student", "guardian", "owner"])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_home_begins_with_what_one_came_for(look, record_property, role, screen):
    page = look(role, "home", screen)
    measured(record_property, f"home of {role}, {screen['width']}: first useful thing at y", page.evaluate(TOP, "[data-first]"), 200)


@pytest.mark.parametrize("screen,limit", [(DESK, 280), (PHONE, 300)], ids=["desk", "phone"])
def test_the_outline_of_a_course_is_in_sight(look, record_property, screen, limit):
    page = look("student", "course", screen)
    measured(record_property, f"course, {screen['width']}: outline begins at y", page.evaluate(TOP, ".outline"), limit)


def test_a_gradebook_fills_the_screen(look, record_property):
    page = look("teacher", "gradebook", DESK)
    measured(record_property, "gradebook, 1440: table begins at y", page.evaluate(TOP, ".gradebook table"), 220)
    seen = page.evaluate("""() => { const box = document.querySelector('.gradebook').getBoundingClientRect()
      return [...document.querySelectorAll('.gradebook thead th')].filter(th => { const r = th.getBoundingClientRect()
        return r.width > 0 && r.left >= box.left - 1 && r.right <= box.right + 1 }).length }""")
    every = page.locator(".gradebook thead th").count()
    measured(record_property, "gradebook, 1440: columns in sight, with names and totals", seen, min(every, 18), at_least=True)
    measured(record_property, "gradebook, 1440: scrolls of the document", int(page.evaluate("document.documentElement.scrollHeight > innerHeight + 1")), 0)


@pytest.mark.parametrize("screen,limit", [(DESK, 1000), (PHONE, 1200)], ids=["desk", "phone"])
def test_a_month_is_seen_at_once(look, record_property, screen, limit):
    measured(record_property, f"month, {screen['width']}: height", look("teacher", "month", screen).evaluate(HEIGHT), limit)


def test_progress_of_a_class_is_a_short_list(look, record_property):
    measured(record_property, "progress of a class, 390: height", look("teacher", "progress", PHONE).evaluate(HEIGHT), 1600)


def test_the_analysis_of_a_quiz_is_one_table(look, people, record_property):
    quiz = follow(people.session("teacher"), *COURSE, f"/courses/{ID}/quizzes", f"/quizzes/{ID}")
    measured(record_property, "analysis of a quiz, 1440: height", look("teacher", "", DESK, path=quiz + "/analysis").evaluate(HEIGHT), 1200)


def test_messages_stand_beside_their_list(look, record_property):
    page = look("teacher", "messages", DESK)
    page.locator("main .talk-row a, main .cell a").first.click()
    page.wait_for_url(re.compile(f"/messages/{ID}"))
    panes = page.evaluate("""() => ['#talks-beside', '#talk-scroll'].filter(s => { const e = document.querySelector(s)
      return e && e.getBoundingClientRect().width > 200 }).length""")
    measured(record_property, "messages, 1440: panes", panes, 2, at_least=True)


# The pages that people open every day; each is drawn without moving what one already reads.
DAILY = [("teacher", "home"), ("student", "home"), ("guardian", "home"), ("owner", "home"), ("student", "course"), ("teacher", "gradebook"),
         ("student", "grade"), ("teacher", "student"), ("teacher", "month"), ("teacher", "week"), ("teacher", "messages")]


@pytest.mark.parametrize("role,place", DAILY, ids=[f"{role}-{place}" for role, place in DAILY])
def test_a_daily_page_is_light_and_still(look, people, record_property, role, place):
    page = look(role, place, PHONE)
    measured(record_property, f"{place} of {role}: layout shift", round(page.evaluate(SHIFT), 3), 0)
    session = people.session(role)
    answer = requests.get(page.url, cookies=session.cookies, headers={"Accept-Encoding": "gzip", "Accept": "text/html"}, stream=True, timeout=30)
    measured(record_property, f"{place} of {role}: KB over the line", round(len(answer.raw.read(decode_content=False)) / 1024, 1), 40)
