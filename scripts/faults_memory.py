"""The fault of hours: what a server that writes all day keeps in its memory."""
import time

from faults_adapter import DEEDS
from faults_load import Ledger, loaded, made, people, under, until

HOUR = 138_000  # writes of a busy school in an hour: 2,300 a minute


def memory(options):
    """Writing all day leaves nothing in memory: at most a megabyte for each hour, once the caches are full."""
    server, deeds = made("memory").start(), [deed for deed in DEEDS if type(deed).__name__ != "HandIns"]  # nobody hands in ten thousand times
    try:
        kepts, ledgers = [people(server, deed) for deed in deeds], [Ledger(deed) for deed in deeds]
        seen = []
        with under(loaded(server, ledgers, kepts)):
            until(lambda: written(ledgers) > options.writes // 4, 3600, "it does not write")
            while not seen or written(ledgers) < seen[0][0] + options.writes:
                seen.append((written(ledgers), server.memory("RssAnon")))
                time.sleep(1)
                assert server.is_alive, "it ended:\n" + server.tail()
        grown = growth(seen) * HOUR
        # few writes show a leak only in the rough: an allocator gives and takes a megabyte or two by itself
        assert grown < max(1, 4 * HOUR / options.writes), f"{grown:.1f} MB more an hour, over {options.writes} writes"
        return f"{options.writes} writes, {seen[-1][1]:.0f} MB at the end, {grown:.2f} MB more an hour"
    finally:
        server.remove()


def written(ledgers):
    return sum(len(ledger.promised) for ledger in ledgers)


def growth(seen):
    """MB for each write: the slope of the line that lies nearest to all that was seen."""
    middle = [sum(column) / len(seen) for column in zip(*seen)]
    return sum((w - middle[0]) * (b - middle[1]) for w, b in seen) / sum((w - middle[0]) ** 2 for w, _ in seen)
