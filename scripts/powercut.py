"""The part of powercut.sh that writes, cuts and counts.

    .venv/bin/python scripts/powercut.py IMAGE MOUNTED-AT TIMES
"""
import fcntl, os, pathlib, random, struct, subprocess, sys, time

from faults import DEEDS, Ledger, Load, doctor, made, people, signed_in

SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN = _IOR('X', 125, __u32); EXT4_GOING_FLAGS_NOLOGFLUSH


def cut(place):
    folder = os.open(place, os.O_RDONLY)
    try:
        fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
    finally:
        os.close(folder)


def main(image, place, times):
    server, deed = made("powercut", data=pathlib.Path(place) / "data"), DEEDS[0]
    server.data.mkdir()
    server.start()
    ledger, kept = Ledger(deed), people(server, deed)
    for number in range(times):
        with Load(server, ledger, kept):
            time.sleep(random.uniform(0.1, 2))
            cut(place)
            server.kill()
        subprocess.run(["umount", place], check=True)
        subprocess.run(["mount", "-o", "loop", image, place], check=True)
        doctor(server)
        server.start()
        kept = signed_in(server, kept, deed)
        ledger.settle(kept[0])
        ledger.judge(kept[0])
    server.kill()
    print(f"{times} power cuts, {len(ledger.promised)} acknowledged writes, 0 lost")
    print("1 passed, 0 failed")


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    except AssertionError as error:
        print(f"FAIL {error}\n0 passed, 1 failed")
        sys.exit(1)
