"""Somebody has just installed it: from `homeroom serve` on an empty folder to a school of one's own."""
import re, struct, time

import pytest
import requests
from playwright.sync_api import expect

from conftest import open_page, shut
from school import PATIENCE, Server, Session
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def fresh():
    server = Server("first")
    try:
        yield server.serve()
    finally:
        server.remove()


def printed(server):
    """The path that the server has printed beside “ready”."""
    end = time.time() + PATIENCE
    while not (found := re.search(r"http\S+(/first\?code=\w+)", "\n".join(server.lines))):
        assert time.time() < end, server.lines
        time.sleep(0.02)
    return found.group(1)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_who_starts_a_new_server_gets_in_and_nobody_else(browser, fresh, language):
    page = open_page(browser, Session(fresh), locale=language, **PHONE)
    try:
        page.goto(fresh.base + "/")
        expect(page.get_by_text(say(language, "accounts.new-server"))).to_be_visible()
        path = printed(fresh)
        page.goto(fresh.base + path)
        page.get_by_label(say(language, "accounts.name")).fill("Miriam New")
        page.get_by_label(say(language, "accounts.email")).fill("miriam@new.example")
        page.get_by_label(say(language, "accounts.password"), exact=True).fill("a-long-password-9")
        page.get_by_role("button", name=say(language, "accounts.first.act")).click()
        page.get_by_role("link", name=say(language, "home.welcome.found.act")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(say(language, "home.wizard.school"))
        assert requests.get(fresh.base + path, timeout=10).status_code == 404, "the link is good for one account"
        assert page.errors == []
    finally:
        shut(page)


def test_a_real_school_has_no_cards_and_a_demo_is_entered_by_one(browser, fresh, own_server):
    """Only on the demo: a tap on a card, in the reader's language, and one is in; elsewhere there is nothing to tap or to send."""
    assert "/sign-in/as" not in requests.get(fresh.base + "/sign-in", timeout=10).text
    answer = Session(fresh).post("/sign-in/as", {"account": "01900000-0000-7000-8000-000000000000"})
    assert answer.status_code in (403, 404), answer.status_code
    page = open_page(browser, Session(own_server), locale="ar", **PHONE)
    try:
        page.goto(own_server.base + "/sign-in")
        expect(page.locator(".visitor")).to_have_count(4)
        page.locator(".visitor").filter(has_text="ليلى خوري").click()
        page.wait_for_url(own_server.base + "/")
        expect(page.locator("html")).to_have_attribute("lang", "ar")
        expect(page.locator("main")).to_contain_text("مايا خوري")
        assert page.errors == []
    finally:
        shut(page)


def test_the_demos_books_served_for_a_school_let_nobody_in_by_a_card():
    """Who goes on with the demo, or puts its backup in, has a school: the cards are gone, and stay gone."""
    with Server("went-on") as server:
        shown = requests.get(server.base + "/sign-in", timeout=10).text
        somebody = re.search(r'name="account" value="([0-9a-f-]{36})"', shown).group(1)
        server.stop()
        server.serve()
        assert "/sign-in/as" not in requests.get(server.base + "/sign-in", timeout=10).text
        answer = Session(server).post("/sign-in/as", {"account": somebody})
        assert answer.status_code in (403, 404), answer.status_code


def test_children_of_the_demo_have_portraits_and_classes_covers(own_server):
    """Drawn by code and kept like pictures that somebody has sent: whoever sees the child or the class sees them."""
    teacher = Session(own_server, own_server.known("omar@rimon.example")).sign_in()
    room = re.search(r'href="(/classes/[0-9a-f-]{36})"', teacher.get("/classes").text).group(1)
    child = re.search(r'"(/students/[0-9a-f-]{36})/photo\?v=', teacher.get("/students").text).group(1)
    for path, size in ((room + "/cover", (360, 120)), (child + "/photo", (96, 96))):
        answer = teacher.get(path)
        assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png", path
        assert struct.unpack(">II", answer.content[16:24]) == size
    other = Session(own_server, own_server.known("grace@hill.example")).sign_in()
    assert other.get(child + "/photo").status_code == 404
