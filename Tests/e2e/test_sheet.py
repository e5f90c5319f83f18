"""A page that opens as a sheet over the list it was opened from: slow lines, no line, and Back."""
import re

import pytest
from playwright.sync_api import expect

import contract
from conftest import arrive
from words import say

CHILD = re.compile(rf"/students/{contract.ID.pattern}$")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_sheet_on_a_slow_line_and_on_none(sign_in, language):
    page = sign_in("teacher", language, viewport={"width": 390, "height": 844})
    page.goto(page.base + "/students")
    arrive(page, "students.list")
    row, sheet = page.locator("#students .cell--link a").first, page.locator("dialog#sheet")
    name = row.inner_text().split("\n")[0]

    held = []
    page.route(CHILD, lambda route: held.append(route))
    row.click()
    expect(sheet.get_by_text(say(language, "kit.loading"))).to_be_attached()  # what it will look like, at once
    held.pop().abort()
    expect(sheet.get_by_role("alert")).to_contain_text(say(language, "kit.offline.title"))

    page.unroute(CHILD)
    sheet.get_by_role("link", name=say(language, "kit.try-again")).click()
    expect(sheet.locator(".dialog__title")).to_contain_text(name.split()[0])
    expect(page).to_have_url(CHILD)
    page.go_back()
    expect(sheet).to_be_hidden()
    arrive(page, "students.list")
    assert page.url.endswith("/students")


def test_what_is_on_a_sheet_stays_true(sign_in, people):
    """The sheet is listened to as a page is: what the office changes arrives while it is open, and while it is on its way."""
    office, asked = people.token("admin"), {"Accept": "application/json"}
    made = office.request("POST", "/api/v1/students", json={"given": "Sheet", "family": "Zz"}, headers=asked).json()["id"]

    def call(name):
        answer = office.request("POST", f"/api/v1/students/{made}", json={"given": "Sheet", "family": "Zz", "called": name}, headers=asked)
        assert answer.status_code == 200, answer.text

    page = sign_in("admin")
    page.goto(page.base + "/students?q=Sheet")
    arrive(page, "students.list")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    row, sheet = page.locator("#students .cell--link a").first, page.locator("dialog#sheet")
    overtaken = []

    def overtake(route):
        overtaken.append(route.fetch())
        call("Shelly")  # the page hears of it before this sheet is there
        route.fulfill(response=overtaken[0])

    page.route(CHILD, overtake, times=1)
    row.click()
    expect(sheet).to_contain_text("Shelly")
    assert "Shelly" not in overtaken[0].text()
    call("Sheila")
    expect(sheet).to_contain_text("Sheila")
    page.keyboard.press("Escape")
    expect(row).to_contain_text("Sheila")  # the list beneath asks once the sheet is closed
