"""Days 5.1 (Maya 5, 7, 8) and 5.3 (Leila 3, 5): what is told, and where it leads; in English, Arabic and Hebrew."""
import datetime, re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from test_day import PHONE, day, poll, stay, stayed  # noqa: F401 (day is a fixture)
from test_learning_days import JSON, assign, course_of
from test_talk_messages import account, bubble, json, json_post, write
from words import say

OMAR, LEILA, MAYA = "omar@rimon.example", "leila@rimon.example", "maya"
ZONE = ZoneInfo("Asia/Jerusalem")


def bare(text):
    """Without the marks that keep numbers and names apart from a sentence that runs the other way."""
    return re.sub("[\u200e\u200f\u2066-\u2069]", "", text)


def come_late(scene, name):
    """To the first lesson of today that the child and the teacher have together."""
    teacher = scene.session(OMAR)
    today = json(teacher, "/attendance")
    for sitting in today["sittings"]:
        register = f"/attendance/{sitting['slot']}/{today['day']}"
        for student in json(teacher, register)["students"]:
            if student["name"] == name:
                return json_post(teacher, register, {f"marks.{student['student']}": "late"})
    raise AssertionError(f"{name} has no lesson today")


@pytest.mark.parametrize("student", ["adam", "yusuf"])
def test_a_reminder_opens_the_work_itself(day, student):  # noqa: F811
    """5.1.5: an hour before, once; it leads to the work, and who handed it in is not reminded."""
    due = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=57)).astimezone(ZONE)
    work = assign(day, due=due.strftime("%Y-%m-%dT%H:%M"))
    quick = day.session(MAYA)
    assert quick.post(work + "/submission", {"text": "Done already."}).status_code == 303
    page = day.open(student, "/notifications", **PHONE)
    told = page.locator("main").get_by_role("link").filter(has_text="Fractions worksheet")
    expect(told).to_have_count(1)  # that it is there to be done
    day.server.kill()
    day.server.start()  # what waits for its minute is looked for at once
    poll(lambda: page.reload() and told.count() > 1)
    expect(told).to_have_count(2)
    assert [n["kind"] for n in json(quick, "/notifications")["notifications"] if "Fractions worksheet" in str(n)] == ["assignment"]
    page.errors.clear()  # that the server was gone
    told.first.click()
    expect(page.locator("main")).to_have_attribute("data-page", "assignments.work")
    assert page.url.endswith(work)
    page.locator("textarea[name=text]").fill("Three quarters.")
    page.locator("#work-form .button--primary").click()
    expect(page.locator("main")).to_contain_text(say(page.language, "assignments.state.handed-in"))
    assert not page.errors, page.errors


# News as the page gets it over the line; done when every listener before it has heard it.
NEWS = """html => new Promise(done => {
  const [line, last] = [new BroadcastChannel('live'), new BroadcastChannel('live')]
  last.onmessage = () => setTimeout(done)
  line.postMessage({ kind: 'html', data: html })
})"""


@pytest.mark.parametrize("news", ["a piece", "the whole list"])
def test_a_tap_lands_though_its_row_is_replaced_meanwhile(day, news):  # noqa: F811
    """Pressed, then news, then let go: the way it led is taken."""
    work = assign(day)
    page = day.open(MAYA, "/notifications", **PHONE)
    stay(page)
    link = page.locator("main").get_by_role("link").filter(has_text="Fractions worksheet").first
    row = link.locator("xpath=ancestor::li[@id]")
    name, markup = row.get_attribute("id"), row.evaluate("row => row.outerHTML")
    link.scroll_into_view_if_needed()
    box = link.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    if news == "a piece":
        page.evaluate(NEWS, f'<template data-op="replace" data-target="{name}">{markup}</template>')
    else:
        row.evaluate("row => row.dataset.before = ''")  # so that the fetched list is another one
        with page.expect_response(re.compile("/notifications$")) as answer:
            page.evaluate("document.dispatchEvent(new CustomEvent('stream:refresh'))")
        answer.value.finished()
        page.evaluate(NEWS, "")
    page.mouse.up()
    expect(page.locator("main")).to_have_attribute("data-page", "assignments.work")
    assert page.url.endswith(work)


def test_a_posted_grade_is_told_once_and_leads_to_its_course(day):  # noqa: F811
    """5.1.7: thirty points at once are one word to each, on a page that is open, and it leads to the grade."""
    course, teacher = "/courses/" + course_of(day), day.session(OMAR)
    book = teacher.get(f"/api/v1{course}/gradebook", headers=JSON).json()
    item = next(i["id"] for i in book["items"] if i["title"] == "Midterm")
    page = day.open(MAYA, "/notifications", **PHONE)
    stay(page)
    assert teacher.post(f"{course}/gradebook/items/{item}/post", {}).status_code == 303
    told = page.locator("main").get_by_role("link").filter(has_text="Midterm")
    expect(told).to_have_count(1)
    stayed(page)
    told.click()
    expect(page.locator("main")).to_contain_text("Midterm")
    assert not page.errors, page.errors


def test_a_question_to_the_teacher_and_the_answer_without_a_reload(day):  # noqa: F811
    """5.1.8: sending, sent, typing, the reply; the dot goes with the reading."""
    maya = day.session(MAYA)
    talk = json_post(maya, "/messages", {"with": account(maya, "Omar Haddad")})["id"]
    for other in json(maya, "/messages")["conversations"]:
        maya.post(f"/messages/{other['id']}/read", {})
    page, omar = day.open(MAYA, f"/messages/{talk}", **PHONE), day.open(OMAR, f"/messages/{talk}")
    stay(page)
    write(page, "Which page is it?")
    expect(bubble(page, "Which page is it?")).to_have_attribute("data-number", re.compile(r"\d+"))
    omar.locator("#composer textarea").press_sequentially("Page", delay=20)
    expect(page.locator("[data-typist]")).to_contain_text("Omar Haddad")
    write(omar, "Page 42.")
    expect(bubble(page, "Page 42.")).to_have_count(1)
    expect(bubble(omar, "Page 42.")).to_have_attribute("data-state", "read")
    stayed(page)
    page.goto(page.base + "/")
    news = page.locator("#tab-dot-messages[data-on]")
    expect(news).to_have_count(0)
    write(omar, "And 43.")
    expect(news).to_have_count(1)
    page.goto(f"{page.base}/messages/{talk}")
    expect(bubble(omar, "And 43.")).to_have_attribute("data-state", "read")
    page.goto(page.base + "/")
    expect(news).to_have_count(0)
    assert not page.errors and not omar.errors, (page.errors, omar.errors)


def test_a_mother_sees_what_is_not_as_it_should_be_and_the_grades_her_child_sees(day):  # noqa: F811
    """5.3.3 and 5.3.5: both children on one page; the same numbers as Maya's, and why they are so."""
    assign(day, due=(datetime.datetime.now(ZONE) - datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
    come_late(day, "مايا خوري")
    page = day.open(LEILA, "/", **PHONE)
    for child in ("مايا خوري", "يزن خوري"):
        expect(page.locator("main").get_by_text(child).first).to_be_visible()
    maya = page.get_by_role("region", name="مايا خوري")
    expect(maya.get_by_role("listitem").filter(has_text="Fractions worksheet")).to_contain_text(say("ar", "progress.missing"))
    expect(maya).to_contain_text(say("ar", "attendance.status.late"))
    expect(page.get_by_role("region", name="يزن خوري")).not_to_contain_text(say("ar", "attendance.status.late"))
    seen = [bare(text) for text in day.open(MAYA, "/grades", **PHONE).locator(".grade").all_inner_texts()]
    page.goto(page.base + "/grades")
    hers = [bare(text) for text in page.locator(".grade").all_inner_texts()]
    assert seen and hers[:len(seen)] == seen
    page.get_by_role("link", name="Math 7").first.click()
    page.get_by_text(say("ar", "grades.why")).click()
    expect(page.locator(".explanation li").nth(2)).to_be_visible()
    assert not page.errors, page.errors
