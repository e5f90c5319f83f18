"""The calendar: a lesson that comes again, seen in two directions, and the same in another program."""
import datetime
import functools
import io
import re

import icalendar
import pytest
from dateutil import rrule, tz
from playwright.sync_api import expect

from test_day import day, live, poll  # noqa: F401 (day is a fixture)
from test_learning_assignments import course_of
from school import Server, Session
from words import say

# A mouse that scrolls between pressing and moving drags nothing, and where much is due the afternoon stands below 900 pixels.
WHOLE_WEEK = {"width": 1440, "height": 1300}
DANA, OMAR, MAYA, YUSUF = "dana@rimon.example", "omar@rimon.example", "maya", "yusuf"


@functools.cache  # the same one, also when midnight comes between
def monday():
    """One that is to come; no other test has anything on it."""
    today = datetime.date.today()
    return today + datetime.timedelta(days=14 - today.weekday())


def orchestra(omar, title="Orchestra"):
    """An orchestra on six Mondays from four to five, the third left out; the id of it."""
    answer = omar.post("/api/v1/schedule/events", {
        "title": title, "kind": "event", "audience": "course." + course_of(omar), "from": monday().isoformat(),
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


def listed(person, title, first, last):
    """The moments at which something begins, as our own calendar has them."""
    found, day = set(), first.replace(day=1)
    while day <= last:
        page = person.get(f"/api/v1/schedule?view=month&on={day.isoformat()}", headers={"Accept": "application/json"}).json()
        found |= {one["start"] for shown in page["days"] for one in shown["entries"] if one["title"] == title}
        day = (day + datetime.timedelta(days=32)).replace(day=1)
    return sorted(datetime.datetime.fromisoformat(one.replace("Z", "+00:00")) for one in found)


def test_the_clock_of_a_feed_is_ours_across_both_changes(day):
    """Zones made of our own VTIMEZONE by another program, over more than a year of nights in which clocks change."""
    camille = day.session("camille")
    json, hours = {"Accept": "application/json"}, ("00:30", "01:30", "03:30", "12:00")
    made = [camille.post("/api/v1/schedule/events", {
        "title": "Clock " + hour, "kind": "event", "audience": "person", "from": monday().isoformat(), "start": hour,
        "end": hour, "repeat": "daily", "count": "420"}, headers=json).json()["id"] for hour in hours]
    feed = camille.post("/api/v1/schedule/feeds", {"scope": "person"}, headers=json).json()["address"]
    calendar = icalendar.Calendar.from_ical(camille.get("/feeds/" + feed.split("/feeds/")[1]).content)
    last = monday() + datetime.timedelta(days=419)
    for hour in hours:
        found, = (part for part in calendar.walk("VEVENT") if part.get("SUMMARY") == "Clock " + hour)
        zones = {part["TZID"]: part for part in calendar.walk("VTIMEZONE")}
        ours = zones[found["DTSTART"].params["TZID"]].to_ical().decode()
        zone = tz.tzical(io.StringIO("BEGIN:VCALENDAR\r\n" + ours + "END:VCALENDAR\r\n")).get()
        begins = found.decoded("DTSTART").replace(tzinfo=None)
        theirs = [one.replace(tzinfo=zone) for one in rrule.rrulestr(found["RRULE"].to_ical().decode(), dtstart=begins)]
        assert len({one.utcoffset() for one in theirs}) == 2, "no change among them"
        assert [one.astimezone(datetime.UTC) for one in theirs] == listed(camille, "Clock " + hour, monday(), last), hour
    for event in made:
        assert camille.post(f"/schedule/events/{event}/deletion", {}).status_code == 303


def cell(page, date):
    return page.locator(f"#day-{date.isoformat()}")


def test_an_event_is_dragged_or_moved_by_a_button_and_comes_back(day):
    event = orchestra(day.session(OMAR))
    page = day.open(OMAR, f"/schedule?view=week&on={monday().isoformat()}", viewport=WHOLE_WEEK)
    live(page)
    entry = page.locator(f"[data-event='{event}']")
    entry.drag_to(cell(page, monday() + datetime.timedelta(days=2)).locator("h2"))
    page.get_by_role("dialog").get_by_role("button", name=say(page.language, "calendar.scope.one")).click()
    expect(cell(page, monday() + datetime.timedelta(days=2))).to_contain_text("Orchestra")
    page.locator("#toasts").get_by_role("button", name=say(page.language, "kit.undo")).last.click()
    expect(cell(page, monday())).to_contain_text("Orchestra")
    # the same without a mouse, and only this time
    page.goto(page.base + f"/schedule/events/{event}?day={monday().isoformat()}")
    move = page.locator("form[action$='/move']")
    move.locator("[name=to]").fill((monday() + datetime.timedelta(days=3)).isoformat())
    move.get_by_role("button").click()
    expect(cell(page, monday() + datetime.timedelta(days=3))).to_contain_text("Orchestra")
    page.goto(page.base + f"/schedule/events/{event}/occurrence?day={(monday() + datetime.timedelta(days=7)).isoformat()}")
    page.locator("main [name=title]").fill("Rehearsal")
    page.locator("main form").get_by_role("button").first.click()
    expect(page.locator("main")).to_contain_text("Rehearsal")
    page.goto(page.base + f"/schedule?view=week&on={(monday() + datetime.timedelta(days=21)).isoformat()}")
    expect(page.locator("main")).to_contain_text("Orchestra")
    assert page.errors == []


def test_this_and_what_follows_are_dragged_and_come_back(day):
    omar = day.session(OMAR)
    event = orchestra(omar, "Quartet")
    second, wednesday = monday() + datetime.timedelta(days=7), monday() + datetime.timedelta(days=9)
    page = day.open(OMAR, f"/schedule?view=week&on={second.isoformat()}", viewport=WHOLE_WEEK)
    live(page)
    page.locator(f"[data-event='{event}']").drag_to(cell(page, wednesday).locator("h2"))
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Quartet")
    asked.get_by_role("button", name=say(page.language, "calendar.scope.following")).click()
    expect(cell(page, wednesday)).to_contain_text("Quartet")
    expect(cell(page, second)).not_to_contain_text("Quartet")
    days = {d["day"] for week in range(6) for d in omar.request(
        "GET", f"/api/v1/schedule?view=week&on={(monday() + datetime.timedelta(days=7 * week)).isoformat()}",
        headers={"Accept": "application/json"}).json()["days"] if any(e["title"] == "Quartet" for e in d["entries"])}
    # the first stays on its Monday, the third is left out as before
    assert days == {(monday() + datetime.timedelta(days=n)).isoformat() for n in (0, 9, 23, 30, 37)}
    page.locator("#toasts").get_by_role("button", name=say(page.language, "kit.undo")).last.click()
    page.goto(page.base + f"/schedule?view=week&on={second.isoformat()}")
    expect(cell(page, second)).to_contain_text("Quartet")
    expect(cell(page, wednesday)).not_to_contain_text("Quartet")
    assert page.errors == []


def boxes(places):
    return [place.bounding_box() for place in places.all() if place.is_visible()]


# The first letter of an event's name is within the event: a name in English among Arabic is cut at its end, as any other.
BEGINS_INSIDE = """event => {
  const box = document.querySelector(`[data-event='${event}']`), name = box.querySelector('bdi').firstChild, letter = document.createRange()
  letter.setStart(name, 0)
  letter.setEnd(name, 1)
  const [inner, outer] = [letter, box].map(it => it.getBoundingClientRect())
  return inner.left >= outer.left && inner.right <= outer.right
}"""


def test_what_clashes_stands_side_by_side_in_the_hours_it_has(day):
    omar = day.session(OMAR)
    first = orchestra(omar)
    made = omar.post("/api/v1/schedule/events", {
        "title": "Rehearsal of a very long name that no column of a week has room for", "kind": "event", "audience": "person",
        "from": monday().isoformat(), "start": "16:30", "end": "18:00", "anyway": "on"}, headers={"Accept": "application/json"})
    assert made.status_code == 201, made.text[:500]
    page = day.open(OMAR, f"/schedule?view=week&on={monday().isoformat()}", viewport={"width": 1440, "height": 900})
    a, b = (page.locator(f"[data-event='{event}']").bounding_box() for event in (first, made.json()["id"]))
    apart = b["x"] - a["x"] if page.evaluate("document.dir") != "rtl" else a["x"] - b["x"]
    assert apart >= a["width"] and b["y"] - a["y"] == pytest.approx(a["height"] / 2, abs=3)
    assert b["height"] == pytest.approx(1.5 * a["height"], abs=3), "an hour and a half is not half as long again as an hour"
    column = cell(page, monday()).bounding_box()
    assert all(column["x"] <= box["x"] and box["x"] + box["width"] <= column["x"] + column["width"] for box in (a, b))
    omar.post("/account/language", {"language": "ar"})
    page.reload()
    assert page.evaluate("document.dir") == "rtl"
    assert page.evaluate(BEGINS_INSIDE, made.json()["id"]), "a name that is cut has lost its beginning"
    omar.post("/account/language", {"language": "en"})
    for event in (first, made.json()["id"]):
        assert omar.post(f"/schedule/events/{event}/deletion", {}).status_code == 303
    assert page.errors == []


@pytest.mark.parametrize("width, most", [(1440, 1000), (390, 1200)])
def test_a_month_is_no_longer_than_this(day, width, most):
    page = day.open(OMAR, "/schedule?view=month", viewport={"width": width, "height": 844})
    height, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth - innerWidth]")
    assert height <= most and wide <= 0, (height, wide)
    page.goto(page.base + "/schedule?view=week")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_phone_a_day_is_chosen_by_its_dots(day):
    orchestra(day.session(OMAR))
    page = day.open(MAYA, f"/schedule?view=month&on={(monday() + datetime.timedelta(days=1)).isoformat()}", viewport={"width": 390, "height": 844})
    days = page.locator(".cal-dots a")
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes(days)) and len(boxes(days)) >= 28
    expect(page.locator(".cal-chosen")).not_to_contain_text("Orchestra")
    page.locator(f".cal-dots a[href$='on={monday().isoformat()}']").click()
    expect(page.locator(".cal-chosen")).to_contain_text("Orchestra")
    expect(page.locator(".cal-dots [aria-current]")).to_have_attribute("href", re.compile(monday().isoformat()))
    assert page.errors == []


@pytest.mark.parametrize("view", ["week", "month"])
def test_a_calendar_is_one_sheet_laid_across(day, view):
    page = day.open(OMAR, f"/schedule?view={view}", viewport={"width": 1440, "height": 900})
    sheets = page.pdf(prefer_css_page_size=True)
    box = re.search(rb"/MediaBox *\[0 0 ([\d.]+) ([\d.]+)", sheets)
    assert len(re.findall(rb"/Type */Page\b", sheets)) == 1 and float(box[1]) > float(box[2])


def test_a_file_of_holidays_is_looked_at_and_then_put_in(day):
    lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:far@elsewhere", "SUMMARY:Founders’ week",
             f"DTSTART;VALUE=DATE:{monday():%Y%m%d}", f"DTEND;VALUE=DATE:{monday() + datetime.timedelta(days=3):%Y%m%d}",
             "END:VEVENT", "END:VCALENDAR", ""]
    page = day.open(DANA, "/schedule/import")
    page.locator("input[type=file]").set_input_files(
        [{"name": "days.ics", "mimeType": "text/calendar", "buffer": "\r\n".join(lines).encode()}])
    page.get_by_role("button", name=say(page.language, "calendar.import-look")).click()
    expect(page.locator("main")).to_contain_text("Founders’ week")
    with page.expect_navigation():
        page.get_by_role("button", name=say(page.language, "calendar.import-apply")).click()
    page.goto(page.base + f"/schedule?view=week&on={monday().isoformat()}")
    expect(cell(page, monday())).to_contain_text("Founders’ week")
    page.goto(page.base + "/attendance/holidays")
    expect(page.locator("main")).to_contain_text("Founders’ week")
    expect(page.locator("main").get_by_role("link", name=say(page.language, "attendance.holiday-event"))).to_have_count(1)


def test_the_secret_of_a_feed_is_in_no_log_and_led_to_by_no_page():
    with Server("feed-log", log_level="debug") as server:
        maya = Session(server, server.known(MAYA)).sign_in()
        made = maya.post("/api/v1/schedule/feeds", {"scope": "person"}, headers={"Accept": "application/json"}).json()
        path = "/feeds/" + made["address"].split("/feeds/")[1]
        answer = maya.get(path)
        assert answer.status_code == 200 and answer.headers["Referrer-Policy"] == "no-referrer"
        assert maya.get("/feeds/" + "0" * 64 + ".ics").status_code == 404
        secret = path.removeprefix("/feeds/").removesuffix(".ics")
        for asked in (f"/schedule/feeds/{made['id']}/rotation", f"/schedule/feeds/{made['id']}/revocation", "/schedule/feeds"):
            page = maya.get(asked)
            assert page.status_code == 200 and secret not in page.text
        # a line is written a moment after its answer: once the last is there, so are those before it
        assert maya.get("/healthz?last").status_code == 200
        poll(lambda: server.said().rfind("/healthz") > server.said().rfind("/feeds/:secret") > 0, why="it is not logged")
        assert secret[:16] not in server.said()
