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
    /// Its index among the files of the plan; `nil` for a recording that existed before.
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
    if let index = entries.firstIndex(where: { $0.recording.id == id }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
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

  /// The recordings of a request, steps of a sequence in their order, others by name. Answers that depend on a request's values
  /// exclude one another; a 401 or a 500 coexists with them.
  ///
  /// - Parameter headers: the header fields by which the endpoint distinguishes requests; `nil` for all.
  func recorded(_ likeness: RequestLikeness, status: Int, telling headers: Set<String>? = nil) -> [Entry] {
    let slot = Self.slot(status)
    let same = entries.filter { entry in
      guard Self.slot(entry.status) == slot else { return false }
      return headers.map { entry.likeness.asksSame(as: likeness, telling: $0) } ?? (entry.likeness == likeness)
    }
    return same.sorted {
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
  /// Fields that lead on to something, or say which part there is.
  private static let telling = ["location", "content-location"]
  /// Fields that say what an answer without a body is about: a HEAD's, or that of an upload.
  private static let tellingAlone = ["etag", "link", "range", "content-range"] + ContentDigests.names

  /// Whether another recording's answer is this one's: what it leads to and what it holds.
  func isSameAnswer(as other: Recording) -> Bool {
    let (one, second) = (recording.response, other.response)
    guard one.status == second.status, Self.agree(Self.telling, one, second) else { return false }
    let bodies = (one.body.bytes ?? [], second.body.bytes ?? [])
    if bodies.0.isEmpty, bodies.1.isEmpty { return Self.agree(Self.tellingAlone, one, second) }
    if bodies.0 == bodies.1 { return true }
    guard let json = try? JSON.parse(bodies.0), let parsed = try? JSON.parse(bodies.1) else { return false }
    return json == parsed
  }

  private static func agree(_ names: [String], _ one: Response, _ other: Response) -> Bool {
    names.allSatisfy { one.headers.values($0) == other.headers.values($0) }
  }
}
