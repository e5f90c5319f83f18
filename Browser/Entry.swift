import Base

// What the service worker calls; compiled into one module with Core (scripts/browser.sh).
//
// A message is bytes that are put where `homeroom_allocate` said; what comes back lies where `homeroom_result` says until
// the next call. A number below zero says what is wrong: no device is open (-1), the message cannot be read (-2).

/// What is open, and what lies where.
///
/// `@unchecked Sendable`: the one worker of a browser makes one call at a time.
private final class Calls: @unchecked Sendable {
  static let shared = Calls()
  static let nothingOpen: Int32 = -1
  static let unreadable: Int32 = -2
  /// More than any replica; what is asked for beyond is a mistake.
  static let longest: Int32 = 1 << 28

  var device: Device?
  private var message: UnsafeMutableRawBufferPointer?
  private var result: UnsafeMutableRawBufferPointer?

  /// Makes room for a message in the place of the last one.
  func makeRoom(_ count: Int) -> UnsafeMutableRawPointer? {
    message?.deallocate()
    let made = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    message = made
    return made.baseAddress
  }

  /// The message, whose room is free again.
  func takeMessage() -> [UInt8] {
    defer {
      message?.deallocate()
      message = nil
    }
    return message.map { Array($0) } ?? []
  }

  /// Keeps an answer until the next one.
  func keep(_ bytes: [UInt8]) -> Int32 {
    result?.deallocate()
    let made = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    made.copyBytes(from: bytes)
    result = made
    return Int32(clamping: bytes.count)
  }

  var answer: UnsafeMutableRawPointer? { result?.baseAddress }
}

/// Makes room for one message of so many bytes; the next one takes its place.
///
/// - Returns: where it is to be put; nothing when no message is so long.
@_cdecl("homeroom_allocate") public func homeroomAllocate(_ count: Int32) -> UnsafeMutableRawPointer? {
  guard count >= 0, count <= Calls.longest else { return nil }
  return Calls.shared.makeRoom(Int(count))
}

/// Opens the device whose file the message is, as it was left.
///
/// - Returns: 0; the device that was open before stays open when this one is no good.
@_cdecl("homeroom_open") public func homeroomOpen() -> Int32 {
  do throws(Refusal) {
    Calls.shared.device = try Device(file: Calls.shared.takeMessage())
    return 0
  } catch { return Calls.unreadable }
}

/// Opens a device with nothing on it, of whoever the session says that the message is.
@_cdecl("homeroom_begin") public func homeroomBegin() -> Int32 {
  do throws(Refusal) {
    Calls.shared.device = try Device(beginning: Calls.shared.takeMessage())
    return 0
  } catch { return Calls.unreadable }
}

/// Takes the session that the message is, of the same person in the same school.
@_cdecl("homeroom_renew") public func homeroomRenew() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) {
    try device.renew(Calls.shared.takeMessage())
    return 0
  } catch { return Calls.unreadable }
}

/// Takes the words of one language.
@_cdecl("homeroom_words") public func homeroomWords() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) {
    try device.learn(Calls.shared.takeMessage())
    return 0
  } catch { return Calls.unreadable }
}

/// Answers the request that the message is, as JSON (`DeviceRequest`).
///
/// - Returns: how long the answer is (`DeviceAnswer.bytes`).
@_cdecl("homeroom_answer") public func homeroomAnswer() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) {
    let asked = try DeviceRequest(try JSON(Calls.shared.takeMessage()))
    return Calls.shared.keep(device.answer(asked).bytes)
  } catch { return Calls.unreadable }
}

/// Takes what a pull was answered with.
///
/// - Returns: what is left to do (`Device.Progress`).
@_cdecl("homeroom_take") public func homeroomTake() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) { return try device.take(Calls.shared.takeMessage()).rawValue } catch { return Calls.unreadable }
}

/// Asks and tells a device what is said in a few words of JSON (`Device.told`).
///
/// - Returns: how long the answer is.
@_cdecl("homeroom_tell") public func homeroomTell() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) {
    let said = try JSON(Calls.shared.takeMessage())
    return Calls.shared.keep(try device.told(said).bytes)
  } catch { return Calls.unreadable }
}

/// Writes the device as a file.
///
/// - Returns: how long it is.
@_cdecl("homeroom_file") public func homeroomFile() -> Int32 {
  guard let device = Calls.shared.device else { return Calls.nothingOpen }
  do throws(Refusal) { return Calls.shared.keep(try device.file()) } catch { return Calls.unreadable }
}

/// Where the last answer lies.
@_cdecl("homeroom_result") public func homeroomResult() -> UnsafeMutableRawPointer? { Calls.shared.answer }
