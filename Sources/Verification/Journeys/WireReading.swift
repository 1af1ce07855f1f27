import ContractModel
import HTTPMessages
import JSONTree

/// What a request does to which item, as the contract tells, and what its answer says.
struct WireReading: Sendable {
  let endpoint: Endpoint
  let request: RequestReading
  /// What the contract says that it does; `nil` where it says nothing.
  let rule: StateRule?
  private let contract: Contract

  /// `nil` for a request to no endpoint of the contract.
  init?(_ request: Request, in contract: Contract) {
    guard case .found(let endpoint) = contract.router.route(request.method, path: request.path) else { return nil }
    self.endpoint = endpoint
    self.contract = contract
    self.request = RequestReading(request, for: endpoint)
    rule = endpoint.rule(for: self.request)
  }

  /// The credentials that the request shows, by name.
  var credentials: [String: String] {
    let names = contract.credentials.map(\.name)
    let shown = CredentialValues(request.request, names: names, in: contract)
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in shown[name].map { (name, $0) } })
  }

  /// The item that the request names.
  var item: ServerItem? {
    guard let rule, let name = rule.collection, let collection = contract.collection(name) else { return nil }
    var within = pathTexts
    guard collection.key != nil else { return make(collection, key: "", within: within) }
    guard case .path(let parameter) = rule.key, let key = within.removeValue(forKey: parameter) else { return nil }
    return make(collection, key: key, within: within)
  }

  /// The item that the request has made, by its answer.
  func itemMade(by response: Response) -> ServerItem? {
    guard let rule, rule.action == .create, let name = rule.collection, let collection = contract.collection(name),
      let pointer = collection.key, let key = payload(of: response)?.at(pointer).flatMap(Self.text)
    else { return nil }
    return make(collection, key: key, within: pathTexts)
  }

  /// Whether an answer says that it was done.
  func isDone(_ response: Response) -> Bool {
    guard (200..<300).contains(response.status) else { return false }
    guard let flag = contract.envelope?.flag, let body = Self.body(of: response) else { return true }
    return body[flag]?.bool != false
  }

  /// What an answer holds inside its envelope.
  func payload(of response: Response) -> JSON? {
    guard let body = Self.body(of: response) else { return nil }
    return contract.envelope.map { body[$0.payload] } ?? body
  }

  /// A key as it stands in a path.
  static func text(_ value: JSON) -> String? {
    if let string = value.string { return string.isEmpty ? nil : string }
    return value.int.map { "\($0)" }
  }

  private static func body(of response: Response) -> JSON? { try? JSON.parse(response.body.bytes ?? []) }

  private var pathTexts: [String: String] { endpoint.request.template.match(request.request.path) ?? [:] }

  private func make(_ collection: ItemCollection, key: String, within: [String: String]) -> ServerItem {
    let owner =
      collection.per == nil
      ? "" : credentials.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    return ServerItem(collection: collection.name, key: key, within: within, owner: owner)
  }
}
