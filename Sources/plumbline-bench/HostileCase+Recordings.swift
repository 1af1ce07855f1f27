import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// Hostile exchanges that a single plan turns into recordings.
extension HostileCase {
  static var recordings: [HostileCase] {
    [
      HostileCase(
        "recordings: a plan for many endpoints", start: 16,
        make: { count in
          let exchanges = (0..<count).map { get("/w\(word($0))/x\(word($0))", #"{"id":1}"#) }
          guard let contract = ContractLoader.load(draft(exchanges).files).contract else {
            throw BenchmarkFailure("The draft has mistakes.")
          }
          return (contract, exchanges)
        },
        run: { contract, exchanges in _ = plan(exchanges, of: contract) }),
      planned("recordings: many responses to one request, all of them new") { get("/things", news($0)) },
      planned("recordings: many drafts of one request, all of them new") { get("/others", news($0)) },
      described(
        "recordings: a body with many members", by: #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
      ) { count in
        "{" + (0..<count).map { #""m\#(word($0))":"v\#($0)""# }.joined(separator: ",") + "}"
      },
      described(
        "recordings: a list with many schema keywords",
        by: #"""
          {"contains": {"type": "integer"}, "unevaluatedItems": {"type": ["string", "integer"]},
          "anyOf": [{"contains": {"const": 7}}, {"minItems": 1}], "if": {"contains": {"const": "v7"}}, "then": {"minItems": 2}}
          """#
      ) { count in "[" + (0..<count).map { $0 % 2 == 0 ? "\($0)" : #""v\#($0)""# }.joined(separator: ",") + "]" },
      described("recordings: strings deep inside a body", by: "true") { count in
        let texts = (0..<count).map { #""v\#($0)""# }.joined(separator: ",")
        return String(repeating: #"{"a":"#, count: 200) + "[\(texts)]" + String(repeating: "}", count: 200)
      },
      HostileCase(
        "recordings: responses that replace earlier ones", start: 16,
        make: { count in
          let contract = try things()
          let first = (0..<count).map { get("/things?q=\($0)", #"{"ok":true,"data":{"id":1}}"#) }
          let second = (0..<count).map { get("/things?q=\($0)", #"{"ok":true,"data":{"id":2}}"#) }
          let existing = plan(first, of: contract, refreshes: true).files.map(\.recording)
          return (contract, existing, second)
        },
        run: { contract, existing, exchanges in
          let plan = plan(exchanges, of: contract, beside: existing, refreshes: true)
          if plan.files.count < existing.count { throw BenchmarkFailure("The recordings aren't refreshed.") }
        }),
    ]
  }

  private static func planned(_ name: String, _ exchange: @escaping (Int) -> Exchange) -> HostileCase {
    HostileCase(
      name, start: 16, make: { count in (try things(), (0..<count).map(exchange)) },
      run: { contract, exchanges in
        let plan = plan(exchanges, of: contract)
        if plan.files.count < exchanges.count { throw BenchmarkFailure("\(plan.files.count) recordings are planned.") }
      })
  }

  /// Plans a recording of a response whose body a schema describes.
  private static func described(
    _ name: String, by schema: String, _ body: @escaping (Int) -> String
  ) -> HostileCase {
    HostileCase(
      name,
      make: { count in
        let contract = try contract(
          #"""
          {"plumbline": 1, "service": "many", "title": "Many", "endpoints": {"things.list": {
          "summary": "Lists", "request": "GET /things", "source": "Handbook", "success": {"200": {"body": \#(schema)}}}}}
          """#)
        return (contract, [get("/things", body(count))])
      },
      run: { contract, exchanges in _ = plan(exchanges, of: contract) })
  }

  /// Returns a body with a member that no other body has.
  private static func news(_ number: Int) -> String { #"{"ok":true,"data":{"id":1,"m\#(word(number))":1}}"# }

  private static func plan(
    _ exchanges: [Exchange], of contract: Contract, beside existing: [Recording] = [], refreshes: Bool = false
  ) -> RecordingPlan {
    var callers = CallerRegistry(contract)
    var options = RecordingPlan.Options(
      from: "https://api.example.com", on: "2026-01-01", path: { "\($0)/\($1).json" })
    options.refreshes = refreshes
    let captures = exchanges.map { Capture($0, outage: nil, broken: []) }
    return RecordingPlan(captures, of: contract, beside: existing, options: options, callers: &callers)
  }

  private static func things() throws -> Contract {
    try contract(
      #"""
      {"plumbline": 1, "service": "many", "title": "Many", "envelope": {
      "flag": "ok", "payload": "data", "errorCode": "error", "message": "message"}, "endpoints": {"things.list": {
      "summary": "Lists", "request": "GET /things", "source": "Handbook", "success": {"200": {"payload": {}}},
      "query": {"q": {"type": "integer"}}}}}
      """#)
  }
}
