#!/usr/bin/env python3
"""Writes the table of Windows' names of time zones, as CLDR maps them, from the ICU of this system.

    python3 scripts/windows-zones.py > Sources/ICalendar/WindowsZones.swift

ICU carries CLDR's supplemental/windowsZones.xml; its default (territory 001) is taken for each name.
"""

import ctypes
import ctypes.util
import glob
import re
import sys
import zoneinfo


def library():
    path = sorted(glob.glob("/usr/lib/*/libicui18n.so.*"))[-1]
    version = re.search(r"\.so\.(\d+)", path).group(1)
    return ctypes.CDLL(path), version


def ask(function, text, *more):
    wanted = text.encode("utf-16-le") + b"\0\0"
    out = ctypes.create_string_buffer(512)
    status = ctypes.c_int(0)
    count = function(wanted, len(text), *more, out, 256, ctypes.byref(status))
    return out.raw[: count * 2].decode("utf-16-le") if status.value <= 0 else ""


def table():
    icu, version = library()
    windows = getattr(icu, "ucal_getWindowsTimeZoneID_" + version)
    default = getattr(icu, "ucal_getTimeZoneIDForWindowsID_" + version)
    names = {ask(windows, zone) for zone in sorted(zoneinfo.available_timezones())} - {""}
    found = {name: ask(default, name, None) for name in names}
    data = ctypes.create_string_buffer(4)
    status = ctypes.c_int(0)
    getattr(icu, "ulocdata_getCLDRVersion_" + version)(data, ctypes.byref(status))
    return {name: zone for name, zone in found.items() if zone}, version, f"{data.raw[0]}.{data.raw[1]}"


def main():
    found, icu, cldr = table()
    rows = "\n".join(f'    "{name}": "{zone}",' for name, zone in sorted(found.items()))
    sys.stdout.write(f"""// Written by scripts/windows-zones.py: CLDR {cldr}, supplemental/windowsZones.xml, territory 001, as ICU {icu} has it.

/// What Outlook and Exchange call the zones of the world.
enum WindowsZones {{
  /// The zone of a name of Windows', as `W. Europe Standard Time`; `nil` when there is none.
  static func named(_ name: String) -> String? {{ table[name] }}
  /// The zones that have such a name, always in the same order.
  static var all: [String] {{ table.keys.sorted().compactMap {{ table[$0] }} }}

  // a table of data
  private static let table: [String: String] = [
{rows}
  ]
}}
""")


main()
