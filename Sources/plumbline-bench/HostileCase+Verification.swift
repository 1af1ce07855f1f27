import PlumblineContractModel
import PlumblineReporting
import PlumblineVerification

/// Hostile contracts whose calls need many values, and reports about such calls.
extension HostileCase {
  static var verification: [HostileCase] {
    [
      HostileCase(
        "verification: endpoints with different ids",
        make: { count in
          guard let contract = contract(of: count) else { throw BenchmarkFailure("The contract has mistakes.") }
          return contract
        },
        run: { contract in
          if DirectNames(contract, []).variables.count < contract.endpoints.count {
            throw BenchmarkFailure("Variables are missing.")
          }
        }),
      HostileCase(
        "verification: printing a path with many segments",
        make: { String(decoding: repeated("/a", $0), as: UTF8.self) },
        run: { path in
          var text = ConsoleText(ConsoleStyle(width: 80))
          text.line(ConsoleText.Piece("GET \(path)"), indent: 2)
        }),
    ]
  }

  private static func contract(of count: Int) -> Contract? {
    let endpoints = (0..<count).map { number in
      #"""
      "e\#(word(number)).get": {"summary": "Reads", "request": "GET /t\#(word(number))/{id}", "source": "Handbook",
      "path": {"id": {"type": "integer"}}, "success": {"200": {"body": {}}}}
      """#
    }
    let text = #"""
      {"plumbline": 1, "service": "many", "title": "Many", "endpoints": {\#(endpoints.joined(separator: ","))}}
      """#
    let file = ContractLoader.File(name: "contract.json", path: "many/contract.json", bytes: Array(text.utf8))
    return ContractLoader.load([file], isLinting: false).contract
  }
}
