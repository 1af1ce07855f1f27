/// The responses to one request. The steps of a sequence are in order, and other responses are sorted by name.
///
/// This is a live view of an endpoint's responses.
struct RequestResponses {
  private let answers: EndpointResponses
  private let groups: RequestGroups
  private let request: RequestKey

  init(_ answers: EndpointResponses, _ groups: RequestGroups, _ request: RequestKey) {
    self.answers = answers
    self.groups = groups
    self.request = request
  }

  private func ranks(_ facet: RequestGroups.Facet) -> [RequestGroups.Rank] { groups.ranks(facet, of: request) }

  private func first(_ facet: RequestGroups.Facet) -> EndpointResponses.Entry? {
    ranks(facet).first.map { answers.entries[$0.index] }
  }

  var isEmpty: Bool { ranks(.any).isEmpty }
  var count: Int { ranks(.any).count }
  var first: EndpointResponses.Entry? { first(.any) }
  var last: EndpointResponses.Entry? { ranks(.any).last.map { answers.entries[$0.index] } }
  /// The name of the first recording.
  var firstName: String? { ranks(.name).first?.name }
  /// A Boolean value that indicates whether all responses are new and can be steps of a sequence.
  var mayBeSteps: Bool { ranks(.noStep).isEmpty }
  /// A Boolean value that indicates whether all responses are new.
  var areNew: Bool { ranks(.before).isEmpty }
  /// A Boolean value that indicates whether one of the responses is a step of a sequence that existed before.
  var hasStepBefore: Bool { !ranks(.stepBefore).isEmpty }

  func first(where isMeant: (EndpointResponses.Entry) -> Bool) -> EndpointResponses.Entry? {
    for rank in ranks(.any) where isMeant(answers.entries[rank.index]) { return answers.entries[rank.index] }
    return nil
  }

  /// Returns the first entry with the same response.
  func first(of answer: ResponseIdentity) -> EndpointResponses.Entry? { first(.answer(answer)) }

  /// Returns the first entry with a status.
  func first(at status: Int) -> EndpointResponses.Entry? { first(.status(status)) }

  /// Returns the first existing response with a status, preferring one with the same traits.
  func before(_ shape: ResponseShape) -> EndpointResponses.Entry? {
    first(.shapeBefore(shape)) ?? first(.statusBefore(shape.kind.status))
  }
}

/// The responses of an endpoint, grouped by request. The cost of changing a few responses doesn't depend on their total
/// number.
final class RequestGroups {
  /// A property for looking up responses to a request.
  enum Facet: Hashable {
    case any
    case name
    case status(Int)
    case answer(ResponseIdentity)
    /// The response existed before or can't be a step of a sequence.
    case noStep
    case before
    case stepBefore
    case statusBefore(Int)
    case shapeBefore(ResponseShape)
  }

  /// The position of a response in the responses to the same request.
  struct Rank: Comparable {
    let step: Int
    let name: String
    /// The index of the response in the endpoint's responses.
    let index: Int

    static func < (one: Rank, other: Rank) -> Bool {
      (one.step, one.name, one.index) < (other.step, other.name, other.index)
    }
  }

  private struct Place: Hashable {
    let request: Int
    let facet: Facet
  }

  private let telling: Set<String>?
  private var requests: [RequestKey: Int] = [:]
  private var lists = SortedLists<Place, Rank>()

  /// - Parameter telling: The header fields that distinguish requests, or `nil` for all of them.
  init(telling: Set<String>?) {
    self.telling = telling
  }

  func ranks(_ facet: Facet, of request: RequestKey) -> [Rank] {
    requests[request].map { lists[Place(request: $0, facet: facet)] } ?? []
  }

  func add(_ entry: EndpointResponses.Entry, _ index: Int) {
    let key = RequestKey(entry.likeness, status: entry.status, telling: telling)
    let request = requests[key] ?? requests.count
    requests[key] = request
    for (facet, rank) in Self.facets(of: entry, index) { lists.insert(rank, at: Place(request: request, facet: facet)) }
  }

  func remove(_ entry: EndpointResponses.Entry, _ index: Int) {
    guard let request = requests[RequestKey(entry.likeness, status: entry.status, telling: telling)] else { return }
    for (facet, rank) in Self.facets(of: entry, index) { lists.remove(rank, at: Place(request: request, facet: facet)) }
  }

  private static func facets(of entry: EndpointResponses.Entry, _ index: Int) -> [(Facet, Rank)] {
    let name = entry.recording.name
    let rank = Rank(step: entry.recording.step?.number ?? 0, name: name, index: index)
    var facets: [Facet] = [.any, .status(entry.status), .answer(entry.answer)]
    if entry.file == nil || !Recording.mayBeStep(entry.status) { facets.append(.noStep) }
    if entry.file == nil {
      facets += [.before, .statusBefore(entry.status), .shapeBefore(entry.shape)]
      if entry.recording.step != nil { facets.append(.stepBefore) }
    }
    return facets.map { ($0, rank) } + [(.name, Rank(step: 0, name: name, index: index))]
  }
}
