"""Two people talk: at once, through a cut line and a killed server, without a script, and unseen by anybody else."""
import re

import pytest
from playwright.sync_api import expect

from conftest import SHELF, Cut, is_post, kept, open_page, until
from school import Session
from test_day import PHONE, Scene, day, live, poll, stay, stayed  # noqa: F401 (day is a fixture)
from words import say

LEILA, OMAR, AVI, MAYA, CLAIRE, DANA, LIA = (
    "leila@rimon.example", "omar@rimon.example", "avi@rimon.example", "maya", "claire@rimon.example", "dana@rimon.example", "lia")


def json(session, path):
    return session.request("GET", "/api/v1" + path, headers={"Accept": "application/json"}).json()


def talk_of(session, name):
    """The conversation with somebody, by the name it has in one's list."""
    return next(c["id"] for c in json(session, "/messages")["conversations"] if c["title"] == name)


def bubble(page, text):
    return page.locator(".bubble", has_text=text)


def write(page, text):
    page.locator("#composer textarea").fill(text)
    page.keyboard.press("Control+Enter")


def texts(session, talk):
    return [m["text"] for m in json(session, f"/messages/{talk}")["messages"]]


@pytest.mark.parametrize("other", [OMAR, AVI])
def test_two_browsers_talk_through_a_killed_server(day, other):
    """Leila in Arabic, the teacher in English, the office in Hebrew: typing, reading, a kill; nothing lost or doubled."""
    session = day.session(other)
    talk = json_post(session, "/messages", {"with": account(session, "ليلى خوري")})["id"]
    a, b = day.open(LEILA, f"/messages/{talk}", **PHONE), day.open(other, f"/messages/{talk}")
    stay(a, b)
    a.locator("#composer textarea").press_sequentially("مرحبًا", delay=20)
    typist = b.locator("[data-typist]")
    expect(typist).to_contain_text("ليلى خوري")
    expect(a.locator("[data-typist]")).to_have_count(0)
    a.keyboard.press("Control+Enter")
    expect(bubble(b, "مرحبًا")).to_have_count(1)
    expect(typist).to_have_count(0)
    expect(bubble(a, "مرحبًا").last).to_have_attribute("data-state", "read")  # b has it before their eyes
    write(b, "Hello Leila, שלום")
    expect(bubble(a, "Hello Leila")).to_have_count(1)
    day.server.kill()
    write(a, "كُتبت والخادم متوقف")
    waiting = bubble(a, "كُتبت والخادم متوقف")
    expect(waiting).to_have_attribute("data-state", "failed")
    expect(waiting.get_by_role("button", name=say("ar", "messages.retry"))).to_be_visible()
    day.server.start()
    expect(bubble(b, "كُتبت والخادم متوقف")).to_have_count(1, timeout=60_000)  # it is tried again later and later
    expect(waiting).to_have_count(1)
    expect(waiting).to_have_attribute("data-number", re.compile(r"\d+"))
    stayed(a, b)
    said = texts(day.session(LEILA), talk)
    assert [said.count(t) for t in ("مرحبًا", "Hello Leila, שלום", "كُتبت والخادم متوقف")] == [1, 1, 1]


def account(session, name):
    return next(p["account"] for p in json(session, "/messages/new")["people"] if p["name"] == name)


def json_post(session, path, data):
    answer = session.post("/api/v1" + path, data, headers={"Accept": "application/json"})
    assert answer.status_code in (200, 201), answer.text[:500]
    return answer.json()


def test_a_failed_send_waits_survives_a_reload_and_is_sent_once(day):
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    page = day.open(LEILA, f"/messages/{talk}")
    line = Cut(page, f"/messages/{talk}$", is_post)
    write(page, "على الطريق")
    failed = bubble(page, "على الطريق")
    expect(failed).to_have_attribute("data-state", "failed")
    expect(failed).to_contain_text(say("ar", "messages.state.failed"))
    page.reload()
    expect(failed).to_have_attribute("data-state", "failed")
    assert "على الطريق" not in texts(day.session(LEILA), talk)
    with page.expect_event("requestfailed"):
        failed.get_by_role("button", name=say("ar", "messages.retry")).click()
    expect(failed).to_have_attribute("data-state", "failed")
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(failed).to_have_attribute("data-state", "sent")
    assert texts(day.session(LEILA), talk).count("على الطريق") == 1
    page.locator("#composer textarea").fill("نصف جملة")
    kept(page, ["نصف جملة"])
    page.reload()
    expect(page.locator("#composer textarea")).to_have_value("نصف جملة")


def test_what_waits_goes_out_in_order_from_any_page(day):
    """The line was down on the conversation's own page; the writer is elsewhere when it is back."""
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    page = day.open(LEILA, f"/messages/{talk}")
    line = Cut(page, f"/messages/{talk}$", is_post)
    for text in ("أولًا", "ثانيًا"):
        write(page, text)
        expect(bubble(page, text)).to_have_attribute("data-state", "failed")
    line.mend()
    page.goto(page.base + "/schedule")
    def arrived():
        page.wait_for_timeout(50)  # what is routed goes through us
        return [text for text in texts(day.session(LEILA), talk) if text in ("أولًا", "ثانيًا")]

    poll(lambda: arrived() == ["أولًا", "ثانيًا"], why="what waited was not sent")
    until(page, "!Object.keys(localStorage).some(key => key.startsWith('draft:outbox'))")


def test_what_an_older_version_kept_is_sent(day):
    """It kept all of a writer's messages under one name: they are moved, and go out once."""
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    page = day.open(LEILA, f"/messages/{talk}")
    page.evaluate(SHELF + """.then(({ shelf }) => {
      const owner = document.querySelector('meta[name=live-topics]').content.split(' ').find(topic => topic.startsWith('mail/'))
      const old = (id, text) => ({ id, path: location.pathname, text, uploads: [], names: [], owner, at: Date.now() - 60000 })
      shelf.setItem('draft:outbox@' + owner, JSON.stringify([old(crypto.randomUUID(), 'من زمان'), old(crypto.randomUUID(), 'ومن بعده')])) })""")
    page.goto(page.base + "/schedule")
    poll(lambda: [t for t in texts(day.session(LEILA), talk) if t in ("من زمان", "ومن بعده")] == ["من زمان", "ومن بعده"], why="what was kept was not sent")
    page.reload()
    until(page, "!Object.keys(localStorage).some(key => key.startsWith('draft:outbox'))")
    assert texts(day.session(LEILA), talk).count("من زمان") == 1


def test_what_is_written_while_another_is_on_its_way_is_sent_as_well(day):
    talk, held = talk_of(day.session(LEILA), "Omar Haddad"), []
    page = day.open(LEILA, f"/messages/{talk}")
    hold = lambda route: held.append(route) if route.request.method == "POST" and not held else route.continue_()
    page.route(re.compile(rf"/messages/{talk}$"), hold)
    write(page, "الأولى")
    poll(lambda: page.evaluate("1") and held, why="the first is not on its way")
    write(page, "الثانية")
    held[0].continue_()
    for text in ("الأولى", "الثانية"):
        expect(bubble(page, text)).to_have_attribute("data-number", re.compile(r"\d+"))


def test_written_in_an_old_part_it_is_seen_in_the_latest(day):
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    page = day.open(LEILA, f"/messages/{talk}?before=3")
    write(page, "من فوق")
    expect(bubble(page, "من فوق")).to_have_attribute("data-number", re.compile(r"\d+"))


def test_the_list_moves_by_itself_and_the_bars_say_so(day):
    """What is said goes to the top of the other one's list with its dot; on any other page the bar has a dot."""
    leila = day.session(LEILA)
    talk = talk_of(leila, "Omar Haddad")
    omar = day.session(OMAR)
    for other in json(omar, "/messages")["conversations"]:
        omar.post(f"/messages/{other['id']}/read", {})
    listing, home = day.open(OMAR, "/messages"), day.open(OMAR, "/courses")
    stay(listing, home)
    expect(home.locator("#side-dot-messages[data-on]")).to_have_count(0)
    claire = talk_of(day.session(CLAIRE), "Omar Haddad")
    day.session(CLAIRE).post(f"/messages/{claire}", {"text": "Merci encore"})
    first = listing.locator("#talk-list > li").first
    expect(first).to_contain_text("Merci encore")
    expect(first).to_have_attribute("data-unread", "")
    expect(home.locator("#side-dot-messages[data-on]")).to_have_count(1)
    leila.post(f"/messages/{talk}", {"text": "أنا الآن في الأعلى"})
    expect(listing.locator("#talk-list > li").first).to_contain_text("أنا الآن في الأعلى")
    for one in (claire, talk):
        omar.post(f"/messages/{one}/read", {})
    expect(home.locator("#side-dot-messages[data-on]")).to_have_count(0)
    stayed(listing, home)


def test_the_list_stands_beside_the_conversation_and_moves_by_itself(day):
    """On a desk the list is before the conversation, the open one marked; on a phone there is only the conversation."""
    leila, claire, omar = day.session(LEILA), day.session(CLAIRE), day.session(OMAR)
    talk, other = talk_of(leila, "Omar Haddad"), talk_of(claire, "Omar Haddad")
    for one in json(omar, "/messages")["conversations"]:
        omar.post(f"/messages/{one['id']}/read", {})
    page, phone = day.open(OMAR, f"/messages/{talk}", viewport={"width": 1280, "height": 800}), day.open(OMAR, f"/messages/{talk}", **PHONE)
    stay(page)
    rows = page.locator("#talks-beside li")
    expect(page.locator(f"#talk-{talk}")).to_have_attribute("aria-current", "true")
    expect(phone.locator("#talks-beside")).to_be_hidden()
    left, right = (page.locator(part).bounding_box() for part in ("#talks-beside", "#talk-scroll"))
    assert left["x"] + left["width"] <= right["x"] + 1 and left["width"] >= 300, (left, right)
    live(page)
    claire.post(f"/messages/{other}", {"text": "Une question"})
    expect(rows.first).to_contain_text("Une question")
    expect(rows.first).to_have_attribute("data-unread", "")
    leila.post(f"/messages/{talk}", {"text": "سؤال"})
    expect(rows.first).to_contain_text("سؤال")
    expect(rows.first).not_to_have_attribute("data-unread", "")
    # read elsewhere, it is new here no more
    omar.post(f"/messages/{other}/read", {})
    expect(page.locator("#talks-beside li[data-unread]")).to_have_count(0)
    stayed(page)


def test_history_loads_upwards_without_a_jump(day):
    leila = day.session(LEILA)
    talk = talk_of(leila, "Omar Haddad")
    for number in range(110):
        leila.post(f"/messages/{talk}", {"text": f"line {number}\nof several"})
    page = day.open(LEILA, f"/messages/{talk}")
    expect(bubble(page, "line 109")).to_be_in_viewport()
    box = page.locator("#talk-scroll")
    expect(page.locator(".bubble")).to_have_count(50)
    first = page.locator(".bubble").first
    number = first.get_attribute("data-number")
    page.locator("[data-earlier]").scroll_into_view_if_needed()
    expect(page.locator(".bubble")).not_to_have_count(50)
    same = page.locator(f".bubble[data-number='{number}']")
    expect(same).to_be_in_viewport()
    # somebody says something while we read above: we stay where we are
    day.session(OMAR).post(f"/messages/{talk}", {"text": "down here"})
    live(page)
    expect(bubble(page, "down here")).to_have_count(1)
    expect(bubble(page, "down here")).not_to_be_in_viewport()
    # and are told that there is something below
    page.locator("[data-below]").click()
    expect(bubble(page, "down here")).to_be_in_viewport()
    expect(page.locator("[data-below]")).to_be_hidden()
    day.session(OMAR).post(f"/messages/{talk}", {"text": "and here"})
    expect(bubble(page, "and here")).to_be_in_viewport()


def test_an_old_message_is_what_it_is_now_after_the_line_was_down(day):
    """What was loaded upwards is asked for again as well, when the line has missed something."""
    leila = day.session(LEILA)
    talk = talk_of(leila, "Omar Haddad")
    old = json_post(leila, f"/messages/{talk}", {"text": "far above"})["id"]
    for number in range(60):
        leila.post(f"/messages/{talk}", {"text": f"row {number}"})
    page = day.open(OMAR, f"/messages/{talk}")
    page.locator("[data-earlier]").scroll_into_view_if_needed()
    expect(bubble(page, "far above")).to_have_count(1)
    # heard of on the line, it is put in its place at once
    live(page)
    leila.post(f"/messages/{talk}/{old}/edit", {"text": "put otherwise"})
    expect(bubble(page, "put otherwise")).to_have_count(1)
    # and when the line has missed it
    page.locator(f"#message-{old} .bubble__text").evaluate("text => text.textContent = 'far above'")
    page.evaluate("document.dispatchEvent(new CustomEvent('stream:refresh'))")
    expect(bubble(page, "put otherwise")).to_have_count(1)
    expect(bubble(page, "far above")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_without_a_script_one_can_talk_as_well(day, browser, language):
    session = day.session(LIA)
    session.speak(language)
    page = open_page(browser, session, java_script_enabled=False, locale=language)
    day.pages.append(page)
    page.goto(page.base + "/messages")
    expect(page.get_by_text(say(language, "messages.none"), exact=True)).to_be_visible()
    page.get_by_role("link", name=say(language, "messages.start")).click()
    page.get_by_role("button", name=re.compile("Dana Levi")).click()
    page.locator("#composer textarea").fill("Is the library open today?")
    page.locator("#composer input[type=file]").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    page.get_by_role("button", name=say(language, "messages.send"), exact=True).click()
    expect(bubble(page, "Is the library open today?")).to_have_count(1)
    expect(page.locator(".bubble__file")).to_contain_text("a.txt")
    page.locator(".bubble__more").click()
    page.locator("#f-text").fill("Is the library open tomorrow?")
    page.get_by_role("button", name=say(language, "messages.save"), exact=True).click()
    expect(bubble(page, "Is the library open tomorrow?")).to_contain_text(say(language, "messages.edited"))


def test_a_stranger_finds_nothing(day):
    leila = day.session(LEILA)
    talk = talk_of(leila, "Omar Haddad")
    for who in (CLAIRE, MAYA, DANA):
        other = day.session(who)
        for path in ("", "/people", "/leave"):
            assert other.get(f"/messages/{talk}{path}").status_code == 404
        assert other.post(f"/messages/{talk}", {"text": "hello"}).status_code == 404
    anonymous = Session(day.server)
    assert anonymous.get(f"/messages/{talk}").status_code in (303, 302)


def test_a_picture_is_shown_to_both(day):
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    a, b = day.open(LEILA, f"/messages/{talk}"), day.open(OMAR, f"/messages/{talk}")
    live(b)
    png = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082")
    a.locator(".composer__attach summary").click()
    a.locator("#composer input[type=file]").set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": png})
    expect(a.locator("#composer input[name=upload]")).to_have_count(1)
    write(a, "صورة")
    expect(bubble(b, "صورة").locator("img")).to_have_count(1)
    expect(bubble(a, "صورة").locator("img")).to_have_count(1)
    poll(lambda: b.evaluate("document.querySelector('.bubble__picture img')?.naturalWidth > 0"), why="the picture cannot be seen")


def test_nobody_listens_after_signing_out(day):
    """Leaving the page, and signing out, each leave no line open on the server."""
    lines = lambda: float(re.search(r"^\w*live_lines (\S+)", Session(day.server).get("/metrics").text, re.M).group(1))
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    a, b = day.open(LEILA, f"/messages/{talk}"), day.open(OMAR, f"/messages/{talk}")
    live(a), live(b)
    poll(lambda: lines() == 2, why="two people listen")
    b.close()
    poll(lambda: lines() == 1, why="a closed page still listens")
    a.get_by_role("button", name=say("ar", "kit.your-account")).click()
    a.get_by_role("button", name=say("ar", "kit.sign-out")).click()
    expect(a.locator("input[name=password]")).to_be_visible()
    poll(lambda: lines() == 0, why="somebody who has signed out still listens")


def test_what_did_not_arrive_is_not_left_out_in_silence(day):
    """A message whose file the server refused is not sent without it; taken out of the row, it goes."""
    talk = talk_of(day.session(LEILA), "Omar Haddad")
    page = day.open(LEILA, f"/messages/{talk}", **PHONE)
    page.route("**/api/v1/uploads", lambda route: route.fulfill(status=422, json={"detail": "Too large for us."}))
    page.locator(".composer__attach summary").click()
    page.locator("#composer input[type=file]").set_input_files({"name": "film.mp4", "mimeType": "video/mp4", "buffer": b"x" * 9})
    expect(page.locator(".uploads__row[data-failed]")).to_contain_text("Too large for us.")
    write(page, "here is the film")
    expect(page.locator("#toasts")).to_contain_text("film.mp4")
    expect(page.locator("#composer textarea")).to_have_value("here is the film")
    assert "here is the film" not in texts(day.session(LEILA), talk)
    page.errors.clear()  # that the file was refused
    page.keyboard.press("Enter")  # the hands are at “Remove”
    expect(page.locator(".uploads__row")).to_have_count(0)
    page.locator(".composer__send").click()
    expect(bubble(page, "here is the film")).to_have_attribute("data-state", "sent")
    assert not page.errors, page.errors


def test_from_the_first_unread_one_reads_down_to_the_end(day):
    """A hundred and twenty unread: the jump leads to the first, the rest comes by itself, and the end is alive."""
    leila, omar = day.session(LEILA), day.session(OMAR)
    talk = talk_of(leila, "Omar Haddad")
    omar.post(f"/messages/{talk}/read", {})
    for number in range(120):
        leila.post(f"/messages/{talk}", {"text": f"step {number}."})
    last = json(omar, f"/messages/{talk}")["last"]
    page = day.open(OMAR, f"/messages/{talk}?around={last - 119}", **PHONE)
    expect(bubble(page, "step 0.")).to_have_count(1)
    expect(bubble(page, "step 119.")).to_have_count(0)
    # reading on is scrolling
    poll(lambda: page.locator("#talk-scroll").evaluate("box => { box.scrollTop = 0; return !box.querySelector('[data-later]') }"))
    expect(bubble(page, "step 119.")).to_have_count(1)
    numbers = page.locator(".bubble[data-number]").evaluate_all("rows => rows.map(row => Number(row.dataset.number))")
    assert numbers == list(range(numbers[0], last + 1))
    live(page)
    leila.post(f"/messages/{talk}", {"text": "and now"})
    expect(bubble(page, "and now")).to_have_count(1)
    assert not page.errors, page.errors
