import ArgumentParser
import Base
import HomeroomClient

/// The pieces of a day: registers, study, messages.
extension ClientCommand {
  struct Register: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The registers of a day; with --lesson one of them.")
    @OptionGroup var place: ClientPlace
    @Argument(help: "The day, as 2026-03-11; today without it.") var day: String?
    @Option(help: "A lesson’s number in the list.") var lesson: Int?
    @Option(help: "Marks somebody of the lesson: 3=late; present, absent, excused or none. May come several times.")
    var mark: [String] = []

    func validate() throws {
      if !mark.isEmpty, lesson == nil { throw ValidationError("--mark takes a --lesson.") }
      if let day, Day(day) == nil { throw ValidationError("A day is written as 2026-03-11.") }
    }

    func run() async throws {
      try await place.work { client in
        let data = try await client.data("/attendance" + (day.map { "?day=" + $0 } ?? ""))
        let children = data.readList("children")
        if !children.isEmpty { return sayChildren(children) }
        let lessons = data.readList("sittings")
        guard let lesson else { return sayLessons(lessons) }
        let chosen = try lessons.numbered(lesson, "lesson")
        let path = "/attendance/\(chosen.readText("slot") ?? "")/\(chosen.readText("day") ?? "")"
        let students = try await client.data(path).readList("students")
        if mark.isEmpty { return sayStudents(students) }
        let form = Form(try mark.map { try field($0, students) })
        try await client.perform(path, form: form)
        sayStudents(try await client.data(path).readList("students"))
        print("Saved on this device: homeroom client sync sends it.")
      }
    }

    private func field(_ said: String, _ students: [JSON]) throws -> Form.Field {
      let halves = said.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let number = Int(halves[0]) else {
        throw ClientError.refused("A mark is written as 3=late.")
      }
      let student = try students.numbered(number, "student")
      return Form.Field("marks." + (student.readText("student") ?? ""), String(halves[1]))
    }

    private func sayLessons(_ lessons: [JSON]) {
      if lessons.isEmpty { print("There are no lessons on that day.") }
      lessons.sayNumbered { lesson in
        let left = lesson.readInteger("left") ?? 0
        let state = left == 0 ? "taken" : "\(left) of \(lesson.readInteger("students") ?? 0) to mark"
        return "\(Self.hours(lesson))  \(lesson.readText("title") ?? ""), \(state)"
      }
    }

    private func sayStudents(_ students: [JSON]) {
      if students.isEmpty { print("Nobody is in that class.") }
      students.sayNumbered { "\($0.readText("name") ?? ""): \($0["mark"]?.readText("status") ?? "no mark")" }
    }

    private func sayChildren(_ children: [JSON]) {
      for child in children {
        print(child.readText("name") ?? "")
        for lesson in child.readList("sittings") {
          let mark = lesson["mark"]?.readText("status") ?? "no mark"
          print("  \(Self.hours(lesson))  \(lesson.readText("title") ?? ""): \(mark)")
        }
      }
    }

    private static func hours(_ lesson: JSON) -> String {
      [lesson.readInteger("start") ?? 0, lesson.readInteger("end") ?? 0].map { minute in
        "\(pad(Int(minute / 60))):\(pad(Int(minute % 60)))"
      }.joined(separator: "–")
    }
  }

  struct Study: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "What there is to study today.")
    @OptionGroup var place: ClientPlace
    @Option(help: "Says that you have studied: the track’s number in the list.") var done: Int?

    func run() async throws {
      try await place.work { client in
        var data = try await client.data("/study")
        if let done {
          let track = try data.readList("tracks").numbered(done, "track")
          let page = "/study/tracks/\(track.readText("track") ?? "")/days/\(data.readText("day") ?? "")"
          try await client.perform(page + "/completion", from: page)
          data = try await client.data("/study")
          print("Saved on this device: homeroom client sync sends it.")
        }
        let tracks = data.readList("tracks")
        if tracks.isEmpty { print("You study no track.") }
        tracks.sayNumbered { track in
          let state = track.readFlag("done") == true ? "studied" : "not studied yet"
          let streak = track.readInteger("streak") ?? 0
          return "\(track.readText("name") ?? ""): \(state), \(streak) \(streak == 1 ? "day" : "days") in a row"
        }
      }
    }
  }

  struct Messages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Your conversations; with a number, what was said.")
    @OptionGroup var place: ClientPlace
    @Argument(help: "A conversation’s number in the list.") var conversation: Int?

    func run() async throws {
      try await place.work { client in
        let all = try await client.data("/messages").readList("conversations")
        guard let conversation else {
          if all.isEmpty { print("Nobody has written yet.") }
          all.sayNumbered { "\($0.readText("title") ?? "")\($0.readFlag("unread") == true ? " (new)" : "")" }
          return
        }
        let chosen = try all.numbered(conversation, "conversation")
        let talk = try await client.data("/messages/\(chosen.readText("id") ?? "")")
        for message in talk.readList("messages") {
          print("\(message.readText("at") ?? "")  \(message.readText("name") ?? ""): \(message.readText("text") ?? "")")
        }
      }
    }
  }
}
