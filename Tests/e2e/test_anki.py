"""Anki itself makes the packages that we read and reads what we write; the published scheduler says when cards come again."""
import copy
import datetime

import fsrs
import pytest
from playwright.sync_api import expect

import ankipackages
from conftest import arrive, visits
from school import Server, Session
from test_day import poll
from words import say

JSON = {"Accept": "application/json"}
NOON = datetime.time(12, tzinfo=datetime.timezone.utc)
# The published scheduler counts whole spans of 24 hours, we count dates of studying: an hour later on each next day they agree, for
# the steps of the first day take minutes.
LATER = datetime.time(13, tzinfo=datetime.timezone.utc)


@pytest.fixture(scope="module")
def campus():
    with Server("anki") as made:
        yield made


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    return ankipackages.make(tmp_path_factory.mktemp("anki"))


@pytest.fixture(scope="module")
def maya(campus):
    """By token, as a program."""
    return Session(campus, campus.known("maya")).take_token()


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def sent(session, path, form, **more):
    answer = session.request("POST", "/api/v1" + path, headers=JSON, **({"json": form} if not more else {"data": form}), **more)
    assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text[:500]}"
    return answer.json()


def read(session, path):
    answer = session.get("/api/v1" + path, headers=JSON)
    assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:500]}"
    return answer.json()


def new_deck(session, name):
    return "/study/decks/" + sent(session, "/study/decks", {"name": name})["id"]


def bring(session, deck, path):
    """Looks at a package and puts it in: what was said of it before, and what it did."""
    looked = sent(session, deck + "/import", {}, files={"file": (path.name, path.read_bytes(), "application/zip")})
    run = deck + "/import/runs/" + sent(session, deck + "/import/package", {"upload": looked["upload"]})["run"]
    done = poll(lambda: (now := read(session, run))["state"] != "running" and now, why="the package was never in")
    assert done["state"] == "done", done
    return looked, {name: done[name] for name in ("new", "changed", "kept", "reviews", "media")}


@pytest.mark.parametrize("generation", ankipackages.GENERATIONS)
def test_a_package_of_each_generation_comes_in_once(maya, packages, generation):
    """Notes with media, gaps and a history; hidden parts of pictures are counted and left; again, nothing is doubled."""
    deck = new_deck(maya, generation)
    looked, done = bring(maya, deck, packages[generation])
    assert (looked["new"], looked["skipped"], looked["missing"]) == (4, 1, 0)
    assert [part["name"] for part in looked["decks"]] == [ankipackages.DECK]
    assert done == {"new": 4, "changed": 0, "kept": 0, "reviews": looked["reviews"], "media": 2}
    notes = {note["front"]: note for note in read(maya, deck)["notes"]}
    assert set(notes) == {"pomme **rouge**", "pain", "In {{c1::1492::year}} {{c2::he}} sailed", "lait"}
    assert notes["pain"]["kind"] == "both-ways" and notes["pain"]["back"] == "bread[sound:pain.wav]"
    assert "pomme 1.png" in notes["pomme **rouge**"]["back"] and notes["pomme **rouge**"]["tags"] == ["fruit"]
    assert read(maya, deck)["suspended"] == 1
    _, again = bring(maya, deck, packages[generation])
    assert again == {"new": 0, "changed": 0, "kept": 4, "reviews": 0, "media": 0}


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_package_is_looked_at_on_a_page(people, maya, packages, language):
    deck = new_deck(maya, "Page " + language)
    page = people("maya", language, deck + "/import")
    arrive(page, "flashcards.import")
    page.locator("main input[type=file]").set_input_files(str(packages["latest"]))
    page.get_by_role("button", name=say(language, "flashcards.import.look")).click()
    arrive(page, "flashcards.preview")
    expect(page.locator("main")).to_contain_text(ankipackages.DECK)
    expect(page.locator("main")).to_contain_text(say(language, "flashcards.anki.media", 2, plural="two" if language == "he" else "other"))
    expect(page.locator("main")).to_contain_text(say(language, "flashcards.anki.skipped", 1, plural="one"))
    page.get_by_role("button", name=say(language, "flashcards.import.apply")).click()
    arrive(page, "flashcards.package")
    # The open page hears of the end by itself.
    page.get_by_role("link", name=say(language, "flashcards.package.to-deck")).click()
    arrive(page, "flashcards.deck")
    expect(page.locator("main")).to_contain_text("lait")
    assert not page.errors


def test_a_package_that_is_none_is_refused(maya, packages):
    deck = new_deck(maya, "Refused")
    cut = packages["latest"].read_bytes()[:3000]
    answer = maya.request("POST", "/api/v1" + deck + "/import", headers=JSON, files={"file": ("x.apkg", cut, "application/zip")})
    assert 400 <= answer.status_code < 500 and read(maya, deck)["notes"] == []


def test_anki_reads_our_text_without_doubling(campus, maya, packages):
    """What came from Anki goes back to the same notes: known by guid, of the same kind, twice or once."""
    deck = new_deck(maya, "Back")
    bring(maya, deck, packages["latest"])
    reader = Session(campus, campus.known("maya")).sign_in()
    answer = reader.get(deck + "/export?format=anki")
    assert answer.status_code == 200
    found = ankipackages.read_text(answer.content.decode("utf-8"))
    assert [note[0] for note in found] == ["homeroom-1", "homeroom-2", "homeroom-3", "homeroom-5"]
    assert [note[1] for note in found] == ["Basic", "Basic (and reversed card)", "Cloze", "Basic"]
    assert found[0][2][0] == "pomme **rouge**" and found[0][3] == ["fruit"]


def spread(days):
    """How far an interval may be moved, by the published formula, and a day for rounding."""
    if days < 2.5:
        return 0
    return 2 + 0.15 * (min(days, 7) - 2.5) + 0.1 * max(0, min(days, 20) - 7) + 0.05 * max(0, days - 20)


def lived(grades, before):
    """A card of the published scheduler that was answered whenever it came, the last time before a day: (card, moments)."""
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    card, at, moments = fsrs.Card(), datetime.datetime.combine(before - datetime.timedelta(days=400), NOON), []
    for grade in grades:
        card, _ = scheduler.review_card(card, fsrs.Rating(grade), at)
        moments.append(at)
        soon = card.due - at < datetime.timedelta(days=1)
        at = card.due if soon else max(datetime.datetime.combine(card.due.date(), LATER), card.due)
    assert moments[-1].date() < before and card.due.date() <= before, "the series is too long for this test"
    return scheduler, card, moments


def foretold(scheduler, card, today):
    """What each grade would do today: seconds below a day, else days."""
    at = datetime.datetime.combine(today, LATER)
    found = {}
    for grade in fsrs.Rating:
        wait = scheduler.review_card(copy.deepcopy(card), grade, at)[0].due - at
        found[grade.value] = ("days", wait.days) if wait.days else ("seconds", int(wait.total_seconds()))
    return found


@pytest.mark.parametrize("grades", [[3], [3, 3], [3, 3, 3], [3, 3, 2, 3], [4, 3, 1, 3], [1, 3, 3, 4], [2, 3, 3, 3]])
def test_cards_come_again_when_the_published_scheduler_says(maya, grades):
    """Seconds to the second; days within what they are spread by, and in the order of the grades."""
    deck = new_deck(maya, "Schedule " + "".join(map(str, grades)))
    note = sent(maya, deck + "/notes", {"kind": "basic", "front": "due?", "back": "yes"})["id"]
    today = datetime.date.today()
    scheduler, card, moments = lived(grades, today)
    for place, (grade, at) in enumerate(zip(grades, moments)):
        sent(maya, deck + "/review/answers", {
            "note": note, "ordinal": "0", "grade": str(grade), "at": str(int(at.timestamp() * 1000)),
            "day": at.date().isoformat(), "device": "e2e", "sequence": str(place)})
    shown = read(maya, deck + "/review")["card"]
    assert shown and shown["note"] == note
    ours = {one["grade"]: one for one in shown["next"]}
    for grade, (unit, length) in foretold(scheduler, card, today).items():
        assert unit in ours[grade], f"{grades}, then {grade}: {ours[grade]}, not {length} {unit}"
        allowed = spread(length) if unit == "days" else 0
        assert abs(ours[grade][unit] - length) <= allowed, f"{grades}, then {grade}: {ours[grade]}, not {length} {unit}"
    days = [ours[grade]["days"] for grade in (2, 3, 4) if "days" in ours[grade]]
    assert days == sorted(days)
