"""A phone's room: what is unread, what clashes, and what was said above an open keyboard."""
import datetime, re

import pytest
from playwright.sync_api import expect

from conftest import arrive
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "screen": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = "Parliamentary debating and public speaking, with Donaudampfschifffahrtsgesellschaftskapitänsmützen"


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])
@pytest.mark.parametrize("who", ["owner", "teacher", "guardian", "student"])
def test_the_first_useful_thing_begins_near_the_top(sign_in, who, size):
    """The lesson, the work, the sentence of the child or today by class: within 200 pixels, not after announcements."""
    page = sign_in(who, "en", viewport={"width": size[0], "height": size[1]})
    page.goto(page.base + "/")
    first = page.locator("[data-first]")
    expect(first).to_have_count(1)
    top, high = page.evaluate("[document.querySelector('[data-first]').getBoundingClientRect().top + scrollY, document.documentElement.scrollHeight]")
    assert top <= 200, f"it begins at {top}"
    if who == "student" and size[0] == 1440:
        assert high <= 1400, f"the page is {high} high"


def test_an_unread_title_begins_in_its_first_line_and_is_whole(sign_in):
    page = sign_in("guardian", "en", **PHONE)
    page.goto(page.base + "/announcements")
    titles = page.locator("main [data-unread] .cell__title")
    expect(titles.first).to_be_visible()
    for title in titles.all():
        cut, above = title.evaluate("""title => {
          const link = title.querySelector('a'), range = document.createRange()
          range.selectNodeContents(link.lastChild)
          return [title.scrollHeight - title.clientHeight, range.getClientRects()[0].top - title.getBoundingClientRect().top] }""")
        assert cut <= 1 and above < 12, f"{title.inner_text()}: {cut} px are cut, and it begins {above} px below"


def test_a_clash_with_a_long_name_stays_within_its_day(sign_in, people):
    """Two long names at one hour: said in the entry, and nothing is wider than the screen."""
    owner, day = people.session("owner"), (datetime.date.today() + datetime.timedelta(days=45)).isoformat()
    made = [owner.post("/api/v1/schedule/events", {
        "title": LONG + ending, "kind": "event", "audience": "school", "from": day, "start": "16:00", "end": "17:00",
        "place": "Hall", "anyway": "on"}, headers={"Accept": "application/json"}) for ending in ("", " II")]
    assert [answer.status_code for answer in made] == [201, 201], made[0].text[:500]
    page = sign_in("owner", "en", **PHONE)
    page.goto(f"{page.base}/schedule?view=week&on={day}")
    expect(page.locator("main .cal-entry .badge").first).to_be_visible()
    wide = page.evaluate("""() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll('.cal-entry *')]
      .filter(e => e.getBoundingClientRect().width > 1)
      .map(e => e.getBoundingClientRect().right - e.closest('.cal-entry').getBoundingClientRect().right)]""")
    for answer in made:
        assert owner.post(f"/schedule/events/{answer.json()['id']}/deletion", {}).status_code == 303
    assert max(wide) <= 1, wide


def test_above_an_open_keyboard_there_is_room_for_what_was_said(sign_in):
    page = sign_in("guardian", "en", **PHONE)
    page.goto(page.base + "/messages")
    page.locator("main .cell a").first.click()
    arrive(page, "messages.conversation")
    field = page.locator("#composer textarea")
    field.tap()
    # as browsers do that make the page lower for the keyboard
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", {
        "width": 390, "height": 504, "screenWidth": 390, "screenHeight": 844, "deviceScaleFactor": 1, "mobile": True})
    expect(page.locator(".talk[data-keyboard]")).to_have_count(1)
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=re.compile(say("en", "messages.send")))).to_be_in_viewport(ratio=1)
    assert page.locator(".talk__scroll").bounding_box()["height"] >= 300
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1
