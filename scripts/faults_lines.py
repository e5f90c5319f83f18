"""Live lines whose readers do not read."""
import re, socket, threading, time

import requests

from faults_load import Ledger, Load, doctor, made, people, until
from faults_adapter import DEEDS, Marks


def reader(options):
    """R12: who does not read a live line is cut loose, the others hear all, and who comes back has missed nothing."""
    server = made("reader").start()
    try:
        deed = Marks()
        kept, ledger = people(server, deed), Ledger(deed)
        # everything goes into one register, so that everything is news on one page
        slot, day, students = deed.registers[server.port][0]
        deed.registers[server.port] = [(slot, day, students[:1])]
        page = kept[1].get(f"/attendance/{slot}/{day}").text
        topics = ",".join(t for t in re.search(r'name="live-topics" content="([^"]*)"', page).group(1).split() if "/" in t)
        slow, quick = Line(server, kept[1], topics, buffer=4096), Line(server, kept[1], topics)
        listening = threading.Thread(target=quick.read, daemon=True)
        listening.start()
        started = time.time()
        with Load(server, ledger, kept, readers=1) as load:
            until(lambda: cut(server) > 0, 90, "nobody was cut loose")
        took = time.time() - started
        assert not load.errors, load.errors[:5]
        slow.read()
        assert slow.ended, "the line is still open"
        last = slow.ids[-1] if slow.ids else 0
        time.sleep(1)
        back = Line(server, kept[1], topics, last=last)
        back.read(3)
        head = max(quick.ids)
        assert quick.ids == sorted(set(quick.ids)), "the quick one heard things twice or out of order"
        assert not quick.ended, "the quick one was cut loose, too"
        assert back.ids and max(back.ids) >= head, f"who came back has heard {back.ids[-3:]}, the others {head}"
        for line in (slow, quick, back):
            line.socket.close()
        until(lambda: figure(server, "live_lines") == 0, 20, "lines are counted that nobody holds")
        ledger.judge(kept[0])
        server.stop()
        doctor(server)
        return (f"cut after {took:.1f} s and {slow.taken >> 10} KB; it had heard {last} of {head} and was told "
                f"{'to look again' if back.refreshed else f'the other {len(back.ids)}'}; the quick one heard {len(quick.ids)}")
    finally:
        server.remove()


def figure(server, name):
    found = re.search(rf"^homeroom_{name} (\d+)", requests.get(server.base + "/metrics", timeout=10).text, re.M)
    return int(found.group(1)) if found else 0


def cut(server):
    return figure(server, "live_cut_total")


class Line:
    """A live line by hand: it is read when we say so."""

    def __init__(self, server, session, topics, last=None, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(("127.0.0.1", server.port))
        cookie = "; ".join(f"{k}={v}" for k, v in session.cookies.items())
        resume = f"Last-Event-ID: {last}\r\n" if last is not None else ""
        self.socket.sendall((f"GET /live?topics={topics} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAccept: text/event-stream\r\n"
                             f"{resume}Cookie: {cookie}\r\n\r\n").encode())
        self.ids, self.ended, self.taken, self.refreshed = [], False, 0, False

    def read(self, seconds=10):
        """Until it ends, or nothing has come for a while."""
        self.socket.settimeout(seconds)
        rest = b""
        try:
            while piece := self.socket.recv(65536):
                self.taken += len(piece)
                lines = (rest + piece).split(b"\n")
                rest = lines.pop()
                self.ids += [int(line[4:]) for line in lines if line.startswith(b"id: ")]
                self.refreshed |= b"event: refresh" in lines
            self.ended = True
        except TimeoutError:
            pass
        except OSError:
            self.ended = True
