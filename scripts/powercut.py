"""The part of powercut.sh that writes, cuts and counts.

    .venv/bin/python scripts/powercut.py IMAGE MOUNTED-AT TIMES
"""
import fcntl, os, pathlib, random, struct, subprocess, sys, time

from faults_load import Ledger, doctor, loaded, made, people, signed_in, under
from faults_adapter import DEEDS

SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN = _IOR('X', 125, __u32); EXT4_GOING_FLAGS_NOLOGFLUSH


def cut(place):
    folder = os.open(place, os.O_RDONLY)
    try:
        fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
    finally:
        os.close(folder)


def main(image, place, times):
    server = made("powercut", data=pathlib.Path(place) / "data")
    server.data.mkdir()
    server.start()
    ledgers, kepts = [Ledger(deed) for deed in DEEDS], [people(server, deed) for deed in DEEDS]
    for number in range(times):
        with under(loaded(server, ledgers, kepts)):
            time.sleep(random.uniform(0.1, 2))
            cut(place)
            server.kill()
        subprocess.run(["umount", place], check=True)
        subprocess.run(["mount", "-o", "loop", image, place], check=True)
        doctor(server)
        server.start()
        kepts = [signed_in(server, kept, ledger.deed) for kept, ledger in zip(kepts, ledgers)]
        for ledger, kept in zip(ledgers, kepts):
            ledger.settle(kept[0])
            ledger.judge(kept[0])
    server.kill()
    kinds = ", ".join(f"{len(ledger.promised)} {type(ledger.deed).__name__.lower()}" for ledger in ledgers)
    print(f"{times} power cuts, {sum(len(ledger.promised) for ledger in ledgers)} acknowledged writes ({kinds}), 0 lost")
    print("1 passed, 0 failed")


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    except AssertionError as error:
        print(f"FAIL {error}\n0 passed, 1 failed")
        sys.exit(1)
