"""The line between a browser and a server, which a test cuts, slows down, or lets lose an answer.

What a service worker asks for passes no route of Playwright's in every browser; it passes here.
"""
import contextlib, socket, threading, time


class Line:
    """Passes everything on, until it is told otherwise."""

    def __init__(self, server):
        self.target, self.is_down, self.pause, self.loses, self.lost = server.port, False, 0, None, threading.Event()
        self.pairs, self.lock = set(), threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.base = f"http://localhost:{self.door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self):
        self.is_down = True
        with self.lock:
            pairs = list(self.pairs)
        for pair in pairs:
            self._end(pair)

    def mend(self):
        self.is_down, self.pause, self.loses = False, 0, None

    def lose(self, start):
        """The next request that begins like this arrives, and its answer does not."""
        self.loses = start.encode()
        self.lost.clear()

    def close(self):
        self.door.close()
        self.cut()

    def _listen(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if self.is_down:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            pair = (near, far)
            with self.lock:
                self.pairs.add(pair)
            state = {"loses": False}
            for way in ((near, far, True), (far, near, False)):
                threading.Thread(target=self._pass, args=(pair, state, *way), daemon=True).start()

    def _pass(self, pair, state, source, sink, is_asking):
        try:
            while data := source.recv(65536):
                if is_asking and self.loses and data.startswith(self.loses):
                    state["loses"], self.loses = True, None
                if not is_asking and state["loses"]:
                    self.lost.set()
                    break
                if not is_asking and self.pause:
                    time.sleep(self.pause)
                sink.sendall(data)
        except OSError:
            pass
        self._end(pair)

    def _end(self, pair):
        with self.lock:
            self.pairs.discard(pair)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
