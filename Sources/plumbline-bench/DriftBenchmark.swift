import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A benchmark of inspecting exchanges of 1 KB, by their number and by the size of the contract.
struct DriftBenchmark {
  static let usage = "drift"

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else { throw BenchmarkFailure("Usage: \(usage)") }
    print("exchanges  endpoints  drift in  seconds  µs each")
    for (exchanges, endpoints, share) in [
      (25_000, 40, 0), (50_000, 40, 0), (100_000, 40, 0), (100_000, 400, 0), (100_000, 4_000, 0), (100_000, 40, 10),
    ] {
      try measure(exchanges, endpoints, everyNth: share)
    }
  }

  private static func measure(_ count: Int, _ endpoints: Int, everyNth share: Int) throws {
    let inspector = Inspector(try contract(endpoints), options: .init(visibility: .withoutCredentials))
    let exchanges = (0..<count).map { exchange($0, endpoints, isDrifting: share > 0 && $0 % share == 0) }
    let clock = ContinuousClock()
    var found = 0
    let time = clock.measure {
      for exchange in exchanges { found += inspector.inspect(exchange).count }
    }
    guard found == (share > 0 ? (count + share - 1) / share : 0) else {
      throw BenchmarkFailure("The inspector found \(found) drifts in \(count) exchanges.")
    }
    let (seconds, attoseconds) = time.components
    let total = Double(seconds) + Double(attoseconds) / 1e18
    let each = (total * 1e7 / Double(count)).rounded() / 10
    print(
      "\(count)  \(endpoints)  \(share > 0 ? "1 of \(share)" : "none")  \((total * 1000).rounded() / 1000)  \(each)")
  }

  private static func contract(_ endpoints: Int) throws -> Contract {
    let list = (0..<endpoints).map { number in
      """
      "items\(number).get": {
        "summary": "Read", "source": "1", "standing": "documented", "request": "GET /api/v2/items\(number)/{id}",
        "path": { "id": { "type": "integer" } },
        "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } }, "errors": ["notFound"]
      }
      """
    }
    let text = """
      { "plumbline": 1, "service": "bench", "title": "Bench",
        "envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message" },
        "errors": { "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
        "schemas": {
          "User": { "type": "object", "required": ["id", "name", "email"], "properties": {
            "id": { "type": "integer" }, "name": { "type": "string" }, "email": { "type": "string", "format": "email" } } },
          "Item": { "type": "object",
            "required": ["id", "subject", "description", "status", "created_at", "updated_at", "owner", "tags", "comments"],
            "properties": {
              "id": { "type": "integer", "minimum": 1 }, "subject": { "type": "string", "minLength": 1 },
              "description": { "type": ["string", "null"] }, "status": { "enum": ["NEW", "OPEN", "DONE"] },
              "created_at": { "type": "string", "format": "date-time" },
              "updated_at": { "type": "string", "format": "date-time" },
              "owner": { "anyOf": [{ "$ref": "#/schemas/User" }, { "type": "null" }] },
              "tags": { "type": "array", "items": { "type": "string" } },
              "comments": { "type": "array", "items": { "type": "object", "required": ["id", "content", "author"],
                "properties": { "id": { "type": "integer" }, "content": { "type": "string" },
                  "author": { "$ref": "#/schemas/User" } } } }
            } }
        },
        "endpoints": { \(list.joined(separator: ",\n")) } }
      """
    let result = ContractLoader.load([.init(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    guard let contract = result.contract else {
      throw BenchmarkFailure(result.problems.prefix(3).map(\.description).joined(separator: "\n"))
    }
    return contract
  }

  /// Returns an exchange of 1 KB.
  private static func exchange(_ number: Int, _ endpoints: Int, isDrifting: Bool) -> Exchange {
    func user(_ id: Int) -> String { #"{"id":\#(id),"name":"Ada Tan","email":"ada@truelog.example"}"# }
    let comments = (0..<4).map {
      #"{"id":\#($0 + 1),"content":"The dock was replaced and works again.","author":\#(user($0))}"#
    }
    let body = """
      {"success":true,"data":{"id":\(isDrifting ? "\"\(number)\"" : "\(number + 1)"),"subject":"Dock is broken",\
      "description":"\(String(repeating: "It is warm. ", count: 26))","status":"OPEN",\
      "created_at":"2026-11-21T08:00:00Z","updated_at":"2026-11-21T09:30:00Z","owner":\(user(3)),\
      "tags":["dock","spare"],"comments":[\(comments.joined(separator: ","))]}}
      """
    return Exchange(
      request: Request(
        method: .get, target: "/api/v2/items\(number % endpoints)/\(number)",
        headers: ["host": "127.0.0.1:8080", "accept": "application/json", "user-agent": "bench"]),
      response: Response(
        status: 200, headers: ["content-type": "application/json", "date": "Sat, 21 Nov 2026 08:00:00 GMT"],
        body: Body(body)))
  }
}
