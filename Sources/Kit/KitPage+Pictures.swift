import Base
import HTML

extension KitDemo {
  /// The seven kinds of pictures, with numbers that show each of their shapes.
  var pictures: HTML {
    let kinds: [Shade?] = [
      .good, .good, .good, .warning, .bad, nil, nil, .good, .other, .good, .empty, .good, nil, nil,
    ]
    let year = YearOfDays(
      first: scene.today.plus(days: -280), days: (0..<280).map { kinds[($0 + $0 / 31) % kinds.count] })
    let numbers = PictureNumbers(
      [say("name"), say("present")], Self.people.prefix(2).enumerated().map { [$1, scene.words.number(180 - $0)] })
    let segments = [
      Segment(.good, say("present"), 22), Segment(.warning, say("late"), 3), Segment(.bad, say("absent"), 2),
      Segment(.other, say("excused"), 1),
    ]
    let scores = [620, 700, nil, 680, 740, 810, 790, 850]
    let everybody = [310, 480, 520, 555, 600, 610, 640, 690, 700, 720, 760, 790, 810, 850, 900, 980]
    return part(
      "pictures",
      [
        yearStrip(year, say("pictures.year"), numbers: numbers, scene),
        segmentedBar(segments, say("pictures.bar"), scene),
        cluster([
          sparkline(scores, medians: [650, 660, 655, 670, 660, 675, 668, 680], say("pictures.line"), scene),
          distribution(everybody, mine: 850, median: 690, say("pictures.spread"), scene),
          tickStrip(everybody.map { $0 / 10 }, median: 69, say("pictures.spread"), scene),
          ring(72, scene), ring(100, isFull: true, scene),
        ]),
        columnChart(
          [3, 12, 8, 0, 5, 9, 1, 0, 4, 6, 2, 7], marked: [0], say("pictures.columns"), numbers: numbers, scene),
        rangeBar(PossibleRange(lowest: 480, now: 840, best: 930), say("pictures.range"), scene),
      ])
  }
}
