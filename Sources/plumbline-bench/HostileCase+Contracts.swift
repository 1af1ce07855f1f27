/// Hostile contracts whose endpoints and errors must be compared with one another.
extension HostileCase {
  static var contracts: [HostileCase] {
    [
      HostileCase(
        "contracts: many errors for one situation",
        make: { count in
          text(
            failures: (0..<count).map { #""status": 422, "codes": ["C-\#($0)"], "for": ["invalid"]"# },
            [endpoint("GET /things", failures: count)])
        }, run: { _ = problems(of: $0) }),
      HostileCase(
        "contracts: many errors for one status class",
        make: { count in
          text(
            failures: (0..<count).map { #""status": "4XX", "codes": ["C-\#($0)"]"# },
            [endpoint("GET /things", failures: count)])
        }, run: { _ = problems(of: $0) }),
      HostileCase(
        "contracts: many endpoints with the same request line",
        make: { count in
          text(
            failures: [],
            (0..<count).map {
              endpoint(
                "GET /things",
                #", "query": {"kind": {"type": "string"}}, "when": {"query.kind": {"const": "k-\#($0)"}}"#)
            })
        }, run: { _ = problems(of: $0) }),
      HostileCase(
        "contracts: many endpoints that share many errors",
        make: { count in
          text(
            failures: (0..<count).map { #""status": 422, "codes": ["C-\#($0)"], "for": ["invalid"]"# },
            areCommon: true, (0..<count).map { endpoint("GET /things/\(word($0))") })
        }, run: { _ = problems(of: $0) }),
    ]
  }

  private static func endpoint(_ request: String, _ rest: String = "", failures count: Int = 0) -> String {
    let failures = (0..<count).map { #""f\#($0)""# }.joined(separator: ",")
    return #"""
      {"summary": "Lists", "request": "\#(request)", "source": "Handbook", "success": {"200": {"payload": {}}},
      "errors": [\#(failures)]\#(rest)}
      """#
  }

  private static func text(failures: [String], areCommon: Bool = false, _ endpoints: [String]) -> String {
    let named = failures.enumerated().map { #""f\#($0)": {\#($1)}"# }.joined(separator: ",")
    let common = areCommon ? failures.indices.map { #""f\#($0)""# }.joined(separator: ",") : ""
    let listed = endpoints.enumerated().map { #""e\#(word($0)).list": \#($1)"# }.joined(separator: ",")
    return #"""
      {"plumbline": 1, "service": "many", "title": "Many", "envelope": {
      "flag": "ok", "payload": "data", "errorCode": "error", "message": "message"},
      "errors": {\#(named)}, "commonErrors": [\#(common)], "endpoints": {\#(listed)}}
      """#
  }
}
