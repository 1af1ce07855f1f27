import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The locations where callers send credentials. Their values are never kept.
struct SeenCredentials {
  struct Credential: Hashable {
    let name: String
    /// The kind of location, in the contract's terms: `bearer`, `basic`, `header`, `query` or `cookie`.
    let place: String
    /// The name of the header field, query parameter or cookie.
    let field: String?
  }

  /// The credentials, starting with those of the existing contract.
  private(set) var all: [Credential]
  /// The number of credentials that come from the contract.
  private let known: Int
  private var identifiers = Identifiers()
  /// The name of the first credential at each location.
  private var names: [Place: String] = [:]

  /// The location of a credential. Field names are compared ignoring case.
  private struct Place: Hashable {
    let place: String
    let field: String?

    init(_ place: String, _ field: String?) {
      self.place = place
      self.field = field?.lowercased()
    }
  }

  /// The query parameters that are named like a secret and that most requests have. Other parameters with such a name
  /// are tokens for a single item.
  private var usualItems: Set<String> = []

  init(of contract: Contract?, _ exchanges: [SeenExchange]) {
    all = (contract?.credentials ?? []).map { credential in
      switch credential.carrier {
      case .bearer: Credential(name: credential.name, place: "bearer", field: nil)
      case .basic: Credential(name: credential.name, place: "basic", field: nil)
      case .header(let name): Credential(name: credential.name, place: "header", field: name)
      case .query(let name): Credential(name: credential.name, place: "query", field: name)
      case .cookie(let name): Credential(name: credential.name, place: "cookie", field: name)
      case .body(let place): Credential(name: credential.name, place: "body", field: place.description)
      }
    }
    known = all.count
    for credential in all {
      _ = identifiers.unique(credential.name)
      let place = Place(credential.place, credential.field)
      if names[place] == nil { names[place] = credential.name }
    }
    var counts: [String: Int] = [:]
    for exchange in exchanges {
      for name in Set(exchange.request.queryItems.map(\.name)) where SecretNames.kind(of: name) == .secret {
        counts[name, default: 0] += 1
      }
    }
    usualItems = Set(counts.filter { $0.value * 2 >= exchanges.count }.keys)
  }

  /// The credentials that are missing from the contract.
  var new: [Credential] { Array(all.dropFirst(known)) }

  /// Returns the names of a request's credentials.
  mutating func shown(by request: Request) -> [String] {
    var names: [String] = []
    if let value = request.headers["authorization"] {
      let scheme = value.prefix { $0 != " " }.lowercased()
      let place = scheme == "basic" ? "basic" : scheme == "bearer" ? "bearer" : "header"
      names.append(name(place, place == "header" ? "Authorization" : nil, scheme == "basic" ? "account" : "session"))
    }
    for (field, _) in request.headers where field.lowercased() != "authorization" && isSecret(header: field) {
      names.append(name("header", field, field))
    }
    for (item, _) in request.queryItems where isSecret(query: item) {
      names.append(name("query", item, item))
    }
    for (cookie, _) in Cookies.sent(in: request) where isSecret(cookie: cookie) {
      names.append(name("cookie", cookie, cookie))
    }
    return Array(Set(names)).sorted()
  }

  /// Returns a Boolean value that indicates whether a query parameter is a credential.
  func isSecret(query name: String) -> Bool {
    has("query", name) || usualItems.contains(name)
  }

  /// Returns a Boolean value that indicates whether a request header is a credential.
  func isSecret(header name: String) -> Bool {
    let lower = name.lowercased()
    guard !["authorization", "cookie"].contains(lower), !KnownFields.isAny([.connection, .proxy], lower) else {
      return lower == "authorization"
    }
    // A token that prevents cross-site request forgery doesn't identify the caller.
    if lower.contains("csrf") || lower.contains("xsrf") { return false }
    return has("header", name) || SecretNames.kind(ofField: name) == .secret
  }

  private func isSecret(cookie name: String) -> Bool {
    let lower = name.lowercased()
    return has("cookie", name) || SecretNames.kind(of: name) == .secret
      || ["session", "sess", "sid", "auth"].contains { lower.contains($0) }
  }

  private func has(_ place: String, _ field: String) -> Bool { names[Place(place, field)] != nil }

  private mutating func name(_ place: String, _ field: String?, _ wish: String) -> String {
    let key = Place(place, field)
    if let known = names[key] { return known }
    let word = PathWord.camel(wish.lowercased().hasPrefix("x-") ? String(wish.dropFirst(2)) : wish)
    let name = identifiers.unique(Identifiers.name(word, otherwise: "credential"))
    all.append(Credential(name: name, place: place, field: field))
    names[key] = name
    return name
  }

  /// Returns the authentication that an endpoint requires, derived from the credentials in its exchanges and from
  /// whether the exchanges succeeded.
  ///
  /// - Parameter isHealth: A Boolean value that indicates whether the endpoint is a health check, which load balancers
  ///   call without credentials.
  static func authentication(_ shown: [(names: [String], isSuccess: Bool)], isHealth: Bool) -> [[String]] {
    var alternatives: [[String]] = isHealth ? [[]] : []
    var known = Set(alternatives)
    for (names, isSuccess) in shown where isSuccess && known.insert(names).inserted { alternatives.append(names) }
    if alternatives.isEmpty, let most = shown.map(\.names).max(by: { $0.count < $1.count }) { alternatives = [most] }
    // Put larger sets first, because a caller that is accepted with fewer credentials may still send more.
    return alternatives.sorted { $0.count > $1.count }
  }

  /// Returns the contract's `credentials`.
  func json(service: String) -> JSON {
    .object(
      new.map { credential in
        var members: [(String, JSON)] = [("in", JSON(credential.place))]
        if let field = credential.field { members.append(("name", JSON(field))) }
        members.append(("environment", JSON(SecuritySchemes.variable(service, credential.name))))
        return (credential.name, .object(members))
      })
  }

  /// Returns the contract's `personas`: the callers, with values that the mock accepts. Each caller has a different
  /// value of `Authorization`.
  func personas(_ callers: SeenCallers) -> JSON {
    .object(
      callers.names.enumerated().map { index, name in
        let values = new.map { credential in
          let isOwn = index > 0 && (credential.place == "bearer" || credential.field == "Authorization")
          let token = "demo-\(credential.name)" + (isOwn ? "-\(index + 1)" : "")
          return (credential.name, JSON(credential.place == "basic" ? "\(name):demo" : token))
        }
        return (name, .object([("id", JSON(name)), ("credentials", .object(values))]))
      })
  }
}
