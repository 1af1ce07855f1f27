import PlumblineContractModel
import PlumblineHTTPMessages

/// Hostile endpoints with very many parameters that requests are checked against.
extension HostileCase {
  static var parameters: [HostileCase] {
    ["headers", "query", "cookies"].flatMap { place in
      [
        HostileCase(
          "parameters: \(place), reading a contract", make: { text(of: $0, at: place) }, run: { _ = try contract($0) }),
        HostileCase(
          "parameters: \(place), checking a request", make: { try contract(text(of: $0, at: place)) },
          run: { try judge($0) }),
      ]
    } + [
      HostileCase(
        "parameters: exploded objects", make: { text(ofObjects: $0) },
        run: { _ = problems(of: $0) })
    ]
  }

  /// Returns an endpoint with object parameters that all have one member in common.
  private static func text(ofObjects count: Int) -> String {
    let objects = (0..<count).map {
      #""o\#($0)": {"type": "object", "properties": {"same": true, "own\#($0)": true}, "additionalProperties": false}"#
    }
    return #"""
      {"plumbline": 1, "service": "many", "title": "Many", "envelope": {
      "flag": "ok", "payload": "data", "errorCode": "error", "message": "message"}, "endpoints": {"things.list": {
      "summary": "Lists", "request": "GET /things", "source": "Handbook", "success": {"200": {"payload": {}}},
      "query": {\#(objects.joined(separator: ","))}}}}
      """#
  }

  static func problems(of text: String) -> [Problem] {
    let file = ContractLoader.File(name: "contract.json", path: "many/contract.json", bytes: Array(text.utf8))
    return ContractLoader.load([file]).problems
  }

  private static func text(of count: Int, at place: String) -> String {
    let names = (0..<count).map { #""X-N\#($0)""# }
    let schemas = names.map { #"\#($0): {"type": "integer"}"# }.joined(separator: ",")
    return #"""
      {"plumbline": 1, "service": "many", "title": "Many", "envelope": {
      "flag": "ok", "payload": "data", "errorCode": "error", "message": "message"}, "endpoints": {"things.list": {
      "summary": "Lists", "request": "GET /things", "source": "Handbook", "success": {"200": {"payload": {}}},
      "\#(place)": {\#(schemas)}, "required": {"\#(place)": [\#(names.joined(separator: ","))]}}}}
      """#
  }

  static func contract(_ text: String) throws -> Contract {
    let file = ContractLoader.File(name: "contract.json", path: "many/contract.json", bytes: Array(text.utf8))
    let loaded = ContractLoader.load([file])
    guard let contract = loaded.contract else { throw BenchmarkFailure("\(loaded.problems.prefix(3))") }
    return contract
  }

  /// Checks a request with a hundred of the contract's parameters against the contract.
  private static func judge(_ contract: Contract) throws {
    guard let endpoint = contract.endpoint("things.list") else { throw BenchmarkFailure("There is no endpoint.") }
    let sent = (0..<100).map { "X-N\($0)=1" }
    var headers: HeaderFields = ["Cookie": sent.joined(separator: "; ")]
    for number in 0..<100 { headers.append(name: "X-N\(number)", value: "1") }
    let request = Request(method: .get, target: "/things?" + sent.joined(separator: "&"), headers: headers)
    _ = RequestValidation(RequestReading(request, for: endpoint), in: contract).faults()
  }
}
