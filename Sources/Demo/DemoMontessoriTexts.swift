import School

// a table of data

/// What the guide of the Children’s House writes: every sentence is ours, and of nobody.
enum DemoMontessori {
  struct Seen: Sendable {
    /// Days before today.
    let ago: Int
    /// Of the day.
    let minute: Int
    /// Places in the class; the first is `{A}`, the second `{B}`.
    let children: [Int]
    /// Places in `tags`.
    let tags: [Int]
    let text: String
    var isShared = false, isDraft = false
    init(_ ago: Int, _ minute: Int, _ children: [Int], _ tags: [Int], _ text: String, _ what: What = .kept) {
      (self.ago, self.minute, self.children, self.tags, self.text) = (ago, minute, children, tags, text)
      (isShared, isDraft) = (what == .shared, what == .draft)
    }
  }
  enum What { case kept, shared, draft }

  /// What a family is told of a month, as the guide writes it in the place of the draft.
  static func letter(about child: String) -> String {
    """
    A good month for \(child).

    Most mornings began with practical life and went on to long work with letters and numbers. Several presentations were new, and \
    some of the older ones are mastered now.

    At home: let \(child) pour, cut and carry whenever there is time for it.
    """
  }

  static let tags: [(RecordTag.Taxonomy, String)] = [
    (.area, "Practical life"), (.area, "Sensorial"), (.area, "Language"), (.area, "Mathematics"), (.area, "Culture"),
    (.material, "Pink tower"), (.material, "Golden beads"), (.material, "Moveable alphabet"),
    (.material, "Metal insets"), (.work, "Snack table"), (.work, "Seed diary"), (.work, "Map of our street"),
  ]

  static let seen: [Seen] = [
    Seen(
      331, 545, [6], [0], "{A} rolled out a mat four times this morning and put nothing on it. The mat was the work."),
    Seen(326, 560, [0], [2], "{A} traced the letter m with two fingers, eyes closed, and said: “It hums.”"),
    Seen(
      318, 600, [9, 10], [1, 5],
      "{A} built the tower from the top down to see whether it can be done; {B} held the base."),
    Seen(311, 575, [3], [1], "Cylinder block two, three rounds without looking up. {A} corrected the last one alone."),
    Seen(
      303, 640, [7], [0, 9], "First time at the snack table. {A} cut a banana, counted five slices and offered four."),
    Seen(
      296, 550, [1], [3],
      "{A} carried the number rods one by one and counted each on the way. Seven and eight are still one word."),
    Seen(
      288, 585, [12], [2], "{A} told the story of the lost boot for ten minutes, with a beginning, a dog and an end."),
    Seen(
      281, 610, [4, 5], [0], "{A} showed {B} how to wring out the cloth. Neither of them spoke; the table got dry."),
    Seen(
      274, 555, [15], [0], "Spooning chickpeas. When two fell, {A} looked at them, looked at me, and picked them up."),
    Seen(
      266, 620, [2], [2, 7],
      "{A} wrote her first word with the moveable alphabet: “papa”, and then, just below it, “pap”."),
    Seen(259, 570, [13], [1], "{A} mixed the colour tablets of box three on purpose and began anew from the lightest."),
    Seen(
      251, 595, [10], [4, 10], "{A} measures the bean every day with the same string. Today the string was too short."),
    Seen(
      244, 540, [16], [0], "Arrived in tears, hung up the coat, chose the pouring tray, was calm after six minutes."),
    Seen(
      236, 630, [0, 2], [3, 6],
      "Golden beads: {A} was the bank and {B} fetched 2,346. They checked it twice before they told anybody.", .shared),
    Seen(
      229, 565, [8], [1], "Sound cylinders. {A} pairs them correctly now, and shakes the quiet ones close to the ear."),
    Seen(
      221, 605, [5], [0],
      "Bow frame, first bow. {A} untied it at once and said it was only luck. Second bow, third bow."),
    Seen(
      214, 580, [11], [2],
      "{A} asked what the small word “of” is for. We looked for it on three pages and found it nine times."),
    Seen(
      206, 550, [14], [1, 8],
      "Metal insets: the frame slips while {A} draws. To be shown again how the other hand holds it."),
    Seen(199, 615, [17], [0], "{A} walked on the line with a bell and it did not ring until the very last step."),
    Seen(
      191, 590, [1, 4], [0],
      "{A} and {B} wanted the same watering can. They agreed on a plant each and then changed over."),
    Seen(184, 560, [3], [2], "{A} named every picture on the cards in English, and then all of them in Arabic."),
    Seen(
      176, 635, [6], [1, 5],
      "{A} built the pink tower, walked all round it and found the cube that was turned. He turned it back."),
    Seen(
      169, 575, [9], [3], "Skip counting on the hundred chain. {A} laid the arrows wrongly at 60 and found it at 80."),
    Seen(
      161, 545, [12, 13], [4, 11],
      "{A} drew the baker’s on the map of our street; {B} insists that it is on the other side. They went to the window."
    ),
    Seen(
      154, 600, [7], [2],
      "Sound game: {A} hears the first sound of every word, and now also the last one of “cat” and “bus”."),
    Seen(
      146, 620, [2], [4], "{A} put the continents back without the control map. Only Europe and Asia gave her pause."),
    Seen(
      138, 555, [15], [0, 9],
      "{A} waited for a place at the snack table for eleven minutes and watched. Then washed up for everybody."),
    Seen(129, 585, [10], [3], "Spindle box. At zero {A} held out an empty hand and laughed."),
    Seen(121, 610, [4], [2, 7], "{A} spells as he hears: “skool”, “frend”. Long words do not frighten him."),
    Seen(112, 570, [16, 17], [0], "{A} buttoned {B}’s coat, from the bottom up, as it was shown last week."),
    Seen(
      98, 595, [0], [2],
      "{A} read the commands aloud for the others: “hop”, “sit”, “clap”. She would not do “sing” herself."),
    Seen(84, 560, [8], [0], "{A} carried the chair without a sound past two mats, and went back to do it once more."),
    Seen(
      71, 630, [5], [3],
      "Cards and counters: {A} discovered that the odd numbers have one left over, and calls it “the lonely one”."),
    Seen(
      58, 580, [11, 9], [3, 6],
      "First addition with the golden beads. {A} wanted to change ten tens; {B} said that it has to be ten.", .kept),
    Seen(
      45, 605, [3, 4], [2, 7],
      "{A} laid the word “moon” with the moveable alphabet and {B} read it. They made a list of six.", .shared),
    Seen(
      33, 550, [14], [8],
      "Metal insets again: the frame stays where it is now, and the lines of {A} lie close together."),
    Seen(26, 615, [6], [0], "Funnel work: {A} stopped at the line by himself three times out of four.", .shared),
    Seen(
      19, 590, [1], [2],
      "{A} chose nothing until ten. Then the sandpaper letters, for forty minutes, and b and d apart at last."),
    Seen(
      11, 565, [13], [4, 10],
      "The sunflower has its third pair of leaves. {A} drew it, and dated the page without being asked."),
    Seen(4, 600, [2, 0], [4], "{A} read the calendar to the circle; {B} asked how the month knows when it is over."),
    Seen(
      1, 625, [12], [3], "Teens: {A} says “ten-three”. Ask tomorrow whether the boards or the names are the difficulty",
      .draft),
  ]

  static let attention = [
    "Left out a step; show it again slowly.", "Tires before the end: fewer pieces next time.",
    "Wants to, but not alone yet. Sit beside and say nothing.",
    "The hand is not steady enough; back to the one before.",
  ]

  static let ownPlan = (
    title: "Choosing a book for the reading corner",
    details: "Each chooses one, says why, and shows the others where it stands."
  )

  struct Work: Sendable {
    let title: String
    /// From today; `nil` is some day.
    let inDays: Int?
    var details = ""
    var isDone = false
    init(_ title: String, _ inDays: Int?, _ details: String = "", isDone: Bool = false) {
      (self.title, self.inDays, self.details, self.isDone) = (title, inDays, details, isDone)
    }
  }

  /// One for each child from the first on; those that are done come round to the first ones again.
  static let tasks: [Work] = [
    Work("Prepare the next box of phonetic objects", 1, "Words of three sounds; nothing with a digraph."),
    Work("Look at the pencil grip with fresh eyes", 2), Work("Ask the family for a photo for the birthday walk", -3),
    Work("Find a picture book in Arabic for the corner", 5),
    Work("Observe a whole work cycle", 3, "From choosing to putting away."),
    Work("Shoes with laces: talk with home", nil), Work("Spare clothes are too small", 1),
    Work("Invite to the line before lunch", 2), Work("Show the ear defenders again", nil),
    Work("New notebook for number work", 4), Work("Renew the string of the bean", 1),
    Work("Collect small words on cards", 7), Work("Talk about the journey to the grandparents", nil),
    Work("Sharpen the coloured pencils together", 3), Work("A heavier frame for the insets", 6),
    Work("Name card for the coat peg", 1), Work("A quiet greeting at the door every morning", nil),
    Work("Find the second bell", 5), Work("Portfolio for the spring talk", -9, isDone: true),
    Work("Order new sandpaper for the letter b", -5, isDone: true),
    Work("Thank the family for the seeds", -4, isDone: true),
    Work("Write the plant’s name on its pot", -2, isDone: true),
  ]

  static let daily = [
    "Hangs up the coat alone", "Puts the work back on its shelf", "Washes hands before the snack", "Greets at the door",
  ]
  static let weekly = [
    "Waters the plants", "Helps to set the table", "Chooses a book to take home", "Sweeps after the snack",
    "Folds the cloths",
  ]
}
