import PlumblineContractModel
import PlumblineHTTPMessages

/// Requests that no endpoint of a contract has: those that a server answers, and the drafts of them.
///
/// A server answers any path, so a 404 at one that never had another response is the client's mistake, and no draft. It is a
/// refusal if other paths that were answered make a template that matches it: `/widgets/lost` next to `/widgets/w_17`.
struct UndocumentedExchanges {
  /// The key of a possible endpoint: a method, and a path without its ids.
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

    /// `get-api-v2-widgets-n`, as a file is named.
    var name: String { RecordingNames.cut(RecordingNames.words("\(method.rawValue) \(path)")) }
  }

  /// The statuses with which servers answer unknown paths.
  private static let absences: Set<Int> = [404, 405, 501]

  private let template: (Request) -> String?
  private var answered: Set<Key> = []
  private var drafts: [Key: EndpointAnswers] = [:]
  /// The names of the drafts.
  private(set) var names: Set<String> = []

  /// - Parameters:
  ///   - exchanges: those that no endpoint has, of the session and of the existing drafts.
  ///   - templates: see ``RecordingPlan/Options/templates``.
  init(_ exchanges: [Exchange], templates: ([Exchange]) -> @Sendable (Request) -> String?) {
    for exchange in exchanges {
      guard let status = exchange.response?.status, !Self.absences.contains(status) else { continue }
      answered.insert(Key(exchange.request))
    }
    template = templates(exchanges)
  }

  /// Returns the key of a request, by its status: requests for unknown paths share the key of a template that matches them.
  func key(of request: Request, status: Int) -> Key {
    let own = Key(request)
    guard Self.absences.contains(status), !answered.contains(own), let template = template(request) else { return own }
    return Key(method: request.method, path: template)
  }

  /// Returns a Boolean value that indicates whether the server has the requested path, or others of its kind.
  func exists(_ request: Request, status: Int) -> Bool {
    let own = Key(request)
    return answered.contains(own) || drafts[own] != nil || key(of: request, status: status) != own
  }

  /// Returns the drafts with such a key.
  func known(_ key: Key) -> EndpointAnswers { drafts[key] ?? EndpointAnswers(telling: ConditionField.names) }

  mutating func add(_ entry: EndpointAnswers.Entry) {
    names.insert(entry.recording.name)
    let key = key(of: entry.recording.request, status: entry.status)
    let known = known(key)
    known.add(entry)
    drafts[key] = known
  }

  /// Replaces a draft with its new version.
  mutating func replace(_ id: String, with entry: EndpointAnswers.Entry) {
    drafts[key(of: entry.recording.request, status: entry.status)]?.replace(id, with: entry)
  }
}

extension EndpointAnswers {
  /// The number of kept queries that differ only in their values: more pages of a long list add nothing.
  private static let mostValues = 20

  /// Returns a Boolean value that indicates whether a query adds to the known ones: another parameter, one less, or another
  /// value. Drafts should show all parameters, and which of them may be missing.
  func lacks(_ query: [String: [String]], at status: Int) -> Bool {
    guard Recording.isByData(status), asked(query, at: status) == nil else { return false }
    return count(ofNamesIn: query, at: status) < Self.mostValues
  }
}
