import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The places where callers show their credentials: the places only, never the credentials.
struct SeenCredentials {
  struct Credential: Hashable {
    let name: String
    /// In the contract's words: `bearer`, `basic`, `header`, `query`, `cookie`.
    let place: String
    /// The header's, the query parameter's or the cookie's name.
    let field: String?
  }

  /// The credentials that a contract has already come first.
  private(set) var all: [Credential]
  /// The number of credentials that come from the contract.
  private let known: Int
  private var identifiers = Identifiers()
  /// The name of the first one at each place.
  private var names: [Place: String] = [:]

  /// The place of a credential; names of fields are compared without regard to case.
  private struct Place: Hashable {
    let place: String
    let field: String?

    init(_ place: String, _ field: String?) {
      self.place = place
      self.field = field?.lowercased()
    }
  }

  /// The query parameters that have secrets' names and are there in most requests: others are tokens of one thing.
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

  /// Those that the contract hasn't.
  var new: [Credential] { Array(all.dropFirst(known)) }

  /// Returns the names of the credentials that a request shows.
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
    // What guards a form against other pages says nothing of who is calling.
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

  /// Returns the authentication that an endpoint asks for, judged by what its exchanges showed and whether they succeeded.
  ///
  /// - Parameter isHealth: whether it is what a load balancer asks too, which has no credentials.
  static func authentication(_ shown: [(names: [String], isSuccess: Bool)], isHealth: Bool) -> [[String]] {
    var alternatives: [[String]] = isHealth ? [[]] : []
    var known = Set(alternatives)
    for (names, isSuccess) in shown where isSuccess && known.insert(names).inserted { alternatives.append(names) }
    if alternatives.isEmpty, let most = shown.map(\.names).max(by: { $0.count < $1.count }) { alternatives = [most] }
    // Who may come in with less isn't asked for more, but may show it.
    return alternatives.sorted { $0.count > $1.count }
  }

  /// `credentials` of a contract.
  func json(service: String) -> JSON {
    .object(
      new.map { credential in
        var members: [(String, JSON)] = [("in", JSON(credential.place))]
        if let field = credential.field { members.append(("name", JSON(field))) }
        members.append(("environment", JSON(SecuritySchemes.variable(service, credential.name))))
        return (credential.name, .object(members))
      })
  }

  /// `personas` of a contract: one caller, with values that the mock takes.
  var personas: JSON {
    let values = new.map { ($0.name, JSON($0.place == "basic" ? "caller:demo" : "demo-\($0.name)")) }
    return .object([("caller", .object([("id", "caller"), ("credentials", .object(values))]))])
  }
}
