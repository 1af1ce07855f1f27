import PlumblineContractModel
import PlumblineHTTPMessages

/// The requests that a server handles although the contract has no endpoint for them, and the drafts of their
/// recordings.
///
/// A server responds to any path, so a 404 for a path that has never had another response is a mistake of the client
/// and doesn't become a draft. If other known paths form a template that matches it, it counts as a rejection. For
/// example, `/widgets/lost` and `/widgets/w_17` form one.
struct UndocumentedExchanges {
  /// The key for a possible endpoint: a method, and a path in which ids are replaced.
  struct Key: Hashable {
    let method: HTTPMethod
    /// The path in which ids are replaced, such as `/api/v2/widgets/{n}`.
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

    /// The key as a file name, such as `get-api-v2-widgets-n`.
    var name: String { RecordingNames.cut(RecordingNames.words("\(method.rawValue) \(path)")) }
  }

  /// The statuses that servers return for unknown paths.
  private static let absences: Set<Int> = [404, 405, 501]

  private let template: (Request) -> String?
  private var answered: Set<Key> = []
  private var drafts: [Key: EndpointResponses] = [:]
  /// The names of the drafts.
  private(set) var names: Set<String> = []

  /// - Parameters:
  ///   - exchanges: The exchanges that match no endpoint, from the session and from existing drafts.
  ///   - templates: A closure as described at ``RecordingPlan/Options/templates``.
  init(_ exchanges: [Exchange], templates: ([Exchange]) -> @Sendable (Request) -> String?) {
    for exchange in exchanges {
      guard let status = exchange.response?.status, !Self.absences.contains(status) else { continue }
      answered.insert(Key(exchange.request))
    }
    template = templates(exchanges)
  }

  /// Returns the key for a request. If its path is unknown according to the status, it shares the key of a template
  /// that matches it.
  func key(of request: Request, status: Int) -> Key {
    let own = Key(request)
    guard Self.absences.contains(status), !answered.contains(own), let template = template(request) else { return own }
    return Key(method: request.method, path: template)
  }

  /// Returns a Boolean value that indicates whether the server has the requested path or a similar one.
  func exists(_ request: Request, status: Int) -> Bool {
    let own = Key(request)
    return answered.contains(own) || drafts[own] != nil || key(of: request, status: status) != own
  }

  /// Returns the drafts with a key.
  func known(_ key: Key) -> EndpointResponses { drafts[key] ?? EndpointResponses(telling: ConditionField.names) }

  mutating func add(_ entry: EndpointResponses.Entry) {
    names.insert(entry.recording.name)
    let key = key(of: entry.recording.request, status: entry.status)
    let known = known(key)
    known.add(entry)
    drafts[key] = known
  }

  /// Replaces a draft with its new version.
  mutating func replace(_ id: String, with entry: EndpointResponses.Entry) {
    drafts[key(of: entry.recording.request, status: entry.status)]?.replace(id, with: entry)
  }
}

extension EndpointResponses {
  /// The maximum number of queries that differ only in their values. Further pages of a long list wouldn't add
  /// anything.
  private static let mostValues = 20

  /// Returns a Boolean value that indicates whether a query differs from known ones in an additional parameter, a
  /// missing parameter, or a value. Drafts should show all parameters, and which of them are optional.
  func lacks(_ query: [String: [String]], at status: Int) -> Bool {
    guard Recording.isByData(status), asked(query, at: status) == nil else { return false }
    return count(ofNamesIn: query, at: status) < Self.mostValues
  }
}
