"""A device gets the rows themselves by the live line: what a colleague does is shown without a question to the server."""
import re

import pytest
from playwright.sync_api import expect

from school import Session
from test_day import CHILD, expect_mark, poll
from test_offline import DANA, OMAR, bus, register_of, standing, tap, waits  # noqa: F401

ASKED = ("/api/v1/sync/pull", "/api/v1/sync/push", "/attendance/:slot/:day")


def asked(bus):  # noqa: F811
    """How often the server was asked for rows, or for the register."""
    text = Session(bus.server).get("/metrics").text
    counts = re.findall(r'homeroom_requests_total\{([^}]*)\} (\d+)', text)
    return sum(int(count) for key, count in counts if 'method="GET"' in key or "sync" in key if any(f'route="{route}"' in key for route in ASKED))


def child_of(session, path):
    data = session.get("/api/v1" + path, headers={"Accept": "application/json"}).json()
    return next(one["student"] for one in data["students"] if one["name"] == CHILD)


def settled(page, bus):  # noqa: F811
    """Until nothing is under way any more: the page's own questions have been answered."""
    seen = []
    def same():
        seen.append(asked(bus))
        page.wait_for_timeout(700)
        return len(seen) > 1 and seen[-1] == seen[-2]
    poll(same)
    return seen[-1]


@pytest.mark.firefox
def test_a_colleagues_mark_comes_as_a_row(bus):  # noqa: F811
    page, colleague = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    student = child_of(colleague, path)
    expect(page.locator("html")).to_have_attribute("data-device", "on")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    before = settled(page, bus)
    assert before > 2, "the measure counts"
    for status in ("late", "absent", "present"):
        assert colleague.post(path, {f"marks.{student}": status}).status_code in (200, 303)
        expect_mark(page, status, CHILD)
    assert asked(bus) == before, "the rows came by the line, and the page was made from them"
    # what was heard is here without a line, too, also when the worker has to read it from the disk
    poll(lambda: (standing(page) or {}).get("state") == "ready")
    page.wait_for_timeout(1500)
    bus.line.cut()
    page.reload()
    expect_mark(page, "present", CHILD)
    # and what is typed on top of it goes out, and comes back
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    waits(page, 1)
    bus.line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    waits(page, 0)
    expect_mark(page, "late", CHILD)


@pytest.mark.firefox
def test_a_device_that_waits_asks_and_does_not_take_rows_on_top(bus):  # noqa: F811
    """Somebody types while the server is silent to their posts; a colleague's mark comes meanwhile; both are there in the end."""
    page, colleague = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    student = child_of(colleague, path)
    bus.line.cut()
    page.reload()
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    waits(page, 1)
    others = [one["student"] for one in colleague.get("/api/v1" + path, headers={"Accept": "application/json"}).json()["students"] if one["student"] != student]
    assert colleague.post(path, {f"marks.{others[0]}": "absent"}).status_code in (200, 303)
    bus.line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    waits(page, 0)
    expect_mark(page, "late", CHILD)
    expect(page.locator("[data-mark=absent][aria-pressed=true]")).to_have_count(1)
