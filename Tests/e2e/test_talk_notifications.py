"""Words leave the house: letters to a mail server, pushes to Firefox, and nobody waits for either."""
import json, re, time

import pytest
from playwright.sync_api import expect

from conftest import replaced
from postal import AppleService, DeafServer, MailServer, PushService
from school import PATIENCE, Server, Session
from words import say


@pytest.fixture
def mail(tmp_path):
    made = MailServer(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def school(request):
    """A school of one's own with these settings."""
    made = []

    def start(**settings):
        made.append(Server(request.node.name[:30].replace("[", "-").replace("]", ""), **settings))
        return made[-1].start()

    yield start
    for server in made:
        server.remove()


def preferences(kind="absence", mail="once", push=""):
    chosen = {f"mail.{kind}": mail, "digest": "17:00", "quietFrom": "20:00", "quietUntil": "07:00"}
    return {**chosen, f"push.{kind}": "on"} if push else chosen


def mark_somebody_absent(server, guardian):
    """A teacher marks a child of this guardian absent today; the guardian's session finds the notification."""
    child = re.search(r"/students/([0-9a-f-]{36})", guardian.follow("/")[0].text + guardian.get("/students").text).group(1)
    for account in [a for a in server.accounts if a["role"] == "teacher"]:
        teacher = Session(server, account).sign_in()
        home = teacher.follow("/")[0].text + teacher.follow("/attendance")[0].text
        for path in dict.fromkeys(re.findall(r'href="(/attendance/[^"#?]+)"', home)):
            page = teacher.get(path)
            name = f"marks.{child}"
            if page.status_code == 200 and name in page.text:
                form = re.search(r'action="([^"]+)"[^>]*>(?:(?!</form>).)*' + re.escape(name), page.text, re.S)
                teacher.post(form.group(1) if form else path, {name: "absent"})
                return child
    raise AssertionError("nobody teaches the child today")


def test_an_invitation_is_a_letter_in_the_language_of_the_school(school, mail):
    server = school(**mail.settings())
    owner = Session(server, server.account("owner")).sign_in()
    evil = "ليلى <b>, \"x\" Bcc: y@z.example"
    answer = owner.post("/members/invites", {"role": "guardian", "label": evil, "days": "7", "email": "Leila@Example.org"})
    assert answer.status_code == 201 and "leila@example.org" in answer.text
    letter, = mail.to("leila@example.org")
    # many programs show what keeps directions apart as boxes
    assert letter["Subject"] == re.sub("[\u2066-\u2069]", "", say("he", "members.letter.subject", server.schools[0]))
    assert letter["To"].addresses[0].display_name == evil and letter["To"].addresses[0].addr_spec == "leila@example.org"
    assert letter["Bcc"] is None and letter["From"].addresses[0].addr_spec == "post@rimon.example"
    text, html = (letter.get_body((kind,)).get_content() for kind in ("plain", "html"))
    link = re.search(r"http://localhost:\d+(/join\?code=[0-9A-Z-]+)", text).group(1)
    assert link in html and "<b>" not in html
    assert server.schools[0] in Session(server).get(link).text
    # a header cannot be written into an address
    refused = owner.post("/members/invites", {"role": "guardian", "label": "x", "days": "7", "email": "a@b.cd\r\nBcc: e@f.gh"})
    assert refused.status_code == 422 or refused.status_code == 400
    assert len(mail.letters) == 1


def test_a_guardian_gets_one_letter_and_leaves_by_it(school, mail):
    server = school(**mail.settings())
    leila = Session(server, next(a for a in server.accounts if a["role"] == "guardian" and "@" in a["identifier"])).sign_in()
    leila.speak("ar")
    assert leila.post("/settings/notifications", preferences()).status_code == 303
    mark_somebody_absent(server, leila)
    address = leila.account["identifier"]
    letter, = mail.to(address)
    assert letter["Content-Language"] == "ar" and 'dir="rtl"' in letter.get_body(("html",)).get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.search(r"http://localhost:\d+(/notifications/[0-9a-f-]{36})", letter.get_body(("plain",)).get_content()).group(1)
    assert 'data-read="now"' in leila.get(path).text, "opening it changes nothing; its form does"
    lands = leila.post(path, {})
    assert lands.status_code == 303 and "/attendance" in lands.headers["Location"]
    assert leila.get(path).headers["Location"] == lands.headers["Location"]
    stranger = Session(server).get(path)
    assert stranger.status_code == 303 and stranger.headers["Location"].startswith("/sign-in?next=")
    # the link in the letter leads to one button, without signing in; looking at it changes nothing
    out = re.sub(r"^<http://localhost:\d+|>$", "", letter["List-Unsubscribe"])
    assert out.startswith("/unsubscribe?t=") and "http://localhost" + letter["List-Unsubscribe"].split("localhost")[1][:-1] in letter.get_body(("plain",)).get_content()
    shown = Session(server).get(out)
    assert shown.status_code == 200 and server.schools[0] in shown.text and f'action="{out}"' in shown.text
    assert 'value="once" selected' in leila.get("/settings/notifications").text
    assert Session(server).get(out[:-3] + "AAA").status_code == 404
    # one click, without a session: as mail programs do it
    assert Session(server).request("POST", out, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Session(server).request("POST", out[:-3] + "AAA", data={}).status_code == 404
    assert leila.get("/settings/notifications").text.count('value="off" selected') > 3
    assert len(mail.to(address)) == 1, "a second letter"


@pytest.fixture
def deafened():
    """A mail server that says these words and no others."""
    made = []

    def start(words):
        made.append(DeafServer(words))
        return made[-1]

    yield start
    for server in made:
        server.stop()


@pytest.mark.parametrize("words", [b"", b"\x16\x03garbage\r\n\xff\xfe\r\n" * 50], ids=["silent", "garbage"])
def test_nobody_waits_for_a_mail_server_on_its_worst_day(school, deafened, words):
    deaf = deafened(words)
    server = school(smtp_url=f"smtp://127.0.0.1:{deaf.port}")
    owner = Session(server, server.account("owner")).sign_in()
    for number in range(3):
        answer = owner.post("/members/invites", {"role": "teacher", "label": f"T {number}", "days": "7", "email": f"t{number}@example.org"})
        assert answer.status_code == 201
        assert owner.get("/notifications").status_code == 200
        assert deaf.asked.wait(2 * PATIENCE)
    # all was answered, and the mail server has not said a word to who still waits for it
    assert words or deaf.keeps_waiting()
    assert server.stop(2 * PATIENCE) is not None


def test_without_a_mail_server_letters_lie_in_the_outbox(school):
    server = school()
    owner = Session(server, server.account("owner")).sign_in()
    owner.post("/members/invites", {"role": "teacher", "label": "T", "days": "7", "email": "t@example.org"})
    end = time.time() + PATIENCE
    while not list(server.data.glob("outbox/*.eml")) and time.time() < end:
        time.sleep(0.05)
    letter, = server.data.glob("outbox/*.eml")
    assert letter.stat().st_mode & 0o777 == 0o600
    said = server.tool("doctor", "--data", str(server.data))
    assert "outbox" in said.stdout and said.returncode == 0, said.stdout + said.stderr
    shown = server.tool("settings")
    assert "smtp-password" in shown.stdout


@pytest.fixture
def push():
    made = PushService()
    yield made
    made.stop()


def test_firefox_rings_and_lands_on_it(playwright, school, push):
    server = school(push_hosts=push.host)
    account = server.account("guardian")
    leila = Session(server, account).sign_in()
    leila.post("/settings/notifications", preferences(mail="off", push="on"))
    firefox = playwright.firefox.launch(
        channel="moz-firefox", executable_path="/usr/bin/firefox-esr", firefox_user_prefs={
            "dom.push.serverURL": f"ws://{push.host}/", "dom.push.testing.allowInsecureServerURL": True,
            "dom.push.testing.ignorePermission": True, "dom.push.connection.enabled": True, "dom.push.enabled": True,
            # without a desktop there is nobody to show it but Firefox itself
            "permissions.default.desktop-notification": 1, "alerts.useSystemBackend": False})
    try:
        context = firefox.new_context()
        context.add_cookies([{"name": n, "value": v, "url": server.base, "httpOnly": True, "sameSite": "Lax"} for n, v in leila.cookies.items()])
        page = context.new_page()
        page.goto(server.base + "/settings/notifications")
        page.locator("#push button").click()
        page.get_by_text(say(account["language"], "notifications.device-added")).wait_for()
        mark_somebody_absent(server, leila)
        (path, fields, body), = push.wait(1)
        assert fields["content-encoding"] == "aes128gcm" and fields["authorization"].startswith("vapid t=")
        assert b"notifications" not in body
        shown, end = [], time.time() + PATIENCE
        while not shown and time.time() < end:
            page.wait_for_timeout(50)
            shown = page.evaluate("navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(n => [n.body, n.data.path]))")
        assert shown and shown[0][0] == say(account["language"], "notifications.push", 1, plural="one")
        assert fields["urgency"] == "high" and 0 < int(fields["ttl"]) <= 86400
        page.goto(server.base + shown[0][1])
        page.wait_for_url(re.compile(r"/students/[0-9a-f-]{36}/attendance$"))
    finally:
        firefox.close()


def test_the_offer_to_ring_outlives_a_replaced_page(sign_in):
    page = sign_in("guardian")
    # this Chromium has nobody to ask, and says no by itself
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    page.goto(page.base + "/settings/notifications")
    expect(page.locator("#push button")).to_be_visible()
    replaced(page)
    expect(page.locator("#push button")).to_be_visible()


def test_a_device_is_a_push_services_or_none(school):
    server = school()
    leila = Session(server, server.account("guardian")).sign_in()
    for endpoint in ["http://127.0.0.1:1/x", "https://169.254.169.254/", "https://fcm.googleapis.com@localhost/", "file:///etc/passwd"]:
        answer = leila.post("/settings/notifications/devices", {"endpoint": endpoint, "p256dh": "A" * 87, "auth": "A" * 22})
        assert answer.status_code in (400, 404, 409, 422), endpoint


@pytest.fixture
def apple(tmp_path):
    made = AppleService(tmp_path)
    yield made
    made.stop()


def test_an_apple_device_rings_over_http_2_and_says_nothing_of_the_child(school, apple, tmp_path):
    server = school(**apple.settings(tmp_path))
    account = server.account("guardian")
    leila = Session(server, account).sign_in()
    leila.post("/settings/notifications", preferences(mail="off", push="on"))
    assert leila.post("/settings/notifications/devices", {"device": "ab" * 32}).status_code in (201, 303)
    child = mark_somebody_absent(server, leila)
    assert apple.ready.wait(2 * PATIENCE)
    (headers, body), = apple.posts
    assert headers[":method"] == "POST" and headers[":path"] == "/3/device/" + "ab" * 32
    assert headers["apns-topic"] == "example.homeroom" and headers["apns-push-type"] == "alert"
    assert headers["authorization"].startswith("bearer ey")
    words = json.loads(body)
    assert words["aps"]["alert"] == {
        "title": say(account["language"], "kit.brand"), "body": say(account["language"], "notifications.push", 1, plural="one")}
    assert headers["apns-priority"] == "10" and abs(int(headers["apns-expiration"]) - time.time()) <= 86400
    assert child not in body.decode() and re.fullmatch(r"/notifications/[0-9a-f-]{36}", words["path"])
