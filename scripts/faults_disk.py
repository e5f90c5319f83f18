"""The disk that fails in a commit."""
import resource, time

import requests

from faults_load import Ledger, Load, doctor, made, people, signed_in, until
from faults_adapter import DEEDS

# No file of the process may grow beyond this: the log of the books fails to, with an error that is not “full”.
LIMIT = 300_000


def broken(options):
    """R5: the disk fails in a commit: nothing is acknowledged any more, the server says so and leaves, and no promise is lost."""
    # without this the system would end the process itself
    server = made("broken", wrap=["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"])
    server.log.unlink(missing_ok=True)  # it must have room to say why it goes
    server.start()
    deed = DEEDS[0]
    ledger, kept = Ledger(deed), people(server, deed)
    try:
        with Load(server, ledger, kept):
            time.sleep(0.5)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (LIMIT, resource.RLIM_INFINITY))
            until(lambda: ledger.codes.get(503) or not server.is_alive, 30, "no write was refused")
            try:
                assert requests.get(server.base + "/readyz", timeout=5).status_code == 503, "it calls itself ready"
            except requests.exceptions.RequestException:
                pass  # gone already, which says as much
            started = time.time()
            until(lambda: not server.is_alive, 15, "it goes on with books that nothing can be written in")
            took = time.time() - started
        assert server.process.returncode == 1, f"it ended with {server.process.returncode}"
        assert "disk failed" in server.log.read_text(errors="replace"), server.tail()
        server.wrap = []
        server.start()
        kept = signed_in(server, kept, deed)
        ledger.settle(kept[0])
        ledger.judge(kept[0])
        server.stop()
        doctor(server)
        return f"gone after {took:.1f} s with 1 and a sentence; {len(ledger.promised)} promises kept"
    finally:
        server.remove()
