"""The calendar: a lesson that comes again, seen in two directions, and the same in another program."""
import datetime

import icalendar
import pytest
from dateutil import rrule
from playwright.sync_api import expect

from test_day import day, live  # noqa: F401 (day is a fixture)
from test_learning_assignments import course_of

OMAR, MAYA, YUSUF = "omar@rimon.example", "maya", "yusuf"


def monday():
    today = datetime.date.today()
    return today + datetime.timedelta(days=14 - today.weekday())


def orchestra(omar):
    """An orchestra on six Mondays from four to five, the third left out; the id of it."""
    answer = omar.post("/api/v1/schedule/events", {
        "title": "Orchestra", "kind": "event", "audience": "course." + course_of(omar), "from": monday().isoformat(),
        "start": "16:00", "end": "17:00", "place": "Attic", "repeat": "weekly", "count": "6"}, headers={"Accept": "application/json"})
    assert answer.status_code == 201, answer.text[:500]
    event = answer.json()["id"]
    skipped = omar.post(f"/schedule/events/{event}/skip", {"day": (monday() + datetime.timedelta(days=14)).isoformat()})
    assert skipped.status_code == 303, skipped.text[:500]
    return event


@pytest.mark.parametrize("student", [MAYA, YUSUF])
def test_what_comes_again_stands_in_the_students_week(day, student):
    omar = day.session(OMAR)
    page = day.open(student, f"/schedule?view=week&on={monday().isoformat()}")
    live(page)
    orchestra(omar)
    expect(page.locator("main")).to_contain_text("Orchestra")
    page.goto(page.base + f"/schedule?view=week&on={(monday() + datetime.timedelta(days=14)).isoformat()}")
    expect(page.locator("main")).not_to_contain_text("Orchestra")
    page.goto(page.base + f"/schedule?view=month&on={monday().isoformat()}")
    expect(page.locator("main")).to_contain_text("Orchestra")
    assert page.errors == []


def test_a_feed_says_what_the_calendar_says_until_its_address_changes(day):
    omar, maya = day.session(OMAR), day.session(MAYA)
    event = orchestra(omar)
    made = maya.post("/api/v1/schedule/feeds", {"scope": "person"}, headers={"Accept": "application/json"})
    assert made.status_code == 201, made.text[:500]
    path = "/feeds/" + made.json()["address"].split("/feeds/")[1]
    stranger = day.session(YUSUF)
    answer = stranger.get(path)
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/calendar")
    assert stranger.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n")) and b"\n" not in answer.content.replace(b"\r\n", b"")
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert not calendar.errors and not any(part.errors for part in calendar.walk())
    found, = (part for part in calendar.walk("VEVENT") if part.get("SUMMARY") == "Orchestra")
    start = found.decoded("DTSTART")
    assert start.hour == 16 and start.utcoffset() is not None
    rule = rrule.rrulestr(found["RRULE"].to_ical().decode(), dtstart=start.replace(tzinfo=None))
    left_out = {one.dt.date() for one in found["EXDATE"].dts}
    theirs = [one.date() for one in rule if one.date() not in left_out]
    assert theirs == [monday() + datetime.timedelta(days=7 * week) for week in (0, 1, 3, 4, 5)]
    # a new address ends the old one, which then is like one that never was
    feed = made.json()["id"]
    assert maya.post(f"/api/v1/schedule/feeds/{feed}/rotation", {}, headers={"Accept": "application/json"}).status_code == 201
    assert stranger.get(path).status_code == 404
    assert omar.post(f"/schedule/events/{event}/deletion", {}).status_code == 303
