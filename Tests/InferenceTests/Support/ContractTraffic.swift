import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport

/// Exchanges of a service that follows its contract to the letter, with arbitrary values, optional members that are
/// sometimes missing, and all of its failures. Exchanges in which the inspector finds drift are left out.
struct ContractTraffic {
  let contract: Contract
  private var numbers: RandomNumbers
  private let inspector: Inspector

  init(_ contract: Contract, seed: UInt64) {
    self.contract = contract
    numbers = RandomNumbers(seed: seed)
    inspector = Inspector(contract)
  }

  /// - Parameter count: The number of exchanges for each response and each failure of an endpoint.
  mutating func exchanges(_ count: Int) -> [Exchange] {
    var exchanges: [Exchange] = []
    for endpoint in contract.endpoints {
      for answer in endpoint.answers {
        for _ in 0..<count { add(exchange(endpoint, answer), to: &exchanges) }
      }
      for failure in endpoint.failures where failure.status < 500 {
        for code in failure.codes {
          for _ in 0..<3 { add(exchange(endpoint, failure, code), to: &exchanges) }
        }
      }
    }
    return exchanges.shuffled(using: &numbers)
  }

  private func add(_ exchange: Exchange?, to exchanges: inout [Exchange]) {
    guard let exchange, inspector.inspect(exchange).isEmpty else { return }
    exchanges.append(exchange)
  }

  private mutating func exchange(_ endpoint: Endpoint, _ answer: DocumentedResponse) -> Exchange? {
    guard let request = request(endpoint) else { return nil }
    var headers = HeaderFields()
    var body = Body.empty
    switch answer.content {
    case .payload(let schema):
      guard let value = value(of: schema) else { return nil }
      body = Body(enveloped(value, answer).serialized())
    case .noPayload: body = Body(enveloped(nil, answer).serialized())
    case .body(let schema):
      guard let value = value(of: schema) else { return nil }
      body = Body(value.serialized())
    case .media(let contents):
      guard let content = contents.randomElement(using: &numbers) else { return nil }
      headers.append(name: "Content-Type", value: content.mediaType)
      if MediaType.isJSON(content.mediaType), let schema = content.schema {
        guard let value = value(of: schema) else { return nil }
        body = Body(value.serialized())
      } else {
        body = Body("id,name\n1,Ada\n")
      }
    case .empty: break
    }
    if body.length ?? 0 > 0, headers.isEmpty { headers.append(name: "Content-Type", value: "application/json") }
    for header in answer.headers where header.isRequired {
      guard let schema = header.schema, let value = value(of: schema) else { continue }
      headers.append(name: header.name, value: value.string ?? value.text)
    }
    return Exchange(request: request, response: Response(status: answer.status, headers: headers, body: body))
  }

  private mutating func exchange(_ endpoint: Endpoint, _ failure: Failure, _ code: ErrorCode) -> Exchange? {
    guard let envelope = contract.envelope, failure.isEnveloped, let request = request(endpoint) else { return nil }
    var members: [(String, JSON)] = []
    if let flag = envelope.flag { members.append((flag.place.tokens[0], flag.failure.first ?? false)) }
    if let place = envelope.errorCode { members.append((place.tokens[0], code.json)) }
    if let place = envelope.message { members.append((place.tokens[0], "That can't be done.")) }
    return Exchange(
      request: request,
      response: Response(
        status: failure.status, headers: ["Content-Type": "application/json"],
        body: Body(JSON.object(members).serialized())))
  }

  private mutating func enveloped(_ payload: JSON?, _ answer: DocumentedResponse) -> JSON {
    var members: [(String, JSON)] = []
    guard let envelope = contract.envelope else { return payload ?? .null }
    if let flag = envelope.flag { members.append((flag.place.tokens[0], flag.success.first ?? true)) }
    if let payload, let place = envelope.payload { members.append((place.tokens[0], payload)) }
    for other in envelope.others where answer.others.contains(other.name) {
      if let value = value(of: other.schema) { members.append((other.place.tokens[0], value)) }
    }
    if let place = envelope.message, Bool.random(using: &numbers) { members.append((place.tokens[0], "Done.")) }
    return .object(members)
  }

  private mutating func request(_ endpoint: Endpoint) -> Request? {
    var path: [String: String] = [:]
    for parameter in endpoint.path {
      guard let value = value(of: parameter.schema) else { return nil }
      path[parameter.name] = value.string ?? value.text
    }
    guard var target = endpoint.request.template.expand(path) else { return nil }
    var items: [String] = []
    for parameter in endpoint.query where parameter.isRequired || Bool.random(using: &numbers) {
      guard let value = value(of: parameter.schema), value.kind != .array, value.kind != .object else { continue }
      items.append("\(PercentEncoding.encode(parameter.name))=\(PercentEncoding.encode(value.string ?? value.text))")
    }
    if !items.isEmpty { target += "?" + items.joined(separator: "&") }
    var headers = HeaderFields()
    var body = Body.empty
    if let documented = endpoint.body, documented.isRequired || Bool.random(using: &numbers) {
      guard let json = documented.json, let value = json.schema.flatMap({ value(of: $0) }) else { return nil }
      headers.append(name: "Content-Type", value: "application/json")
      body = Body(value.serialized())
    }
    for parameter in endpoint.headers where parameter.isRequired {
      guard let value = value(of: parameter.schema) else { return nil }
      headers.append(name: parameter.name, value: value.string ?? value.text)
    }
    let request = Request(method: endpoint.request.method, target: target, headers: headers, body: body)
    guard let persona = contract.personas.randomElement(using: &numbers) else { return request }
    return contract.adding(credentialsOf: persona, to: request, for: endpoint)
  }
}

/// Values.
extension ContractTraffic {
  /// Returns a value that a schema accepts.
  private mutating func value(of schema: Schema) -> JSON? {
    let size = [GenerationSize.typical, .typical, .maximal].randomElement(using: &numbers) ?? .typical
    guard let value = try? schema.generate(size, seed: numbers.next()).get() else { return nil }
    var root = value
    for pointer in Self.pointers(in: value) { root = varied(root, at: pointer, schema) }
    return root
  }

  private static func pointers(in value: JSON) -> [JSONPointer] {
    var pointers: [JSONPointer] = []
    func visit(_ value: JSON, _ pointer: JSONPointer) {
      pointers.append(pointer)
      if pointers.count > 300 { return }
      if value.kind == .object {
        for (name, member) in value.members { visit(member, JSONPointer(tokens: pointer.tokens + [name])) }
      } else if value.kind == .array {
        for (index, element) in value.elements.enumerated() {
          visit(element, JSONPointer(tokens: pointer.tokens + ["\(index)"]))
        }
      }
    }
    visit(value, JSONPointer())
    return pointers
  }

  /// Returns the value with a different value at a place, as far as the schema allows that.
  private mutating func varied(_ root: JSON, at pointer: JSONPointer, _ schema: Schema) -> JSON {
    guard let value = root.at(pointer) else { return root }
    let draw = Int.random(in: 0..<100, using: &numbers)
    var wish: JSON?
    if !pointer.tokens.isEmpty, draw < 12 {
      if let less = root.removing(pointer), schema.isValid(less) { return less }
    } else if draw < 24 {
      wish = .null
    } else if value.kind == .number, let number = value.int {
      let isWhole = Bool.random(using: &numbers)
      wish = isWhole ? JSON(Int.random(in: 1...90_000, using: &numbers)) : JSON(Double(number) + 0.25)
    } else if value.kind == .string {
      let word = String((0..<8).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &numbers) ?? "a" })
      wish = JSON(word.prefix(1).uppercased() + word.dropFirst() + " \(draw)")
    } else if value.kind == .bool {
      wish = JSON(Bool.random(using: &numbers))
    }
    guard let wish, let changed = root.replacing(pointer, with: wish), schema.isValid(changed) else { return root }
    return changed
  }
}
