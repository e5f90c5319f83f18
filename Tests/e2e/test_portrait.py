"""The page of a child: what stands on the first screen of a phone, and one sheet of paper for the talk with its parents."""
import re

import pytest
from playwright.sync_api import expect

from conftest import arrive
from words import say


def open_child(sign_in, role, language, **options):
    page = sign_in(role, language, **options)
    page.goto(page.base + "/students")
    arrive(page, "students.list")
    page.goto(page.base + page.locator("#students .cell--link a").first.get_attribute("href"))
    arrive(page, "students.student")
    return page


@pytest.mark.parametrize("language", ["en", "fr", "ar", "he"])
def test_a_child_is_seen_on_the_first_screen_of_a_phone(sign_in, language):
    page = open_child(sign_in, "admin", language, viewport={"width": 390, "height": 844})
    for part in [".portrait__figures .stat", ".portrait__chips", ".picture__drawing--year"]:
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= 844, (part, box)


@pytest.mark.parametrize("role,language", [("teacher", "en"), ("admin", "fr"), ("teacher", "ar"), ("admin", "he")])
def test_a_child_is_printed_on_one_sheet(sign_in, browser, role, language):
    page = open_child(sign_in, role, language)
    page.evaluate("""() => {
      document.querySelector('h1').textContent = 'Marie-Antoinette Élisabeth Vandenbroucke-Montesquieu de la Rochefoucauld'
      for (const name of document.querySelectorAll('.portrait bdi')) if (/[a-z]{4}|[א-ת]{4}|[ء-ي]{4}/i.test(name.textContent)) name.textContent += ' — ' + name.textContent
    }""")
    page.emulate_media(media="print")
    expect(page.locator(".portrait__year")).to_be_visible()
    expect(page.locator(".portrait__record")).to_be_hidden()
    if browser.kind == "chromium":  # only it prints without a printer
        paper = page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="screen")
    expect(page.get_by_role("button", name=say(language, "students.print"))).to_be_visible()
