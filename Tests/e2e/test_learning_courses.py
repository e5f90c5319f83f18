"""Courses: a place is asked for, waited for and given; a course is made, put in order and taught again. In two directions."""
import re

import pytest
from playwright.sync_api import expect

import contract
from conftest import arrive, leave, open_page, People
from school import Session
from words import say

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
JSON = {"Accept": "application/json"}


class Scene:
    """A school of its own, and the pages that its people have open."""

    def __init__(self, browser, server):
        self.browser, self.server, self.people, self.pages = browser, server, People(server), []

    def open(self, identifier, path="/", language=None, **options):
        session = Session(self.server, self.server.known(identifier)).sign_in()
        if language:
            session.speak(language)
        page = open_page(self.browser, session, **DESKTOP, **options)
        page.language = language or session.account["language"]
        self.pages.append(page)
        page.goto(page.base + path)
        expect(page.locator("html")).to_have_attribute("lang", page.language)
        return page

    def token(self, identifier):
        return Session(self.server, self.server.known(identifier)).take_token()

    def ask(self, identifier, method, path, **fields):
        answer = self.token(identifier).request(method, "/api/v1" + path, headers=JSON, **({"json": fields} if method == "POST" else {}))
        assert answer.status_code in (200, 201), f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def course(self, name):
        return next(c for c in self.ask("omar@rimon.example", "GET", "/courses")["courses"] if c["name"] == name)


@pytest.fixture
def scene(browser, own_server, request):
    made = Scene(browser, own_server)
    yield made
    leave(made.pages, request)


def says(page, key, *values):
    return say(page.language, key, *values)


def card(page, name):
    return page.locator("section.catalogue__card").filter(has=page.get_by_role("heading", name=name))


@pytest.mark.parametrize("identifier", ["adam", "yusuf"])
def test_a_student_waits_for_a_full_course_and_comes_in_when_places_are_free(scene, identifier):
    """5.1.11, in English and in Arabic."""
    robotics = scene.course("Robotics")
    student = scene.open(identifier, "/catalogue")
    expect(card(student, "Robotics")).to_contain_text(says(student, "enrolment.state.full"))
    card(student, "Robotics").get_by_role("button").click()
    # Sami has waited since before.
    expect(card(student, "Robotics").locator(".badge--info").last).to_contain_text("2")
    expect(student.locator("html")).to_have_attribute("data-live", "on")
    people = scene.ask("omar@rimon.example", "GET", f"/courses/{robotics['id']}/people")
    assert [w["position"] for w in people["line"]] == [1, 2]
    for one in people["students"][:2]:
        scene.ask("omar@rimon.example", "POST", f"/courses/{robotics['id']}/people/removal", student=one["id"])
    expect(card(student, "Robotics")).to_contain_text(says(student, "enrolment.state.enrolled"))
    card(student, "Robotics").get_by_role("link", name=says(student, "enrolment.open-course")).click()
    expect(student.locator("main")).to_have_attribute("data-page", "courses.course")
    student.get_by_role("button", name=says(student, "courses.more", "Robotics")).click()
    student.get_by_role("link", name=says(student, "enrolment.drop")).click()
    student.get_by_role("button", name=says(student, "enrolment.drop"), exact=True).click()
    expect(card(student, "Robotics").get_by_role("button")).to_be_visible()
    assert not student.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_teacher_answers_requests_and_the_second_waits(scene, language):
    """5.2 Omar 2: one place is left, two have asked."""
    omar = scene.open("omar@rimon.example", "/requests", language)
    rows = omar.locator("#requests li")
    expect(rows).to_have_count(2)
    for left in (1, 0):
        rows.first.get_by_role("button").first.click()
        expect(rows).to_have_count(left)
    expect(omar.locator(".empty--done")).to_be_visible()
    newspaper = scene.course("School newspaper")
    people = scene.ask("omar@rimon.example", "GET", f"/courses/{newspaper['id']}/people")
    assert people["enrolled"] == 6 and len(people["line"]) == 1
    assert not omar.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_course_is_made_ordered_by_keyboard_and_taught_again(scene, language):
    """5.2 Omar 3, and what comes before it."""
    omar = scene.open("omar@rimon.example", "/courses/new", language)
    omar.get_by_label(says(omar, "courses.name"), exact=True).fill("Astronomy")
    omar.locator("input[name=from]").fill("2026-09-07")
    omar.get_by_role("button", name=says(omar, "courses.create")).click()
    expect(omar.locator("main")).to_have_attribute("data-page", "courses.course")
    for title in ("Planets", "Stars"):
        omar.locator("#new-module input[name=title]").fill(title)
        omar.get_by_role("button", name=says(omar, "courses.add-module")).last.click()
        expect(omar.get_by_role("heading", name=title)).to_be_visible()
    titles = omar.locator(".outline__title")
    expect(titles).to_have_text(["Planets", "Stars"])
    arrive(omar, "courses.course")
    handle = omar.get_by_role("button", name=says(omar, "courses.drag", "Stars"))
    handle.press("ArrowUp")
    expect(titles).to_have_text(["Stars", "Planets"])
    # the keyboard stays on what it moved: one key brings it back, and once more up
    expect(handle).to_be_focused()
    omar.keyboard.press("ArrowDown")
    expect(titles).to_have_text(["Planets", "Stars"])
    expect(handle).to_be_focused()
    omar.keyboard.press("ArrowUp")
    expect(titles).to_have_text(["Stars", "Planets"])
    with omar.expect_navigation():
        omar.locator("#toasts").get_by_role("button", name=says(omar, "kit.undo")).last.click()
    expect(titles).to_have_text(["Planets", "Stars"])
    drag(omar, "Stars", "Planets")
    expect(titles).to_have_text(["Stars", "Planets"])
    again(omar)
    assert not omar.errors


def drag(page, title, onto):
    """By the handle, with the pointer."""
    arrive(page, "courses.course")
    page.get_by_role("heading", name=onto).evaluate("e => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    end = page.get_by_role("button", name=says(page, "courses.drag", onto)).bounding_box()
    # waits until the page's turn has ended and the handle is what lies below the pointer
    page.get_by_role("button", name=says(page, "courses.drag", title)).hover()
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 20, steps=6)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] - 4, steps=4)
    page.mouse.up()


def again(page):
    page.get_by_role("button", name=says(page, "courses.more", "Astronomy")).click()
    page.get_by_role("link", name=says(page, "courses.copy")).click()
    page.locator("input[name=name]").first.fill("Astronomy, again")
    page.locator("input[name=from]").first.fill("2027-09-06")
    page.get_by_role("button", name=says(page, "courses.copy-preview")).click()
    page.get_by_role("button", name=says(page, "courses.copy-apply")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Astronomy, again")
    expect(page.locator(".outline__title")).to_have_text(["Stars", "Planets"])
    page.locator("#toasts").get_by_role("button", name=says(page, "kit.undo")).click()
    arrive(page, "courses.list")
    expect(page.get_by_role("link", name=re.compile("Astronomy, again"))).to_have_count(0)


def test_pages_of_a_course_share_a_bar_and_begin_near_the_top(scene):
    """The first row of the outline, the bar on each page, everybody's progress on a phone: what one comes for is in sight."""
    math = f"/courses/{scene.course('Math 7')['id']}"
    student = scene.open("yusuf", math)
    for width, height, most in ((1440, 900, 280), (390, 844, 300)):
        student.set_viewport_size({"width": width, "height": height})
        assert student.locator("#outline").bounding_box()["y"] <= most, width
        assert student.locator(".space__head").bounding_box()["height"] <= 120, width
    omar = scene.open("omar@rimon.example", math)
    bar = omar.locator(".space__bar .tabs a")
    paths = bar.evaluate_all("links => links.map(a => a.getAttribute('href'))")
    assert len(paths) == 5
    for path in paths[1:] + [math + "/grade-settings", math + "/grade-settings/periods", math + "/gradebook/import"]:
        omar.goto(omar.base + path)
        assert bar.evaluate_all("links => links.map(a => a.getAttribute('href'))") == paths, path
        expect(omar.locator(".space__bar .tabs [aria-current]")).to_have_count(1)
        expect(omar.locator("h1")).to_have_count(1)
        assert omar.locator(".space").bounding_box()["height"] <= 100, path
    omar.set_viewport_size({"width": 390, "height": 844})
    omar.goto(omar.base + math + "/progress")
    assert omar.locator("#everybody tbody tr").count() == 24
    assert omar.evaluate("document.documentElement.scrollHeight") <= 1600
    assert not student.errors and not omar.errors
