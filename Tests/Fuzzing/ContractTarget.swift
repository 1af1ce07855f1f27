import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

/// The readers of a contract's files and of `links.json`, and a mock and an inspector that use the result.
///
/// The input is a service's files with NUL between them, each with its name and a line feed before its text.
///
/// Bundles: Contracts
/// Length: 65536
/// Mutation: JSON
package enum ContractTarget {
  /// The number of endpoints that are called.
  private static let reach = 8

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let result = ContractLoader.load(files(in: input))
    check(result.problems)
    precondition(
      (result.contract == nil) == result.problems.contains { $0.level == .error && !$0.isServable },
      "a contract is there, or an error that keeps one from being made")
    precondition(result.problems == ContractLoader.load(files(in: input)).problems, "the same files, other problems")
    guard let contract = result.contract else { return }
    let library = MockLibrary(contract: contract, recordings: [])
    let inspector = Inspector(contract)
    let someone = MockSession(library: library, options: MockOptions(persona: contract.personas.first?.name))
    let nobody = MockSession(library: library)
    for endpoint in contract.endpoints.prefix(reach) {
      let request = request(to: endpoint)
      for session in [someone, nobody] {
        let answer = session.answer(to: request)
        let drift = inspector.inspect(Exchange(request: request, outcome: answer.outcome))
        precondition(drift.allSatisfy { !$0.message.isEmpty && $0.fingerprint.utf8.count == 16 })
        _ = session.explain(request)
      }
    }
    someone.reset()
  }

  /// Checks that each problem is a sentence with a place.
  static func check(_ problems: [Problem]) {
    for problem in problems {
      precondition(!problem.message.isEmpty && problem.location.line >= 1 && problem.location.column >= 1, "\(problem)")
    }
  }

  private static func files(in input: [UInt8]) -> [ContractLoader.File] {
    input.split(separator: 0).map { text in
      let end = text.firstIndex(of: 0x0A) ?? text.startIndex
      let name = String(decoding: text[..<end].prefix(60), as: UTF8.self)
      return ContractLoader.File(
        name: name.isEmpty ? "contract.json" : name, path: "Contracts/fuzzed/\(name)", bytes: Array(text[end...]))
    }
  }

  /// Returns a request that is probably valid, because its parts are the contract's examples.
  static func request(to endpoint: Endpoint) -> Request {
    func text(_ parameter: Parameter) -> String {
      let example = try? parameter.schema.example().get()
      return example?.string ?? example?.text ?? "1"
    }
    let values = Dictionary(endpoint.path.map { ($0.name, text($0)) }, uniquingKeysWith: { first, _ in first })
    var target = endpoint.request.template.expand(values) ?? endpoint.request.template.text
    for (index, parameter) in endpoint.query.enumerated() {
      target += (index == 0 ? "?" : "&") + PercentEncoding.encode(parameter.name) + "="
      target += PercentEncoding.encode(text(parameter))
    }
    var headers = HeaderFields()
    for parameter in endpoint.headers { headers.append(checked: parameter.name, value: text(parameter)) }
    var body = Body.empty
    if let content = endpoint.body?.content.first {
      headers.append(checked: "Content-Type", value: content.mediaType)
      body = Body(((try? content.schema?.example().get()) ?? [:]).serialized())
    }
    return Request(method: endpoint.request.method, target: target, headers: headers, body: body)
  }
}
