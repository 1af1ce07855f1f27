import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The answers that one endpoint is recorded with, or will be: those that were there and those of a plan.
struct EndpointAnswers {
  /// One recording.
  struct Entry {
    let recording: Recording
    let likeness: RequestLikeness
    let shape: AnswerShape
    /// Its place among the files of the plan; `nil` for a recording that was there before.
    let file: Int?

    var status: Int { recording.response.status }
  }

  private(set) var entries: [Entry] = []
  private(set) var shown = ShownTraits()

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    shown.add(entry.shape)
  }

  /// Puts an entry in the place of another; what only that one showed isn't shown any longer.
  mutating func replace(_ id: String, with entry: Entry) {
    entries.removeAll { $0.recording.id == id }
    entries.append(entry)
    shown = Self.shown(by: entries)
  }

  /// What none would show any longer if an entry made place for another answer.
  func losses(of entry: Entry, to shape: AnswerShape) -> [TraitWords] {
    var rest = Self.shown(by: entries.filter { $0.recording.id != entry.recording.id })
    rest.add(shape)
    let lost = rest.news(in: entry.shape).filter { trait in
      if case .absent = trait { false } else { true }
    }
    return rest.words(of: lost, in: entry.shape)
  }

  private static func shown(by entries: [Entry]) -> ShownTraits {
    entries.reduce(into: ShownTraits()) { $0.add($1.shape) }
  }

  /// The recordings of a request, steps of a sequence in their order, others by name. Answers that a request's values bring
  /// about exclude one another; a 401 or a 500 stands beside them.
  func recorded(_ likeness: RequestLikeness, status: Int) -> [Entry] {
    entries.filter { Self.slot($0.status) == Self.slot(status) && $0.likeness == likeness }
      .sorted {
        ($0.recording.step?.number ?? 0, $0.recording.name) < ($1.recording.step?.number ?? 0, $1.recording.name)
      }
  }

  /// The recordings of a request that asks for the same, steps of a sequence in their order.
  func recorded(_ likeness: RequestLikeness, status: Int, telling headers: Set<String>) -> [Entry] {
    entries.filter {
      Self.slot($0.status) == Self.slot(status) && $0.likeness.asksSame(as: likeness, telling: headers)
    }.sorted {
      ($0.recording.step?.number ?? 0, $0.recording.name) < ($1.recording.step?.number ?? 0, $1.recording.name)
    }
  }

  private static func slot(_ status: Int) -> Int { Recording.isByData(status) ? 0 : status }

  /// The recording that an answer with nothing new is most like.
  func nearest(to shape: AnswerShape) -> Entry? {
    entries.first { $0.shape == shape } ?? entries.first { $0.shape.kind == shape.kind }
      ?? entries.first { $0.status == shape.kind.status }
  }
}

extension EndpointAnswers.Entry {
  /// Whether another recording's answer is this one's.
  func isSameAnswer(as other: Recording) -> Bool {
    guard status == other.response.status else { return false }
    let bodies = (recording.response.body.bytes ?? [], other.response.body.bytes ?? [])
    if bodies.0 == bodies.1 { return true }
    guard let json = try? JSON.parse(bodies.0), let second = try? JSON.parse(bodies.1) else { return false }
    return json == second
  }
}
