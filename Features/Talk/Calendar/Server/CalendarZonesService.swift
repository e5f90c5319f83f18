import Base
import Talk
import Web

/// From the system's tables, which a server has.
func zoneNamed(_ name: String) -> Zone? { name == "UTC" ? .utc : Zones.named(name) }
