"""What an Arabic or a Hebrew reader sees, in which order: every formatter's text as the Unicode bidi algorithm puts it.

`get_display` answers the line as it stands on the screen, from left to right; a reader begins at its right end.
"""
import html, re

import pytest
from bidi import get_display

CONTROLS = {code: None for code in [0x200E, 0x200F, 0x061C, *range(0x2066, 0x206A)]}


def shown(said, around):
    """The words of the screen from right to left, of a formatter's text within a sentence of the language."""
    line = get_display(f"{around} {said} {around}", base_dir="R").translate(CONTROLS).replace("\u202f", " ").replace("\u00a0", " ")
    inner = line[len(around) + 1:-len(around) - 1]
    return [word for word in reversed(re.split(r"[ –]+", inner)) if word]


def visual(word):
    """A word of letters that run to the left stands mirrored on the screen."""
    return get_display(word, base_dir="R")


@pytest.fixture(scope="module")
def texts(people):
    found = {}
    for language in ("ar", "he", "en"):
        page = people.session("admin").speak(language).get("/kit").text
        found[language] = {name: html.unescape(text) for name, text in re.findall(r'data-text="([\w-]+)">([^<]*)<', page)}
    people.session("admin").speak("en")
    return found


def test_a_range_of_hours_begins_where_the_reader_begins(texts):
    assert shown(texts["ar"]["hours"], "من") == ["8:30", "11:30", visual("ص")]
    assert shown(texts["ar"]["hours-over-noon"], "من") == ["11:30", visual("ص"), "1:15", visual("م")]
    assert shown(texts["he"]["hours"], "בין") == ["08:30", "11:30"]
    assert shown(texts["he"]["hours-over-noon"], "בין") == ["11:30", "13:15"]


@pytest.mark.parametrize("language, around", [("ar", "من"), ("he", "בין")])
def test_a_range_of_days_begins_where_the_reader_begins(texts, language, around):
    """Day, month and year of the first day, then those of the second: each range has the parts of its logical text, in order."""
    logical = [word for word in re.split(r"[ –\u00a0]+", texts[language]["days"].translate(CONTROLS)) if word]
    assert shown(texts[language]["days"], around) == [visual(word) for word in logical]
    first, last = (get_display(part, base_dir="R").translate(CONTROLS) for part in texts[language]["short-days"].split("–"))
    assert shown(texts[language]["short-days"], around) == [first, last]


@pytest.mark.parametrize("language, around", [("ar", "من"), ("he", "בין")])
def test_a_day_and_a_moment_are_read_in_their_order(texts, language, around):
    for name in ("long-day", "moment"):
        logical = texts[language][name].translate(CONTROLS).replace("\u202f", " ").replace("\u00a0", " ").split(" ")
        assert shown(texts[language][name], around) == [visual(word) for word in logical], name


@pytest.mark.parametrize("language, around", [("ar", "من"), ("he", "בין")])
def test_a_share_and_a_number_keep_their_sign_before_or_after(texts, language, around):
    line = get_display(f"{around} {texts[language]['percent']} {around}", base_dir="R").translate(CONTROLS)
    assert re.search(r"83[.,٫]4\s?%", line), line
    line = get_display(f"{around} {texts[language]['number']} {around}", base_dir="R").translate(CONTROLS)
    assert re.search(r"-12[.,٬’\s]345", line), line


def test_names_of_another_script_do_not_move_the_list(texts):
    """Maya, then Yusuf, then Tomer, from the reader's side, whatever their letters."""
    for language, around in (("ar", "من"), ("he", "בין")):
        line = get_display(f"{around} {texts[language]['list']} {around}", base_dir="R")
        places = [line.index("Maya Levi"), line.index(get_display("يوسف", base_dir="R")), line.index(get_display("תומר", base_dir="R"))]
        assert places == sorted(places, reverse=True), f"{language}: {line}"
