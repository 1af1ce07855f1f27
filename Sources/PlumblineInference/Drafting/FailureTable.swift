import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The errors that a service returned, without duplicates. They are distinguished by status and, if the envelope has a
/// code, by code.
struct FailureTable {
  private struct Key: Hashable {
    let status: Int
    let code: JSON?
    /// The media type of a body without the envelope, or an empty string if there is no body.
    let type: String?
  }

  private struct Failure {
    let key: Key
    var link: ShapeTable.Link?
    var headers = SeenHeaders()
    var seen = 0
    var name = ""
    /// A Boolean value that indicates whether some bodies can't be described as JSON.
    var isOpen = false
  }

  private var failures: [Failure] = []
  /// The index of each error in the list.
  private var places: [Key: Int] = [:]
  /// The index of the most frequent error for each status. In a tie, it is the first error.
  private var mostSeen: [Int: Int] = [:]
  /// The names of the errors that were chosen, by status.
  private var settled: [Int: String] = [:]
  /// The status that unauthenticated callers get, once it has been determined.
  private(set) var unauthenticated = 401
  private let envelope: SeenEnvelope?
  private var identifiers = Identifiers()

  /// The errors of the existing contract that use its envelope.
  private let known: [PlumblineContractModel.Failure]
  /// The contract's errors by code.
  private let coded: [ErrorCode: [PlumblineContractModel.Failure]]

  /// Creates a table.
  ///
  /// - Parameter contract: The existing contract.
  init(_ envelope: SeenEnvelope?, beside contract: Contract?) {
    self.envelope = envelope
    let known = contract?.failures.filter(\.isEnveloped) ?? []
    self.known = known
    var coded: [ErrorCode: [PlumblineContractModel.Failure]] = [:]
    for failure in known { for code in Set(failure.codes) { coded[code, default: []].append(failure) } }
    self.coded = coded
    for failure in contract?.failures ?? [] { _ = identifiers.unique(failure.name) }
  }

  /// Records the errors among some exchanges, and returns their names.
  mutating func add(_ exchanges: [SeenExchange], in table: inout ShapeTable) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for exchange in exchanges where exchange.response.status >= 400 {
      let name = add(exchange, in: &table)
      if known.insert(name).inserted { names.append(name) }
    }
    return names
  }

  private mutating func add(_ exchange: SeenExchange, in table: inout ShapeTable) -> String {
    let response = exchange.response
    let code = exchange.answered.flatMap { body in envelope?.code(of: body) }
    if let code = code.flatMap(ErrorCode.init) {
      let same = coded[code]?.first { $0.statuses.contains(response.status) }
      if let same { return same.name }
    }
    let isEmpty = response.body.length == 0 || exchange.request.method == .head
    let type =
      code != nil ? nil : isEmpty ? "" : response.mediaType ?? (exchange.answered == nil ? "" : "application/json")
    let key = Key(status: response.status, code: code, type: type)
    let index = places[key] ?? failures.count
    if index == failures.count { append(Failure(key: key, name: name(of: key))) }
    failures[index].seen += 1
    if let most = mostSeen[key.status] {
      let (seen, best) = (failures[index].seen, failures[most].seen)
      if seen > best || seen == best && index < most { mostSeen[key.status] = index }
    }
    failures[index].headers.add(response)
    if code == nil, let body = exchange.answered {
      var link = failures[index].link ?? ShapeTable.Link(node: table.make())
      table.add(body, to: &link, owner: body.deepHash)
      failures[index].link = link
    } else if code == nil, !isEmpty {
      failures[index].isOpen = true
    }
    return failures[index].name
  }

  private mutating func name(of key: Key) -> String {
    let word = key.code?.string.map { PathWord.camel($0.lowercased()) } ?? ""
    let wish = word.first?.isLetter == true ? word : FailureNames.word(for: "\(key.status)") ?? "status\(key.status)"
    return identifiers.unique(wish)
  }

  /// Returns the name of the error that was chosen for a status, otherwise of the most frequent error with that status,
  /// or `nil` if there is none.
  func usual(_ status: Int) -> String? {
    settled[status] ?? mostSeen[status].map { failures[$0].name } ?? known.first { $0.status == status }?.name
  }

  private func usual(_ status: Int, among names: Set<String>) -> String? {
    let own = failures.filter { $0.key.status == status && names.contains($0.name) }
    let usual = own.reduce(own.first) { best, next in next.seen > best?.seen ?? 0 ? next : best }?.name
    return usual ?? known.first { $0.status == status }?.name
  }

  /// Chooses the error for a status: the most frequent one among `names`, or else one that wasn't seen but must exist.
  private mutating func settle(_ status: Int, among names: Set<String>) {
    settled[status] = usual(status, among: names) ?? assume(status)
  }

  /// Chooses the error for a request without its required credentials.
  ///
  /// - Parameters:
  ///   - names: The errors of the endpoints that require credentials.
  ///   - isForbidden: A Boolean value that indicates whether such a request was rejected with 403.
  mutating func settleUnauthenticated(among names: Set<String>, isForbidden: Bool) {
    if isForbidden, usual(401, among: names) == nil { unauthenticated = 403 }
    settle(unauthenticated, among: names)
  }

  private mutating func assume(_ status: Int) -> String {
    let isEnveloped = envelope?.errorCode != nil || envelope?.flag != nil
    let key = Key(status: status, code: nil, type: isEnveloped ? nil : "application/json")
    append(Failure(key: key, name: name(of: key), isOpen: true))
    return failures[failures.count - 1].name
  }

  private mutating func append(_ failure: Failure) {
    if places[failure.key] == nil { places[failure.key] = failures.count }
    if mostSeen[failure.key.status] == nil { mostSeen[failure.key.status] = failures.count }
    failures.append(failure)
  }

  var links: [ShapeTable.Link] { failures.compactMap(\.link) }

  /// Returns the `errors` of a contract, or `nil` if none were seen.
  func json(_ writer: ShapeWriter) -> JSON? {
    if failures.isEmpty { return nil }
    let usual = Set(Set(failures.map(\.key.status)).compactMap { self.usual($0) })
    return .object(failures.map { ($0.name, json($0, isUsual: usual.contains($0.name), writer)) })
  }

  private func json(_ failure: Failure, isUsual: Bool, _ writer: ShapeWriter) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("status", failure.key.status)
        json.member("x-seen", failure.seen)
        json.member("standing", "assumed")
        if let code = failure.key.code { json.member("codes", .array([code])) }
        switch failure.key.type {
        case nil: break
        case "application/json"?:
          if let link = failure.link, !failure.isOpen {
            json.member("body", writer.schema(link, name: "failure"))
          } else {
            json.member("body", true)
          }
        case ""?: json.member("body", false)
        case let type?:
          let schema: JSON =
            if let link = failure.link, !failure.isOpen { writer.schema(link, name: "failure") } else {
              JSON.object(MediaType.isText(type) ? [("type", "string")] : [])
            }
          json.member("content", .object([(type, .object([("schema", schema)]))]))
        }
        // Among several errors with the same status, only the usual one is returned by default.
        if !isUsual {
          json.member("for", .array([]))
        } else if failure.key.status == 403, unauthenticated == 403 {
          json.member("for", ["unauthenticated", "forbidden"])
        }
        failure.headers.write(into: &json, mayBeRequired: false)
      }
    }
  }
}
