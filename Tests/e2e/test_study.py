"""Daily study, in Hebrew and English: a day is marked and taken back, cards are learnt by keyboard, a guest's days go along."""
import re

import pytest
from playwright.sync_api import expect

from conftest import arrive, open_page, visits
from school import Server, Session
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def campus():
    with Server("study") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_student_studies_today_and_the_streak_grows(people, language):
    """5.1 Maya 1 and 2, with a line: six days, the question, Done, seven; a second tap adds nothing, and undo takes it back."""
    page = people("maya", language, "/study", **PHONE)
    card = page.locator(".study-card").filter(has_text=say(language, "study.streak", 6, plural="other"))
    expect(card).to_contain_text(say(language, "study.asked"))
    card.get_by_role("link").last.click()
    arrive(page, "study.day")
    page.locator(".study-button").click()
    done = page.locator("#study-done")
    expect(done).to_contain_text(say(language, "study.well-done"))
    expect(done).to_contain_text(say(language, "study.is-done"))
    expect(done).to_contain_text(say(language, "study.streak", 7, plural="other"))
    expect(done).to_contain_text(say(language, "study.earned"))
    page.reload()
    expect(done).to_contain_text(say(language, "study.streak", 7, plural="other"))
    expect(page.locator(".study-button")).to_have_count(0)
    page.goto(page.base + "/")
    expect(page.locator("main")).to_contain_text(say(language, "study.answered"))
    page.go_back()
    done.get_by_role("button", name=say(language, "study.undo")).click()
    expect(page.locator(".study-button")).to_be_visible()
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_reminder_is_chosen_and_says_which_way_this_device_has_it(people, language):
    page = people("maya", language, "/study", **PHONE)
    page.locator("main").get_by_role("link", name=say(language, "study.reminder"), exact=True).click()
    arrive(page, "study.reminder")
    expect(page.locator("[data-way=feed]")).to_be_visible()
    expect(page.locator("[data-way=push]")).to_be_hidden()
    page.locator("input[name=on]").check()
    page.locator("input[name=at]").fill("18:30")
    page.get_by_role("button", name=say(language, "study.reminder.save"), exact=True).click()
    expect(page.locator("body")).to_contain_text(say(language, "study.reminder.saved"))
    page.reload()
    expect(page.locator("input[name=at]")).to_have_value("18:30")
    expect(page.locator("input[name=on]")).to_be_checked()
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_cards_are_learnt_with_the_keyboard(people, language):
    """Space turns the card, 3 is Good, Z takes it back; what is left is counted."""
    page = people("maya", language, "/study/decks")
    page.locator("main a[href^='/study/decks/0']").first.click()
    arrive(page, "flashcards.deck")
    page.locator("main a[href$='/review']").first.click()
    arrive(page, "flashcards.review")
    first = page.locator(".flashcard__front").inner_text()
    expect(page.locator(".flashcard__answer")).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.locator(".flashcard__answer")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator(".flashcard__front")).not_to_have_text(first)
    arrive(page, "flashcards.review")
    page.keyboard.press("z")
    expect(page.locator(".flashcard__front")).to_have_text(first)
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_guest_studies_and_takes_the_days_along(browser, campus, opened, language):
    """A10: without an account the log lives in the browser; who signs in there adds it, and nothing is asked twice."""
    page = open_page(browser, None, locale=language, base_url=campus.base)
    opened.append(page)
    page.goto(campus.base + "/study/guest")
    page.locator("main a[href^='/study/guest/']").first.click()
    arrive(page, "study.guest-day")
    page.locator("[data-guest-done]").click()
    expect(page.locator("[data-guest-finished]")).to_be_visible()
    expect(page.locator("#guest-streak")).to_contain_text(say(language, "study.streak", 1, plural="one"))
    page.reload()
    expect(page.locator("[data-guest-finished]")).to_be_visible()
    track = re.search(r"/study/guest/[^/]+/([^/?]+)", page.url).group(1)
    who = {"en": "adam", "he": "yusuf"}[language]
    session = Session(campus, campus.known(who)).sign_in().speak(language)
    page.context.add_cookies([{"name": n, "value": v, "url": campus.base} for n, v in session.cookies.items()])
    page.goto(campus.base + "/study")
    page.locator("[data-guest-add]").click()
    expect(page.locator("[data-guest-added]")).to_be_visible()
    page.goto(campus.base + "/study")
    expect(page.locator(f"#study-{track}")).to_contain_text(say(language, "study.answered"))
    expect(page.locator("[data-guest-add]")).to_be_hidden()
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_ten_sums_are_answered_and_explained(people, language):
    """A round of arithmetic is reckoned by the server; each wrong one stands with what is right."""
    page = people("maya", language, "/study/tools", **PHONE)
    page.locator("a[href='/study/tools/arithmetic']").first.click()
    fields = page.locator("main input[name^=a][inputmode=numeric]")
    expect(fields).to_have_count(10)
    for place in range(10):
        fields.nth(place).fill("1")
    page.locator("main form button[type=submit], main form button:not([type])").last.click()
    expect(page).to_have_url(re.compile("/study/tools/arithmetic/rounds/"))
    assert not page.errors
