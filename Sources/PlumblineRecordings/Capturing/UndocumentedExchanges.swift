import PlumblineContractModel
import PlumblineHTTPMessages

/// What is known of requests that no endpoint of a contract has: which of them a server answers, and which are drafts.
///
/// A server answers any path, so a 404 at one that never had another answer is a slip of who asked, and no draft. It is a
/// refusal where other paths that were answered make a template of it: `/widgets/lost` beside `/widgets/w_17`.
struct UndocumentedExchanges {
  /// What an endpoint would be: a method, and a path without its ids.
  struct Key: Hashable {
    let method: HTTPMethod
    /// `/api/v2/widgets/{n}`.
    let path: String

    init(method: HTTPMethod, path: String) {
      self.method = method
      self.path = path
    }

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

  private let template: (Request) -> String?
  private var answered: Set<Key> = []
  private var drafts: [Key: EndpointAnswers] = [:]
  /// The names of the drafts.
  private(set) var names: Set<String> = []

  /// - Parameters:
  ///   - exchanges: those that no endpoint has, of the session and of the drafts that were there before.
  ///   - templates: see ``RecordingPlan/Options/templates``.
  init(_ exchanges: [Exchange], templates: ([Exchange]) -> @Sendable (Request) -> String?) {
    for exchange in exchanges {
      guard let status = exchange.response?.status, !Self.absences.contains(status) else { continue }
      answered.insert(Key(exchange.request))
    }
    template = templates(exchanges)
  }

  /// What a request would be of, by how it was answered: of those that the server doesn't have, all of a template are one.
  func key(of request: Request, status: Int) -> Key {
    let own = Key(request)
    guard Self.absences.contains(status), !answered.contains(own), let template = template(request) else { return own }
    return Key(method: request.method, path: template)
  }

  /// Returns a Boolean value that indicates whether the server has what was asked for, or others of its kind.
  func exists(_ request: Request, status: Int) -> Bool {
    let own = Key(request)
    return answered.contains(own) || drafts[own] != nil || key(of: request, status: status) != own
  }

  /// The drafts of such requests.
  func known(_ key: Key) -> EndpointAnswers { drafts[key] ?? EndpointAnswers() }

  mutating func add(_ entry: EndpointAnswers.Entry) {
    names.insert(entry.recording.name)
    drafts[key(of: entry.recording.request, status: entry.status), default: EndpointAnswers()].add(entry)
  }

  /// Puts a draft in the place of the one that it was.
  mutating func replace(_ id: String, with entry: EndpointAnswers.Entry) {
    drafts[key(of: entry.recording.request, status: entry.status)]?.replace(id, with: entry)
  }
}

extension EndpointAnswers {
  /// So many queries are kept that differ in their values only: of a long list's pages more tell nothing.
  private static let mostValues = 20

  /// Returns a Boolean value that indicates whether a query tells something of what may be asked for: another parameter, one
  /// less, or another value. Of drafts all parameters are to be known, and which of them may be missing.
  func lacks(_ query: [String: [String]], at status: Int) -> Bool {
    guard Recording.isByData(status), asked(query, at: status) == nil else { return false }
    return entries.count { $0.status == status && $0.likeness.query.keys == query.keys } < Self.mostValues
  }

  /// The first answer with a status to a query.
  func asked(_ query: [String: [String]], at status: Int) -> Entry? {
    entries.first { $0.status == status && $0.likeness.query == query }
  }
}
