"""TLS without a proxy: what speaks HTTP/2 gets it, and everything that holds for HTTP/1.1 holds for each of its streams."""
import re, socket, ssl, subprocess, time

import h2.config, h2.connection, h2.events
import pytest

import contract
from school import PATIENCE, Server


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A demo school with a certificate of its own making."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    with Server("http2", tls_certificate=str(certificate), tls_key=str(key)) as made:
        yield made


class Curl:
    """curl with somebody's cookies; it says which HTTP it spoke, how many lines it opened, and the status."""
    SAYING = "%{http_version} %{num_connects} %{http_code}\n"

    def __init__(self, server, folder):
        self.base, self.folder = server.base.replace("http:", "https:"), folder
        self.usual = ["-sk", "--http2", "-b", str(folder / "jar"), "-w", self.SAYING]

    def ask(self, path, *more, sending=None):
        said = subprocess.run(["curl", *self.usual, "-o", self.folder / "body", *more, self.base + path],
                              input=sending, capture_output=True, timeout=60)
        return said.stdout.decode().strip()

    @property
    def body(self):
        return (self.folder / "body").read_text(errors="replace")

    def sign_in(self, account):
        form = [word for name in ("identifier", "password") for word in ("--data-urlencode", f"{name}={account[name]}")]
        assert self.ask(contract.SIGN_IN, "-c", str(self.folder / "jar"), *form) == "2 1 303"
        return self

    def lines(self, count):
        """Live lines over one connection, and where each writes what it hears."""
        files = [self.folder / f"line-{number}" for number in range(count)]
        wanted = [word for file in files for word in ("-o", str(file), self.base + "/live?topics=")]
        return subprocess.Popen(["curl", *self.usual, "-N", "-Z", "-H", "Accept: text/event-stream", *wanted],
                                stdout=subprocess.PIPE), files


def wait(files, text):
    """Until each of them has it."""
    end = time.time() + PATIENCE
    while not all(file.exists() and text in file.read_text() for file in files):
        assert time.time() < end, [file.exists() and file.read_text() for file in files]
        time.sleep(0.05)


def test_a_browser_of_today_gets_http_2_and_one_of_yesterday_http_1_1(secure, tmp_path):
    curl = Curl(secure, tmp_path).sign_in(secure.account("teacher"))
    assert curl.ask(contract.HOME) == "2 1 200" and "</html>" in curl.body
    assert curl.ask(contract.HOME, "--http1.1") == "1.1 1 200" and "</html>" in curl.body
    assert curl.ask(contract.HOME, "--head") == "2 1 200"


def test_what_is_too_large_is_refused_to_curl_as_well(secure, tmp_path):
    curl = Curl(secure, tmp_path)
    assert curl.ask(contract.SIGN_IN, "--data-binary", "@-", sending=b"a" * 3_000_000) == "2 1 413"


def test_live_lines_share_a_connection_and_each_hears_everything(secure, tmp_path):
    curl = Curl(secure, tmp_path).sign_in(secure.account("teacher"))
    lines, files = curl.lines(3)
    wait(files, "retry: ")
    curl.ask(contract.HOME)
    proof = re.search(r'name="csrf" (?:content|value)="([^"]*)"', curl.body).group(1)
    assert curl.ask("/sign-out", "--data-urlencode", f"csrf={proof}") == "2 1 303"
    said = lines.communicate(timeout=PATIENCE)[0].decode().split("\n")
    wait(files, "event: gone")
    assert sorted(said) == ["", "2 0 200", "2 0 200", "2 1 200"]


class Connection:
    """One connection of HTTP/2, of which every frame is ours."""

    def __init__(self, server):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        plain = socket.create_connection(("localhost", server.port), timeout=PATIENCE)
        self.socket, self.authority = context.wrap_socket(plain, server_hostname="localhost"), f"localhost:{server.port}"
        self.h2 = h2.connection.H2Connection(config=h2.config.H2Configuration(client_side=True))
        self.h2.initiate_connection()

    def ask(self, stream, method, path, *more, body=None):
        """Without a body the request ends; with one it stays open."""
        head = [(":method", method), (":path", path), (":scheme", "https"), (":authority", self.authority), *more]
        self.h2.send_headers(stream, head, end_stream=body is None)
        for start in range(0, len(body or b""), 16_000):
            self.h2.send_data(stream, body[start:start + 16_000])
        self.socket.sendall(self.h2.data_to_send())

    def hear(self, kind, stream):
        """The first event of a kind on a stream; fails when the connection ends before it comes."""
        while True:
            data = self.socket.recv(65_536)
            assert data, f"the connection ended before {kind.__name__}"
            events = self.h2.receive_data(data)
            self.socket.sendall(self.h2.data_to_send())
            for event in events:
                if isinstance(event, kind) and event.stream_id == stream:
                    return event


@pytest.mark.parametrize("said", [[("content-length", "3000000")], []], ids=["announced", "unannounced"])
def test_what_is_too_large_is_refused_and_ends_its_own_stream_alone(secure, said):
    """Whoever goes on sending is cut off after a while; the other requests of the connection do not notice."""
    connection = Connection(secure)
    kind = ("content-type", "application/x-www-form-urlencoded")
    connection.ask(1, "POST", contract.SIGN_IN, kind, *said, body=b"a" * 65_000)
    assert (b":status", b"413") in connection.hear(h2.events.ResponseReceived, 1).headers
    connection.hear(h2.events.StreamReset, 1)
    connection.ask(3, "GET", "/healthz")
    assert (b":status", b"200") in connection.hear(h2.events.ResponseReceived, 3).headers


def test_asked_to_stop_the_server_tells_every_line_and_ends(tmp_path, secure):
    """The last one here: afterwards there is nobody to ask."""
    curl = Curl(secure, tmp_path).sign_in(secure.account("teacher"))
    lines, files = curl.lines(2)
    wait(files, "retry: ")
    assert secure.stop() == 0
    lines.communicate(timeout=PATIENCE)
    wait(files, "event: bye")
