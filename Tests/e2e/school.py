"""The demo school under test: the process, its people, and what they can reach."""
import collections, contextlib, datetime, fcntl, json, os, pathlib, random, re, shutil, signal, socket, subprocess, tempfile, threading, time
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import requests

import contract

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("HOMEROOM", str(ROOT / ".build/release/homeroom"))
OUT = ROOT / ".build" / "e2e"
# Seconds that anything may take on a busy machine. What is right is there long before; what is wrong is told a little later.
PATIENCE = 20


PORTS = pathlib.Path(tempfile.gettempdir()) / "homeroom-ports"
claims = []


def free_port():
    """A port below those the system gives to callers, so that nobody's call takes it while its server is down.

    Claimed until this process ends: another lane of the check would find it free in the same moment, or while its server is down.
    """
    PORTS.mkdir(exist_ok=True)
    for port in random.sample(range(20_000, 32_000), 100):
        claim = open(PORTS / str(port), "w")
        with contextlib.suppress(OSError), socket.socket() as s:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            s.bind(("127.0.0.1", port))
            claims.append(claim)
            return port
        claim.close()  # somebody else's
    raise AssertionError("a hundred ports, and none is free")


def demo_school():
    """The folder of a demo school that was made and stopped, for every server of this day to begin with a copy of.

    Made once by whichever lane comes first: it takes seconds, and is the same for everybody.
    """
    program = pathlib.Path(BINARY).stat()
    kept = OUT / f"demo-{program.st_mtime_ns}-{program.st_size}-{datetime.date.today()}"
    with open(OUT / "demo.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for old in OUT.glob("demo-*-*"):
                shutil.rmtree(old, ignore_errors=True)
            made = Server("demo-made", data=tempfile.mkdtemp(prefix="demo-", dir=OUT))
            try:
                made.launch(120)
                made.stop()
                made.data.rename(kept)
            finally:
                made.remove()
    return kept


class Server:
    """One `homeroom` on a data folder of its own; can be stopped, killed and started again."""

    def __init__(self, name="demo", arguments=(), data=None, port=None, wrap=(), **settings):
        """`settings` as in the environment: sign_up="yes" is HOMEROOM_SIGN_UP=yes."""
        OUT.mkdir(parents=True, exist_ok=True)
        self.data = pathlib.Path(data or tempfile.mkdtemp(prefix=f"homeroom-{name}-"))
        self.port, self.arguments, self.wrap = port or free_port(), list(arguments), list(wrap)
        self.base = f"http://localhost:{self.port}"
        self.environment = {**os.environ, **{f"HOMEROOM_{name.upper()}": value for name, value in settings.items()}}
        self.log, self.lines, self.process, self.accounts = OUT / f"{name}.log", [], None, []
        self.reader, self.logged = None, self.log.stat().st_size if self.log.exists() else 0

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.remove()
            raise

    def __exit__(self, *_):
        self.remove()

    def start(self, limit=120):
        """Not to be had in time, it is gone when the test hears of it."""
        is_usual = self.process is None and not (self.wrap or self.arguments or "HOMEROOM_DATABASE" in self.environment)
        if is_usual and not any(self.data.iterdir()):
            shutil.copytree(demo_school(), self.data, dirs_exist_ok=True)
        try:
            return self.launch(limit)
        except BaseException:
            self.kill()
            raise

    def launch(self, limit):
        command = [*self.wrap, BINARY, "demo", "--data", str(self.data), "--port", str(self.port), *self.arguments]
        self._run([*command, "--accounts"])
        if not self._wait(limit) and self.process.returncode == 0:  # printed the accounts and went
            self._accounts()
            self._run(command)
            self._wait(limit)
        if not self.is_ready:
            raise AssertionError(f"{' '.join(command)} did not say “ready {self.base}” in {limit} s:\n" + self.tail())
        self._accounts()
        return self

    def serve(self, limit=60):
        """`homeroom serve`, with no school made beforehand: what somebody has who has just installed it."""
        self._run([*self.wrap, BINARY, "serve", "--data", str(self.data), "--port", str(self.port), *self.arguments])
        assert self._wait(limit), self.tail()
        return self

    def _run(self, command):
        self.lines, log = [], open(self.log, "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, cwd=ROOT, env=self.environment)
        self.reader = threading.Thread(target=self._read, args=(self.process, log, self.lines), daemon=True)
        self.reader.start()

    def _read(self, process, log, lines):
        for line in process.stdout:
            lines.append(line.decode(errors="replace").rstrip("\n"))
            log.write(line)
        log.close()

    def memory(self, figure="VmRSS"):
        """MB that the process holds: `VmRSS` now, `VmHWM` at most so far, `RssAnon` its own alone (proc_pid_status(5))."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{figure}:\s+(\d+) kB", status)[1]) / 1024

    def processor(self):
        """Seconds of a processor that it has used (proc_pid_stat(5)): fields 14 and 15, after a name that may hold anything."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_ready(self):
        return any(line.strip() == f"ready {self.base}" for line in self.lines)

    def _wait(self, limit):
        end = time.time() + limit
        while time.time() < end and not self.is_ready:
            if self.process.poll() is not None:
                self.reader.join(limit)  # what it said last
                return self.is_ready
            time.sleep(0.02)
        return self.is_ready

    def _accounts(self):
        text = "\n".join(self.lines)
        for match in re.finditer(r"^\s*\[", text, re.M):
            try:
                self.accounts = json.JSONDecoder().raw_decode(text[match.start():].lstrip())[0]
                return
            except ValueError:
                pass

    def said(self):
        """What it has logged; the file may hold what others of its name said before."""
        return self.log.read_bytes()[self.logged:].decode(errors="replace") if self.log.exists() else ""

    def tail(self):
        return self.said()[-3000:]

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def stop(self, limit=30):
        """SIGTERM: it drains and ends by itself."""
        if self.is_alive:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(limit)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"SIGTERM, and still running after {limit} s")
        return self.process.returncode if self.process else None

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def restart(self):
        self.stop()
        return self.start()

    def remove(self):
        self.kill()
        shutil.rmtree(self.data, ignore_errors=True)

    def tool(self, *arguments, timeout=120):
        """Another command of the same program, with the same settings."""
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=timeout, cwd=ROOT, env=self.environment)

    _routes = None

    def routes(self):
        """The same of every server: asked for once."""
        if not Server._routes:
            said = self.tool("routes", "--json")
            assert said.returncode == 0, said.stderr
            Server._routes = said.stdout
        return json.loads(Server._routes)

    @property
    def schools(self):
        return list(dict.fromkeys(a["school"] for a in self.accounts))

    def account(self, role, language=None, school=0):
        """One of the printed sign-ins; the first that fits. `school` is a name or its place in the list."""
        school = self.schools[school] if isinstance(school, int) else school
        fitting = [a for a in self.accounts if a["role"] == role and a["school"] == school]
        assert fitting, f"the demo has no {role} in {school}: {self.accounts}"
        return next((a for a in fitting if a.get("language") == language), fitting[0])

    def known(self, identifier):
        """The printed sign-in of somebody."""
        return next(a for a in self.accounts if a["identifier"] == identifier)


class Session:
    """Somebody at the server without a browser. Cookies by hand: `requests` would not send a Secure one to localhost."""

    def __init__(self, server, account=None, bearer=None):
        self.server, self.account, self.bearer, self.cookies, self._csrf = server, account, bearer, {}, None
        self.http = requests.Session()
        self.http.trust_env = False

    def __str__(self):
        who = f"{self.account['role']} of {self.account['school']}" if self.account else "anonymous"
        return who + (" (token)" if self.bearer else "")

    def request(self, method, path, headers=None, **more):
        headers = {"Accept": "text/html", **(headers or {})}
        if self.cookies:
            headers.setdefault("Cookie", "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        if self.bearer:
            headers.setdefault("Authorization", f"Bearer {self.bearer}")
        answer = self.send(method, path, headers, more)
        self.keep(answer)
        return answer

    def send(self, method, path, headers, more):
        """Once more on a fresh line when the server has just closed the kept one; never when the server is gone."""
        for attempt in (1, 2):
            try:
                return self.http.request(method, self.server.base + path, headers=headers, allow_redirects=False, timeout=30, **more)
            except requests.exceptions.ConnectionError:
                assert attempt == 1 and self.server.is_alive, f"{method} {path} ended the connection"

    def keep(self, answer):
        for line in answer.raw.headers.getlist("Set-Cookie"):
            name, value = line.split(";")[0].split("=", 1)
            gone = re.search(r"max-age=0\b", line, re.I)
            self.cookies.pop(name, None) if gone or not value else self.cookies.__setitem__(name, value)

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, data=None, **more):
        """As a form of ours would: with the proof that it is ours."""
        if self.cookies and isinstance(data, dict) and "csrf" not in data and self.csrf:
            data = {**data, "csrf": self.csrf}
        return self.request("POST", path, data=data, headers={"Origin": self.server.base, **more.pop("headers", {})}, **more)

    @property
    def csrf(self):
        if self._csrf is None:
            found = re.search(r'name="csrf" (?:content|value)="([^"]*)"', self.follow(contract.HOME)[0].text)
            self._csrf = found.group(1) if found else ""
        return self._csrf

    def follow(self, path, hops=5):
        answer = self.get(path)
        while answer.status_code in (301, 302, 303, 307, 308) and hops:
            path = urlsplit(urljoin(self.server.base + path, answer.headers["Location"]))
            path = path.path + (f"?{path.query}" if path.query else "")
            answer, hops = self.get(path), hops - 1
        return answer, path

    def sign_in(self):
        self.get(contract.SIGN_IN)
        answer = self.post(contract.SIGN_IN, {"identifier": self.account["identifier"], "password": self.account["password"]})
        assert answer.status_code == 303, f"{self}: sign-in answered {answer.status_code}: {answer.text[:300]}"
        assert self.cookies, f"{self}: sign-in set no cookie"
        self._csrf = None
        return self

    def take_token(self):
        answer = requests.post(self.server.base + contract.TOKENS, timeout=30, json={
            "identifier": self.account["identifier"], "password": self.account["password"], "label": "e2e"})
        assert answer.status_code in (200, 201), f"{self}: no token: {answer.status_code} {answer.text[:300]}"
        self.bearer = answer.json()["token"]
        return self

    def invite(self, role, label):
        """The code of a new invite; for the office, by token."""
        answer = self.request("POST", "/api/v1/members/invites", json={"role": role, "label": label, "days": "7"}, headers={"Accept": "application/json"})
        assert answer.status_code == 201, f"{self}: no invite: {answer.status_code} {answer.text[:300]}"
        return answer.json()["code"]

    def join(self, code):
        answer = self.post("/join", {"code": code})
        assert answer.status_code == 303, f"{self}: {code} was not taken: {answer.status_code} {answer.text[:500]}"
        return self

    def session_cookie(self):
        """The cookie that is the session: the one with the shortest name; the others are called after it."""
        return min(self.cookies, key=len)

    def speak(self, language):
        """Reads in another language from now on: the picker's cookie, or the person's own setting where that wins."""
        self.cookies[(self.session_cookie() if self.cookies else "homeroom") + "-language"] = language
        html = self.follow(contract.HOME)[0].text
        if not re.search(rf'<html lang="{language}"', html):
            pattern = r"/(language|settings|preferences|profile)$"
            path = contract.find_route([r for r in self.server.routes() if "/api/" not in r["path"]], "POST", pattern)
            answer = self.post(path, {"language": language})
            assert answer.status_code in (200, 303), f"{path} {language}: {answer.status_code} {answer.text[:300]}"
        return self


class Reading(HTMLParser):
    """What a page links to and is called."""

    def __init__(self, html):
        super().__init__()
        self.links, self.assets, self.ids, self.page, self.forms, self.attributes = [], [], set(), None, [], set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        self.attributes.update(name for name in said if name.startswith("data-"))
        if said.get("id"):
            self.ids.add(said["id"])
        self.page = self.page or said.get("data-page")
        if tag == "a" and said.get("href"):
            self.links.append((said["href"], "download" in said))
        if tag == "form":
            self.forms.append((said.get("method", "get").upper(), said.get("action", "")))
        for name in ("src", "href") if tag in ("script", "img", "link", "source", "audio", "video") else ():
            if said.get(name):
                self.assets.append(said[name])


Seen = collections.namedtuple("Seen", "path status is_page page ids links assets forms attributes source size html")


def crawl(session, starts=(contract.HOME,), alike=12):
    """Pages reachable by links: path → Seen. Follows what a person could click, once each.

    A calendar leads from week to week for ever, and a gradebook has a page for each cell: of paths that differ in their
    ids and values alone, `alike` are looked at.
    """
    seen, kinds, waiting = {}, collections.Counter(), collections.deque((start, "") for start in starts)
    while waiting:
        path, source = waiting.popleft()
        kind = contract.shape(path)
        if path in seen or kinds[kind] >= alike:
            continue
        kinds[kind] += 1
        answer, _ = session.follow(path)
        is_page = "text/html" in answer.headers.get("Content-Type", "")
        reading = Reading(answer.text if is_page else "")
        # of a page with something to send its text is kept, for those who send it
        sends = any(method == "POST" for method, _ in reading.forms)
        seen[path] = Seen(path, answer.status_code, is_page, reading.page, reading.ids, reading.links, reading.assets, reading.forms, reading.attributes, source, len(answer.content), answer.text if sends else "")
        for href, is_file in reading.links:
            target = local(session, path, href)
            if target and not contract.SKIP.search(target) and target not in seen:
                waiting.append((target, path))
    return seen


def local(session, path, href):
    """The path on our own server that a link leads to, without its fragment; nothing for others."""
    url = urlsplit(urldefrag(urljoin(session.server.base + path, href))[0])
    if f"{url.scheme}://{url.netloc}" != session.server.base:
        return None
    return (url.path or "/") + (f"?{url.query}" if url.query else "")
