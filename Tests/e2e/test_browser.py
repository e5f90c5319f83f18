"""The browser's module, on what a device of somebody's holds: it answers with the page that the server shows them.

In Chromium, compiled without optimizing. `homeroom replica` writes the device's file, the server serves the words.
"""
import contextlib, datetime, functools, http.server, os, pathlib, re, threading, time

import pytest

import contract
from school import OUT, Session

MODULE = pathlib.Path(os.environ.get("BROWSER_MODULE", OUT.parent / "browser-quick" / "homeroom.wasm"))
ID = contract.ID.pattern
TEACHER, STUDENT, GUARDIAN = "omar@rimon.example", "yusuf", "leila@rimon.example"

# What the service worker will do: a message goes to where there is room for it, and the answer is read from where it lies.
LOAD = """async name => {
  const bytes = globalThis.bytesOf = async name => new Uint8Array(await (await fetch('/' + name)).arrayBuffer())
  const module = await WebAssembly.compile(await bytes(name))
  globalThis.openDevice = async (replica, words) => {
    let calls
    const system = { random_get: (at, count) => { crypto.getRandomValues(new Uint8Array(calls.memory.buffer, at, count)); return 0 } }
    const answers = {}
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (answers[from] ??= {})[name] = system[name] ?? (() => 0)
    calls = (await WebAssembly.instantiate(module, answers)).exports
    calls._start()
    const send = (call, message) => {
      const at = calls.homeroom_allocate(message.length)
      new Uint8Array(calls.memory.buffer).set(message, at)
      return calls[call]()
    }
    const text = new TextEncoder()
    globalThis.tell = (call, message) => send(call, text.encode(message))
    globalThis.ask = request => {
      const length = tell('homeroom_answer', JSON.stringify(request))
      if (length < 0) return length
      const bytes = new Uint8Array(calls.memory.buffer, calls.homeroom_result(), length).slice(), end = bytes.indexOf(10)
      const read = part => new TextDecoder().decode(part)
      return { ...JSON.parse(read(bytes.subarray(0, end))), body: read(bytes.subarray(end + 1)) }
    }
    return [send('homeroom_open', typeof replica === 'string' ? await bytes(replica) : replica), words && tell('homeroom_words', words)]
  }
}"""

# From link to link, as a person would; two pages of each kind.
WALK = """([start, now, seed]) => {
  const [queue, known, kinds, answered] = [[start], new Set([start]), {}, []]
  while (queue.length) {
    const path = queue.pop(), [address, query] = path.split('?'), kind = address.replace(/[0-9a-f-]{36}/g, '-')
    if ((kinds[kind] = (kinds[kind] ?? 0) + 1) > 2) continue
    let said
    try { said = ask({ method: 'GET', path: address, query: query ?? '', now, seed }) } catch (error) { throw new Error(`${path}: ${error}`) }
    answered.push([path, said.server ? 'server' : said.status])
    for (const [, link] of (said.body ?? '').matchAll(/href="(\\/[^"#]*)/g)) {
      const next = link.replaceAll('&amp;', '&')
      if (!next.startsWith('/assets/') && !known.has(next)) { known.add(next); queue.push(next) }
    }
  }
  return answered
}"""


@contextlib.contextmanager
def fetched_from(folder, module):
    """The address of a folder with the module, a page, and what is put there: through the debugger the module took half a minute."""
    (folder / "homeroom.wasm").symlink_to(module)
    (folder / "empty.html").touch()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    assert MODULE.exists(), "run scripts/browser.sh --quick first"
    with fetched_from(folder, MODULE) as address:
        yield folder, address


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *said):
        pass


@pytest.fixture(scope="module")
def tab(browser, files):
    with contextlib.closing(browser.new_page()) as page:
        page.goto(files[1] + "/empty.html")
        page.evaluate(LOAD, "homeroom.wasm")
        yield page


class Device:
    """Somebody's device, made from the demo school, and their browser at the server."""

    def __init__(self, tab, server, identifier, language, folder):
        self.tab, account = tab, server.known(identifier)
        self.session = Session(server, account).sign_in().speak(language)
        self.language, self.file = language, folder / f"{len(list(folder.iterdir()))}-{language}.sqlite"
        said = server.tool("replica", str(self.file), "--data", str(server.data), "--account", identifier, "--school", account["school"])
        assert said.returncode == 0, said.stderr
        base = re.search(r'href="(/assets/\w+)/app.css"', self.session.follow(contract.HOME)[0].text).group(1)
        words = self.session.get(f"{base}/words/{language}.json")
        assert words.status_code == 200 and "immutable" in words.headers["Cache-Control"]
        opened = tab.evaluate("([replica, words]) => openDevice(replica, words)", [self.file.name, words.content.decode()])
        assert opened == [0, 0]

    def ask(self, path, **more):
        address, _, query = path.partition("?")
        return self.tab.evaluate("request => ask(request)", {
            "method": "GET", "path": address, "query": query, "now": int(time.time() * 1000), "seed": os.urandom(16).hex(),
            "language": self.language, **more})


@pytest.fixture
def device(tab, server, files):
    return lambda identifier, language="en": Device(tab, server, identifier, language, files[0])


def main(html):
    """The page itself, without what is drawn anew each time: the proof of each form, and the id of its sending."""
    html = re.sub(r'<input type="hidden" name="csrf" value="[^"]*">', "", html)
    html = re.sub(r'name="command" value="[^"]*"', 'name="command"', html)
    return html[html.index("<main"):html.index("</main>")]


def title(html):
    return re.search(r"<title>(.*?)</title>", html).group(1)


def register(session):
    """A register of the last school day."""
    for days in range(7):
        day = (datetime.date.today() - datetime.timedelta(days=days)).isoformat()
        if found := re.search(rf'href="(/attendance/{ID}/{day})"', session.get(f"/attendance?day={day}").text):
            return found.group(1)
    raise AssertionError("a week without a register")


def linked(session, *patterns):
    """Where links of these shapes lead to, one page after another."""
    path = patterns[0]
    for pattern in patterns[1:]:
        found = re.search(rf'href="({pattern})"', session.follow(path)[0].text)
        assert found, f"{path} has no link like {pattern}"
        path = found.group(1)
    return path


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_teachers_register_is_the_servers(device, language):
    teacher = device(TEACHER, language)
    path = register(teacher.session)
    there, here = teacher.session.get(path).text, teacher.ask(path)
    assert here["status"] == 200 and here["headers"]["Content-Type"] == "text/html; charset=utf-8"
    names = re.findall(r"<bdi>([^<]+)</bdi>", main(there))
    assert len(names) >= 10 and all(name in here["body"] for name in names)
    assert title(here["body"]) == title(there) and f'<html lang="{language}"' in here["body"]
    assert main(here["body"]) == main(there)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_grades_of_a_student_are_the_servers_to_the_teacher(device, language):
    teacher = device(TEACHER, language)
    path = linked(teacher.session, "/courses", rf"/courses/{ID}", rf"/courses/{ID}/gradebook", rf"/courses/{ID}/grades/{ID}")
    there, here = teacher.session.get(path).text, teacher.ask(path)
    points = re.findall(r"\d+\.\d+", main(there))
    assert points and all(each in here["body"] for each in points)
    assert title(here["body"]) == title(there) and main(here["body"]) == main(there)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_students_own_grades_are_the_servers(device, language):
    student = device(STUDENT, language)
    there, here = student.session.get("/grades").text, student.ask("/grades")
    assert len(re.findall(r'class="grade__letter"', main(there))) >= 2
    assert title(here["body"]) == title(there) and main(here["body"]) == main(there)
    course = linked(student.session, "/grades", rf"/courses/{ID}/grades/{ID}")
    work = linked(student.session, course, rf"/assignments/{ID}")
    for path in [course, work]:
        there, here = student.session.get(path).text, student.ask(path)
        assert title(here["body"]) == title(there) and main(here["body"]) == main(there), path


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_conversation_is_the_servers_to_a_guardian(device, language):
    guardian = device(GUARDIAN, language)
    path = linked(guardian.session, "/messages", rf"/messages/{ID}")
    there, here = guardian.session.get(path).text, guardian.ask(path)
    assert len(re.findall(r'<div class="bubble__body">', main(there))) >= 2
    assert title(here["body"]) == title(there) and main(here["body"]) == main(there)


@pytest.mark.parametrize("identifier", [TEACHER, STUDENT, GUARDIAN])
def test_every_link_of_a_device_leads_to_an_answer(device, identifier):
    person = device(identifier)
    answered = person.tab.evaluate(WALK, ["/", int(time.time() * 1000), os.urandom(16).hex()])
    assert len(answered) > 30
    assert {status for _, status in answered} <= {200, 303, 404, "server"}, answered
    assert sum(status == 200 for _, status in answered) > len(answered) / 2, answered


def test_what_takes_the_server_is_left_to_it(device):
    student = device(STUDENT)
    for path in ["/sign-in", "/catalogue", "/api/v1/attendance", "/no/such/page", "/settings/notifications", "//messages", "/a%20b", ""]:
        assert student.ask(path).get("server"), path
    assert student.ask("/announcements", method="POST", body="title=x").get("server")
    assert student.ask("/members/invites")["status"] == 404


def test_what_nobody_can_read_is_said_to_be_so(device, tab):
    teacher = device(TEACHER)
    for message in ["", "{}", "no JSON", '{"method":"GET","path":"/"}', '{"method":"GET","path":"/","now":1,"seed":"short"}']:
        assert tab.evaluate("message => tell('homeroom_answer', message)", message) == -2, message
    for message in ["", "{}", '{"language":"en"}', '{"language":"en","words":{"a":7}}']:
        assert tab.evaluate("message => tell('homeroom_words', message)", message) == -2, message
    for message in ["", "no database", "SQLite format 3"]:
        assert tab.evaluate("message => tell('homeroom_open', message)", message) == -2, message
    assert teacher.ask("/attendance")["status"] == 200, "the device is still there"


def test_a_replica_is_its_owners_file_and_takes_nobodys_place(server, tmp_path):
    file, account = tmp_path / "phone.sqlite", server.known(TEACHER)
    words = ["replica", str(file), "--data", str(server.data), "--account", TEACHER, "--school", account["school"]]
    said = server.tool(*words)
    assert said.returncode == 0 and str(file) in said.stdout, said
    assert file.stat().st_mode & 0o777 == 0o600 and file.read_bytes().startswith(b"SQLite format 3\0")
    before = file.read_bytes()
    for wrong, sentence in [(words, "is there already"), ([*words[:1], str(tmp_path / "b"), *words[2:5], "nobody", *words[6:]], "nobody"),
                            ([*words[:1], str(tmp_path / "b"), *words[2:-1], "No School"], "No School"),
                            ([*words[:1], str(tmp_path / "no" / "b"), *words[2:]], "cannot be made")]:
        said = server.tool(*wrong)
        assert said.returncode == 1 and sentence in said.stderr and not said.stdout, said
    assert file.read_bytes() == before and not (tmp_path / "b").exists()
