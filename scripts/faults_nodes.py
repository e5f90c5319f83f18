"""Several servers on one PostgreSQL with one folder of files, behind a proxy that sends each connection to the next of them."""
import pathlib, random, shutil, socket, tempfile, threading, time

import requests

from faults_load import Ledger, Load, doctor, under, until
from faults_adapter import DEEDS
from faults_postgres import Postgres
from school import Server, Session, free_port


class Proxy:
    """As little as a proxy can be: bytes there and back. Who cannot be reached is passed over."""

    def __init__(self, ports):
        self.ports, self.next, self.port = list(ports), 0, free_port()
        self.socket = socket.create_server(("127.0.0.1", self.port), backlog=256)
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                caller, _ = self.socket.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self.lead, args=(caller,), daemon=True).start()

    def lead(self, caller):
        for _ in self.ports:
            self.next += 1
            try:
                server = socket.create_connection(("127.0.0.1", self.ports[self.next % len(self.ports)]), 2)
            except OSError:
                continue
            server.settimeout(None)
            threading.Thread(target=pass_on, args=(caller, server), daemon=True).start()
            return pass_on(server, caller)
        caller.close()

    def close(self):
        self.socket.close()


def pass_on(source, target):
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
    except OSError:
        pass  # one of the two has gone; the other is told below
    for one in (source, target):
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # gone already
        one.close()


class Front(Server):
    """What people see of the district: one address. It is there as long as any of its servers is."""

    def __init__(self, proxy, nodes):
        super().__init__("front", port=proxy.port)
        self.nodes, self.accounts = nodes, nodes[0].accounts

    @property
    def is_alive(self):
        return any(node.is_alive for node in self.nodes)


class District:
    """PostgreSQL, a folder of files, two servers and the proxy before them."""

    def __init__(self, name="nodes"):
        self.books, self.files, self.nodes, self.proxy = Postgres(), pathlib.Path(tempfile.mkdtemp(prefix="homeroom-files-")), [], None
        try:
            self.nodes = [self.node(f"{name}-{letter}") for letter in "ab"]
            self.nodes[0].start()  # it makes the demo school
            self.nodes[1].serve()
            self.nodes[1].accounts = self.nodes[0].accounts
            self.proxy = Proxy(node.port for node in self.nodes)
            self.front = Front(self.proxy, self.nodes)
        except BaseException:
            self.remove()
            raise

    def node(self, name):
        return Server(name, arguments=["--database-url", self.books.url], files=str(self.files))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        if self.proxy:
            self.proxy.close()
            self.front.remove()
        for node in self.nodes:
            node.remove()
        self.books.remove()
        shutil.rmtree(self.files, ignore_errors=True)


class Scattered(Session):
    """Somebody whose every request takes a connection of its own, and so the next server."""

    def request(self, method, path, headers=None, **more):
        return super().request(method, path, headers={**(headers or {}), "Connection": "close"}, **more)


class Steady(Load):
    """Writers that go on when one server has gone: what was left open then is sent again at the end."""

    def write(self, ledger, server, like):
        session = scattered(server, like)
        while not self.ending.is_set():
            mark = ledger.next()
            code = ledger.send(session, mark)
            if code is None or code == 503:
                time.sleep(0.05)
            elif code >= 500 and code != 507:
                self.errors.append(f"write {mark}: {code}")

    def read(self, server, like):
        session = scattered(server, like)
        while not self.ending.is_set():
            try:
                answer = session.get("/")
            except (requests.exceptions.RequestException, AssertionError):
                continue
            self.served += 1
            if answer.status_code >= 500 and answer.status_code != 503:
                self.errors.append(f"GET /: {answer.status_code}")


def scattered(server, like):
    made = Scattered(server, like.account, like.bearer)
    made.cookies = dict(like.cookies)
    # a lost line stays lost: the ledger decides what to send again
    made.send = lambda method, path, headers, more: requests.request(
        method, server.base + path, headers=headers, allow_redirects=False, timeout=30, **more)
    return made


def people(front, deed):
    writer = scattered(front, Session(front, front.account(deed.writer)).take_token())
    deed.prepare(writer)
    return writer, scattered(front, Session(front, front.account("teacher")).sign_in())


def rounds(district, deeds, count, longest):
    """One server after the other is killed under load and comes back. What they promised; raises when it was not kept."""
    front = district.front
    kepts, ledgers = [people(front, deed) for deed in deeds], [Ledger(deed) for deed in deeds]
    for number in range(count):
        victim = district.nodes[number % 2]
        loads = [Steady(front, ledger, kept, 3, 1) for ledger, kept in zip(ledgers, kepts)]
        with under(loads):
            time.sleep(random.uniform(longest / 3, longest))
            victim.kill()
            time.sleep(random.uniform(longest / 3, longest))  # the other carries on alone
        assert not any(load.errors for load in loads), [load.errors[:5] for load in loads]
        victim.serve()
        for ledger, kept in zip(ledgers, kepts):
            ledger.settle(kept[0])
            ledger.judge(kept[0])
    assert told_twice(district.books) == [], told_twice(district.books)
    return sum(len(ledger.promised) for ledger in ledgers)


def told_twice(books):
    """Unread words about the same thing to the same person: a message is told once, an absence once for each lesson and guardian."""
    return books.ask("""
        SELECT account, kind, path, count(*) FROM notification WHERE kind IN ('absence', 'message') AND readat IS NULL
        GROUP BY account, kind, path, student, thing HAVING count(*) > 1 LIMIT 5""").splitlines()


def nodes(options):
    """Two servers on one PostgreSQL: either is killed under load, and the other carries on; nothing lost, doubled or told twice."""
    with District("faults-nodes") as district:
        promised = rounds(district, DEEDS, options.nodes, options.longest)
        until(lambda: all(requests.get(node.base + "/readyz", timeout=10).status_code == 200 for node in district.nodes), 20, "a server is not ready")
        parked = district.books.ask("SELECT count(*) FROM parked")
        assert parked == "0", f"{parked} entries are parked"
        for node in district.nodes:
            node.stop()
        doctor(district.nodes[0])
        return f"{options.nodes} kills of one of two, {promised} acknowledged writes, 0 lost, 0 twice, 0 told twice"
