"""What all faults share: a client's book of promises, the load that writes it, and the oracle that reads it back."""
import contextlib, pathlib, random, sys, threading, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests" / "e2e"))
import requests

from school import Server, Session

WRITERS, READERS = 8, 3


class Ledger:
    """The client's own book: mark → what came back."""

    def __init__(self, deed):
        self.deed, self.lock = deed, threading.Lock()
        self.promised, self.refused, self.open, self.codes = set(), set(), set(), {}
        self.count, self.tag = 0, f"{random.randrange(16**6):06x}"

    def next(self):
        with self.lock:
            self.count += 1
            mark = f"{self.tag}n{self.count}"
            self.open.add(mark)
            return mark

    def send(self, session, mark):
        """One try. The answer decides in which column the mark stands; no answer leaves it open."""
        try:
            code, _ = self.deed.write(session, mark)
        except (requests.exceptions.RequestException, AssertionError, ValueError):
            return None
        with self.lock:
            self.codes[code] = self.codes.get(code, 0) + 1
            if code in (200, 201):
                self.open.discard(mark)
                self.promised.add(mark)
            elif 400 <= code < 500 or code == 507:
                self.open.discard(mark)
                self.refused.add(mark)
        return code

    def settle(self, session):
        for mark in sorted(self.open):
            code = self.send(session, mark)
            assert code in (200, 201), f"{mark} sent again after recovery: {code}"

    def judge(self, session):
        found = self.deed.read(session)
        lost = sorted(m for m in self.promised if not found[m])
        twice = sorted(m for m in found if found[m] > 1)
        unasked = sorted(m for m in found if m.startswith(self.tag) and m not in self.promised | self.open)
        assert not lost, f"{len(lost)} acknowledged and lost: {lost[:5]}"
        assert not twice, f"{len(twice)} done twice: {twice[:5]}"
        assert not unasked, f"{len(unasked)} refused and done all the same: {unasked[:5]}"


class Load:
    """Writers that keep the ledger and readers that open pages, until told to stop."""

    def __init__(self, server, ledger, sessions, writers=WRITERS, readers=READERS):
        self.ending = threading.Event()
        self.served, self.errors = 0, []
        self.threads = [threading.Thread(target=self.write, args=(ledger, server, sessions[0]), daemon=True) for _ in range(writers)]
        self.threads += [threading.Thread(target=self.read, args=(server, sessions[1]), daemon=True) for _ in range(readers)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join(40)

    def write(self, ledger, server, like):
        session = copy(server, like)
        while not self.ending.is_set():
            mark = ledger.next()
            code = ledger.send(session, mark)
            if code is None:
                return  # the line is gone; so is the server
            if code == 503:
                time.sleep(0.3)  # as a browser would wait, only shorter
            if code >= 500 and code not in (503, 507):
                self.errors.append(f"write {mark}: {code}")

    def read(self, server, like):
        session = copy(server, like)
        while not self.ending.is_set():
            try:
                answer = session.get("/")
                self.served += 1
                if answer.status_code >= 500 and answer.status_code != 503:
                    self.errors.append(f"GET /: {answer.status_code}")
                if answer.status_code == 503:
                    time.sleep(0.05)
            except (requests.exceptions.RequestException, AssertionError):
                return


def copy(server, like):
    made = Session(server, like.account, like.bearer)
    made.cookies = dict(like.cookies)
    # a lost line must stay lost: the ledger decides what to send again
    made.send = lambda method, path, headers, more: made.http.request(
        method, server.base + path, headers=headers, allow_redirects=False, timeout=30, **more)
    return made


def people(server, deed):
    writer = Session(server, server.account(deed.writer)).take_token()
    deed.prepare(writer)
    return writer, Session(server, server.account("teacher")).sign_in()


def signed_in(server, kept, deed):
    """The same people; signed in again only when the server has forgotten them, which is a finding in itself."""
    writer, reader = kept
    if writer.get(deed.path, headers={"Accept": "application/json"}).status_code == 401:
        print("      the token was forgotten over the restart")
        return people(server, deed)
    return writer, reader


def doctor(server, but=None):
    """All is well; or the one thing that is not is the one the test brought about itself."""
    said = server.tool("doctor", "--data", str(server.data), *server.arguments)
    findings = said.stdout.strip().splitlines()
    assert said.returncode == 0 or (but and all(but in finding for finding in findings)), f"doctor: {said.stdout[-1500:]}{said.stderr[-1500:]}"


def made(name, **more):
    return Server(f"faults-{name}", **more)


def loaded(server, ledgers, kepts):
    """All kinds of deeds at once; a stack of loads to enter."""
    return [Load(server, ledger, kept, max(2, WRITERS // len(ledgers)), READERS - at) for at, (ledger, kept) in enumerate(zip(ledgers, kepts))]


@contextlib.contextmanager
def under(loads):
    with contextlib.ExitStack() as stack:
        for load in loads:
            stack.enter_context(load)
        yield


def until(true, limit, why):
    end = time.time() + limit
    while not true():
        assert time.time() < end, why
        time.sleep(0.2)


class Skip(Exception):
    pass
