"""A mail server and a push service of our own, on this machine, for as long as a test lasts."""
import asyncio, base64, contextlib, email, email.policy, hashlib, json, socket, ssl, struct, subprocess, threading, time, uuid

import h2.config, h2.connection, h2.events
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from school import PATIENCE, free_port


def certificate(folder):
    """A certificate for localhost, signed by itself."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return key, cert


class MailServer:
    """Takes letters over STARTTLS from who knows the password; `verdict` is what it answers to the next ones."""

    def __init__(self, folder):
        self.letters, self.verdict = [], None
        key, self.authorities = certificate(folder)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.authorities, key)
        self.controller = Controller(
            self, hostname="127.0.0.1", port=free_port(), tls_context=context, require_starttls=True, auth_required=True,
            authenticator=self.check, ready_timeout=PATIENCE)
        self.controller.start()
        self.url = f"smtp://localhost:{self.controller.port}"

    def check(self, server, session, envelope, mechanism, login):
        good = isinstance(login, LoginPassword) and (login.login, login.password) == (b"school", b"let-me-post")
        return AuthResult(success=good, handled=good)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.verdict:
            return self.verdict
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.letters.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 taken"

    def to(self, address, limit=PATIENCE, count=1):
        end = time.time() + limit
        while len(found := [letter for to, letter in self.letters if address in to]) < count and time.time() < end:
            time.sleep(0.05)
        return found

    def settings(self):
        return {"smtp_url": self.url, "smtp_user": "school", "smtp_password": "let-me-post",
                "smtp_authorities": str(self.authorities), "mail_from": "post@rimon.example"}

    def stop(self):
        self.controller.stop()


class PushService:
    """What stands between a server and Firefox, in little: autopush's WebSocket and the address pushes are posted to."""

    def __init__(self):
        self.channels, self.posts, self.verdict = {}, [], (201, {})
        ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run(ready)), daemon=True)
        self.thread.start()
        assert ready.wait(PATIENCE), "the push service did not open"

    async def run(self, ready):
        self.loop, self.stopping = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self.stopping.wait()
        server.close()
        # who is still on the line is let go, so that nobody is left in the middle of a sentence
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    async def serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                method, path, _ = head[0].split(" ")
                fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if ": " in line)}
                if fields.get("upgrade", "").lower() == "websocket":
                    return await self.talk(reader, writer, fields)
                body = await reader.readexactly(int(fields.get("content-length", 0)))
                status, more = await self.posted(path, fields, body) if method == "POST" else (404, {})
                lines = [f"HTTP/1.1 {status} x", "Content-Length: 0", *[f"{k}: {v}" for k, v in more.items()], "", ""]
                writer.write("\r\n".join(lines).encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def posted(self, path, fields, body):
        self.posts.append((path, fields, body))
        status, more = self.verdict
        channel = self.channels.get(path.rsplit("/", 1)[-1])
        if status == 201 and channel:
            writer, name = channel
            self.say(writer, {"messageType": "notification", "channelID": name, "version": uuid.uuid4().hex,
                              "data": base64.urlsafe_b64encode(body).rstrip(b"=").decode(),
                              "headers": {"encoding": fields["content-encoding"]}})
        return status, more

    async def talk(self, reader, writer, fields):
        key = base64.b64encode(hashlib.sha1((fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        writer.write(b"HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: push-notification\r\n"
                     b"Sec-WebSocket-Accept: " + key + b"\r\n\r\n")
        while True:
            first, second = await reader.readexactly(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", await reader.readexactly(2))[0]
            mask = await reader.readexactly(4)
            text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(await reader.readexactly(size)))
            if first & 15 == 8:
                return
            if first & 15 == 1:
                self.heard(writer, text.decode())

    def heard(self, writer, text):
        said = json.loads(text)
        kind = said.get("messageType")
        if text == "{}":
            self.say(writer, {})
        elif kind == "hello":
            self.say(writer, {"messageType": "hello", "status": 200, "uaid": uuid.uuid4().hex, "use_webpush": True, "broadcasts": {}})
        elif kind == "register":
            token = uuid.uuid4().hex
            self.channels[token] = (writer, said["channelID"])
            self.say(writer, {"messageType": "register", "channelID": said["channelID"], "status": 200,
                              "pushEndpoint": f"http://{self.host}/push/{token}"})
        elif kind == "unregister":
            self.say(writer, {"messageType": "unregister", "channelID": said["channelID"], "status": 200})

    def say(self, writer, words):
        data = json.dumps(words).encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack(">H", len(data))
        writer.write(b"\x81" + size + data)

    def wait(self, count, limit=PATIENCE):
        end = time.time() + limit
        while len(self.posts) < count and time.time() < end:
            time.sleep(0.05)
        return self.posts

    def stop(self):
        self.loop.call_soon_threadsafe(self.stopping.set)
        self.thread.join(PATIENCE)


class Door:
    """A port of its own; each who comes is heard in a thread of their own, until it is shut."""

    def __init__(self):
        self.kept, self.socket = [], socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.hear, args=(connection,), daemon=True).start()

    def stop(self):
        for one in [self.socket, *self.kept]:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # who waits at it wakes up; closing alone wakes nobody
            one.close()


class DeafServer(Door):
    """Takes connections and says nothing, or nonsense: a provider on its worst day."""

    def __init__(self, words=b""):
        self.words, self.asked = words, threading.Event()
        super().__init__()

    def hear(self, connection):
        connection.sendall(self.words)
        self.kept.append(connection)
        self.asked.set()

    def keeps_waiting(self):
        """Whether somebody still hopes for an answer."""
        open_ones = []
        for connection in self.kept:
            connection.setblocking(False)
            try:
                open_ones.append(connection.recv(1, socket.MSG_PEEK) != b"")
            except BlockingIOError:
                open_ones.append(True)
            except OSError:
                open_ones.append(False)
        return any(open_ones)


class AppleService(Door):
    """Apple's push service in little: HTTP/2 over TLS; `verdict` is what it answers to the next ones."""

    def __init__(self, folder):
        self.posts, self.verdict, self.ready = [], (200, b""), threading.Event()
        key, self.authorities = certificate(folder)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(self.authorities, key)
        self.context.set_alpn_protocols(["h2"])
        super().__init__()
        self.origin = f"https://localhost:{self.port}"

    def hear(self, connection):
        try:
            with self.context.wrap_socket(connection, server_side=True) as link:
                self.kept.append(link)
                assert link.selected_alpn_protocol() == "h2"
                line = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
                line.initiate_connection()
                link.sendall(line.data_to_send())
                streams = {}
                while data := link.recv(65536):
                    for event in line.receive_data(data):
                        self.take(event, line, streams)
                    link.sendall(line.data_to_send())
        except OSError:
            pass  # whoever asked has gone

    def take(self, event, line, streams):
        if isinstance(event, h2.events.RequestReceived):
            streams[event.stream_id] = (dict(event.headers), bytearray())
        elif isinstance(event, h2.events.DataReceived):
            streams[event.stream_id][1].extend(event.data)
            line.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            headers, body = streams.pop(event.stream_id)
            status, answer = self.verdict
            line.send_headers(event.stream_id, [(":status", str(status)), ("content-length", str(len(answer)))])
            line.send_data(event.stream_id, answer, end_stream=True)
            self.posts.append((headers, bytes(body)))
            self.ready.set()

    def settings(self, folder):
        key = folder / "apple.p8"
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key.with_suffix(".ec")], check=True, capture_output=True)
        subprocess.run(["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", key.with_suffix(".ec"), "-out", key], check=True, capture_output=True)
        return {"apns_key": str(key), "apns_key_id": "KEY1234567", "apns_team": "TEAM123456", "apns_topic": "example.homeroom",
                "apns_origin": self.origin, "apns_authorities": str(self.authorities)}
