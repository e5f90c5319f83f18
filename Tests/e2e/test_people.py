"""People whom a roster brought, and what the office says about its school: in real browsers."""
import re

from playwright.sync_api import expect

import contract
from school import Session
from conftest import arrive
from test_day import DESKTOP, PHONE, day, fill, press, upload  # noqa: F401 (day is a fixture)
from words import say

HELEN = "helen.marsh@example.org"  # a guardian in the roster, whom nobody has invited


def members(day, text):
    """What the owner's API says of the members with these words in their names."""
    session = Session(day.server, day.server.account("owner")).take_token()
    answer = session.get(f"/api/v1/members?q={text}", headers={"Accept": "application/json"})
    return answer.json()["members"]


def bring_roster(day):
    page = day.open("avi@rimon.example", **DESKTOP)
    upload(page)
    page.get_by_role("button", name=say(page.language, "exchange.apply")).click()
    expect(page.get_by_text(say(page.language, "exchange.done.title"))).to_be_visible()


def slip(day, group, name):
    """The code of the slip of somebody, as the office prints it."""
    page = day.open("dana@rimon.example", "/members/access", **DESKTOP)
    page.locator("#by-group select[name=group]").select_option(group)
    page.locator("#by-group").get_by_role("button", name=say("en", "members.make-slips")).click()
    expect(page.locator("main")).to_have_attribute("data-page", "members.slips")
    mine = page.locator(".slip").filter(has_text=name)
    expect(mine.locator("svg")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.errors == []
    return mine.locator(".slip__code").inner_text()


def test_who_came_with_a_roster_takes_over_the_account_that_waits(day):
    bring_roster(day)
    (before,) = members(day, "helen.marsh")
    code = slip(day, "guardian", HELEN)

    page = day.stranger(**PHONE)
    page.goto(day.server.base + "/join?code=" + code)
    expect(page.locator("#claim")).to_contain_text(HELEN)
    expect(page.get_by_label(say("en", "accounts.identifier"))).to_have_value(HELEN)
    assert page.get_by_label(say("en", "members.your-name")).count() == 0, "the name is known"
    fill(page, "accounts.password", "a-long-password-9")
    page.get_by_label(say("en", "accounts.agree")).check()
    press(page, "members.claim")
    expect(page.locator("main")).to_have_attribute("data-page", "home.today")
    expect(page.get_by_role("main")).to_contain_text("Ada Marsh")
    (after,) = members(day, "helen.marsh")
    assert after["account"] == before["account"], "a second account"

    late = day.stranger(**PHONE)
    late.goto(day.server.base + "/join?code=" + code)
    expect(late.get_by_role("main")).to_contain_text(say("en", "members.code-redeemed"))
    expect(late.get_by_label(say("en", "members.your-name"))).to_have_count(0)  # before anything is typed
    assert page.errors == []


def test_the_office_says_how_its_school_works_and_takes_it_back(day):
    page = day.open("dana@rimon.example", "/settings", **DESKTOP)
    page.get_by_role("link", name=say("en", "schools.school-settings")).click()
    days = page.get_by_label(say("en", "schools.correction-days"))
    expect(days).to_have_value("14")
    days.fill("3")
    page.locator("#registers").get_by_role("button", name=say("en", "schools.save")).click()
    expect(page.get_by_label(say("en", "schools.correction-days"))).to_have_value("3")
    page.get_by_role("button", name=say("en", "kit.undo")).click()
    expect(page.get_by_label(say("en", "schools.correction-days"))).to_have_value("14")

    terms = page.locator("#terms")
    for name, first, last in (("Autumn", "2026-09-01", "2026-12-20"), ("Winter", "2026-12-20", "2027-03-01")):
        terms.get_by_label(say("en", "schools.term-name")).fill(name)
        terms.get_by_label(say("en", "schools.first-day")).fill(first)
        terms.get_by_label(say("en", "schools.last-day")).fill(last)
        with page.expect_navigation():
            terms.get_by_role("button", name=say("en", "schools.add-term")).click()
    expect(terms).to_contain_text("It shares days with Autumn.")
    expect(terms.get_by_label(say("en", "schools.term-name"))).to_have_value("Winter")
    terms.get_by_label(say("en", "schools.first-day")).fill("2026-12-21")
    terms.get_by_role("button", name=say("en", "schools.add-term")).click()
    terms.get_by_role("link", name="Winter").click()
    page.get_by_role("button", name=say("en", "schools.remove-term")).click()
    expect(page.locator("#terms")).not_to_contain_text("Winter")
    page.get_by_role("button", name=say("en", "kit.undo")).click()
    expect(page.locator("#terms")).to_contain_text("Winter")
    assert [e for e in page.errors if "422" not in e] == []


def test_a_school_is_deleted_and_comes_back(day):
    teacher = day.open("omar@rimon.example", "/students", **DESKTOP)
    page = day.open("dana@rimon.example", "/settings/school", **DESKTOP)
    page.locator("#deletion").get_by_role("link", name=say("en", "schools.delete")).click()
    expect(page.get_by_role("link", name=say("en", "schools.export"))).to_be_visible()
    fill(page, "schools.type-name", "Rimon School")
    fill(page, "schools.your-password", day.server.account("owner")["password"])
    press(page, "schools.delete")
    expect(page.locator("main")).to_have_attribute("data-page", "schools.school")
    teacher.wait_for_url("**/welcome")  # an open page leaves by itself
    teacher.goto(teacher.base + "/students")
    expect(teacher.locator("main")).not_to_have_attribute("data-page", "students.list")
    page.locator("#deletion").get_by_role("button", name=say("en", "schools.restore")).click()
    expect(page.get_by_text(say("en", "schools.restored"))).to_be_visible()
    teacher.goto(teacher.base + "/students")
    expect(teacher.locator("main")).to_have_attribute("data-page", "students.list")


def test_ticks_outlive_a_search(day):
    """Children who come into a class are ticked one search after the other."""
    page = day.open("dana@rimon.example", "/classes", **DESKTOP)
    page.get_by_role("link", name=re.compile("Sunflowers")).first.click()
    page.get_by_role("link", name=say("en", "classrooms.add-existing")).click()
    arrive(page, "classrooms.enrolment")
    names = page.locator("#candidates .check__text bdi")
    first, second = names.nth(0).inner_text(), names.nth(5).inner_text()
    page.locator("#candidates input[name=student]").nth(0).check()
    page.get_by_role("searchbox").fill(second)
    ticked = page.locator("#candidates input[name=student]:checked")
    expect(page).to_have_url(re.compile("[?&]q="))  # written when what was found is on the page
    expect(ticked).to_have_count(1)
    page.locator("#candidates .check").filter(has_text=second).locator("input").first.check()
    page.get_by_role("searchbox").fill("")
    expect(page).not_to_have_url(re.compile("[?&]q="))
    expect(ticked).to_have_count(2)
    expect(page.locator("#candidates .check").first).to_contain_text(re.compile(f"{re.escape(first)}|{re.escape(second)}"))


def test_a_code_is_scanned_where_the_browser_can_and_no_other_page_may_look(day):
    page = day.stranger(**PHONE)
    page.add_init_script("""
      globalThis.BarcodeDetector = class {
        static getSupportedFormats() { return Promise.resolve(["qr_code"]) }
        detect() { return Promise.resolve([{ rawValue: "7F3K-7F3K-7F3K-7F3K-7F3K-7F3K-7F3K" }]) }
      }""")
    answer = page.goto(day.server.base + "/join")
    assert answer.headers["permissions-policy"].startswith("camera=(self)")
    page.get_by_role("button", name=say("en", "members.scan")).click()
    expect(page.get_by_label(say("en", "members.code")).first).to_have_value("7F3K-7F3K-7F3K-7F3K-7F3K-7F3K-7F3K")
    expect(page.locator("#scan")).not_to_be_visible()
    assert page.goto(day.server.base + contract.SIGN_IN).headers["permissions-policy"].startswith("camera=()")
    assert page.errors == []
