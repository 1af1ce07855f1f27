import PlumblineContractModel
import PlumblineHTTPMessages

/// What is known of requests that no endpoint of a contract has: which of them a server answers, and which are drafts.
///
/// A server answers any path, so a 404 at one that never had another answer is a slip of who asked, and no draft.
struct UndocumentedExchanges {
  /// What an endpoint would be: a method, and a path without its ids.
  struct Key: Hashable {
    let method: HTTPMethod
    /// `/api/v2/widgets/{n}`.
    let path: String

    init(_ request: Request) {
      method = request.method
      path = request.path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
        if FoldedName.isNumber(segment) { return "{n}" }
        return FoldedName.isUUID(segment) ? "{id}" : String(segment)
      }.joined(separator: "/")
    }

    /// `get-api-v2-widgets-n`, as a file is called.
    var name: String { RecordingNames.cut(RecordingNames.words("\(method.rawValue) \(path)")) }
  }

  /// What servers say of what they don't have.
  private static let absences: Set<Int> = [404, 405, 501]

  private var answered: Set<Key> = []
  private var drafts: [Key: EndpointAnswers] = [:]
  /// The names of the drafts.
  private(set) var names: Set<String> = []

  /// - Parameter exchanges: those of the session that no endpoint has.
  init(_ exchanges: [Exchange]) {
    for exchange in exchanges {
      guard let status = exchange.response?.status, !Self.absences.contains(status) else { continue }
      answered.insert(Key(exchange.request))
    }
  }

  /// Whether the server has what was asked for.
  func exists(_ key: Key) -> Bool { answered.contains(key) || drafts[key] != nil }

  /// The drafts of such requests.
  func known(_ key: Key) -> EndpointAnswers { drafts[key] ?? EndpointAnswers() }

  mutating func add(_ entry: EndpointAnswers.Entry) {
    names.insert(entry.recording.name)
    drafts[Key(entry.recording.request), default: EndpointAnswers()].add(entry)
  }
}

extension EndpointAnswers {
  /// So many queries are kept that differ in their values only: of a long list's pages more tell nothing.
  private static let mostValues = 20

  /// Whether a query tells something of what may be asked for: another parameter, one less, or another value. Of drafts all
  /// parameters are to be known, and which of them may be missing.
  func lacks(_ query: [String: [String]], at status: Int) -> Bool {
    guard Recording.isByData(status), asked(query, at: status) == nil else { return false }
    return entries.count { $0.status == status && $0.likeness.query.keys == query.keys } < Self.mostValues
  }

  /// The first answer with a status to a query.
  func asked(_ query: [String: [String]], at status: Int) -> Entry? {
    entries.first { $0.status == status && $0.likeness.query == query }
  }
}
