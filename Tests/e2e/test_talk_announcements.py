"""Announcements: said once, read at once by everybody in their own language, counted, planned and taken back."""
import datetime
import re

from playwright.sync_api import expect

from conftest import Cut, replaced
from test_learning_courses import says, scene  # noqa: F401 (scene is a fixture)


OFFICE, MOTHER, TEACHER = "dana@rimon.example", "leila@rimon.example", "omar@rimon.example"


def write_trip(page, act="publish", at=None):
    page.goto(page.base + "/announcements/new")
    page.select_option("[name=audience]", "school")
    page.fill("[name=title]", "Trip on Friday")
    page.fill("[name=text]", "We leave at **8:00**.")
    for language, title, text in (("ar", "رحلة يوم الجمعة", "ننطلق في **الثامنة**."), ("he", "טיול ביום שישי", "יוצאים ב־**8:00**.")):
        page.click(f".version--{language} summary")
        page.fill(f"[name='title.{language}']", title)
        page.fill(f"[name='text.{language}']", text)
    if at:
        page.fill("[name=publishAt]", at)
    page.click(f"button[value={act}]")
    expect(page.locator("h1")).to_have_text("Trip on Friday")
    return page.url.split("?")[0]


def test_the_office_announces_a_trip_and_a_mother_reads_it_in_arabic_at_once(scene):
    office = scene.open(OFFICE, "/announcements", language="en")
    home, list_ = scene.open(MOTHER, "/", language="ar"), scene.open(MOTHER, "/announcements", language="ar")
    url = write_trip(office)
    for page in (home, list_):
        expect(page.get_by_role("link", name="رحلة يوم الجمعة")).to_be_visible()
    home.get_by_role("link", name="رحلة يوم الجمعة").click()
    article = home.locator("#announcement .announcement__text")
    expect(article).to_have_attribute("dir", "rtl")
    expect(article).to_contain_text("الثامنة")
    # looked at for a moment it is read, and the office sees the number move
    expect(home.locator("form[data-read]")).to_have_count(0)
    expect(office.locator("#readers-count")).to_contain_text(re.compile(r"\b1\b"))
    home.get_by_role("link", name="English").click()
    expect(home.locator("#announcement")).to_contain_text("We leave at")
    office.goto(url + "/readers")
    expect(office.locator("main")).to_contain_text("ليلى")


def test_what_met_a_dead_line_is_there_again_and_the_preview_follows(scene):
    """Back from the browser's own error page the words stand; once they are out they are gone; a replaced page still previews."""
    office = scene.open(OFFICE, "/announcements/new", language="en")
    title = office.locator("[name=title]")
    office.select_option("[name=audience]", "school")
    title.fill("Trip on Friday")
    office.fill("[name=text]", "We leave at **8:00**.")
    line = Cut(office, "/announcements$")
    office.click("button[value=publish]")
    office.wait_for_url(re.compile("^chrome-error:"))
    line.mend()
    office.go_back()
    expect(title).to_have_value("Trip on Friday")
    expect(office.locator("#preview strong")).to_have_text("8:00")
    office.click("button[value=publish]")
    expect(office.locator("h1")).to_have_text("Trip on Friday")
    url = office.url.split("?")[0]
    office.goto(office.base + "/announcements/new")
    expect(title).to_have_value("")
    office.goto(url + "/edit")
    replaced(office)
    office.fill("[name=text]", "We leave at **9:00**.")
    expect(office.locator("#preview strong")).to_have_text("9:00")


def test_what_was_taken_back_is_gone_from_open_screens_and_can_come_back(scene):
    office = scene.open(OFFICE, "/announcements", language="en")
    list_ = scene.open(MOTHER, "/announcements", language="ar")
    url = write_trip(office)
    row = list_.get_by_role("link", name="رحلة يوم الجمعة")
    expect(row).to_be_visible()
    office.get_by_role("button", name=says(office, "announcements.more")).click()
    office.get_by_role("button", name=says(office, "announcements.retract")).click()
    expect(row).to_have_count(0)
    assert list_.request.get(url).status == 404
    office.get_by_role("button", name=says(office, "kit.undo")).click()
    expect(row).to_be_visible()


def test_planned_for_later_it_waits_where_only_its_keepers_see_it(scene):
    office = scene.open(OFFICE, "/announcements", language="en")
    mother = scene.open(MOTHER, "/announcements", language="ar")
    later = (datetime.datetime.now() + datetime.timedelta(days=2)).strftime("%Y-%m-%dT07:30")
    url = write_trip(office, at=later)
    expect(office.locator(".banner")).to_contain_text(says(office, "announcements.is-scheduled"))
    assert mother.request.get(url).status == 404
    office.get_by_role("button", name=says(office, "announcements.publish-now")).click()
    expect(mother.get_by_role("link", name="رحلة يوم الجمعة")).to_be_visible()


def test_a_teacher_is_offered_their_own_classes_only(scene):
    teacher = scene.open(TEACHER, "/announcements/new", language="ar")
    values = teacher.locator("[name=audience] option").evaluate_all("all => all.map(one => one.value).filter(Boolean)")
    assert values and all(value.startswith(("class-", "course-")) for value in values), values


def test_without_a_script_one_sees_the_preview_sends_a_file_and_who_has_read_it(scene):
    office = scene.open(OFFICE, "/announcements/new", language="en", java_script_enabled=False)
    office.select_option("[name=audience]", "school")
    office.fill("[name=title]", "Trip on Friday")
    office.fill("[name=text]", "We leave at **8:00**.")
    office.get_by_role("button", name=says(office, "announcements.preview"), exact=True).click()
    expect(office.locator("#preview strong")).to_have_text("8:00")
    expect(office.locator("[name=title]")).to_have_value("Trip on Friday")
    office.set_input_files("input[name=file]", {"name": "list.txt", "mimeType": "text/plain", "buffer": b"water, hat"})
    office.click("button[value=publish]")
    expect(office.locator("h1")).to_have_text("Trip on Friday")
    url = office.url.split("?")[0]
    mother = scene.open(MOTHER, url.removeprefix(office.base), language="ar", java_script_enabled=False)
    link = mother.get_by_role("link", name=re.compile("list.txt"))
    assert mother.request.get(mother.base + link.get_attribute("href")).text() == "water, hat"
    with mother.expect_navigation():
        mother.locator("form[data-read] button").click()
    office.goto(url + "/readers")
    expect(office.locator("main")).to_contain_text("ليلى")
    office.goto(url + "/readers?unread=1")
    expect(office.locator("main")).to_contain_text("Omar Haddad")
    expect(office.locator("main")).not_to_contain_text("ليلى")
