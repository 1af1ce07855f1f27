import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// A mock of a contract that a test declares itself. It has no envelope, and its responses are checked against the
/// contract.
struct Bench {
  let contract: Contract
  /// The problems that lint reports about the contract.
  let problems: [Problem]
  let session: MockSession

  /// - Parameter members: The contract's members, without its name.
  init(_ members: String, options: MockOptions = MockOptions()) throws {
    let envelope = members.contains("\"envelope\"") ? "" : "\"envelope\": null, "
    let text = "{ \"plumbline\": 1, \"service\": \"shop\", \"title\": \"The Shop\", \(envelope)\(members) }"
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    contract = try #require(result.contract, "\(result.problems)")
    problems = result.problems
    session = MockSession(library: MockLibrary(contract: contract, recordings: []), options: options)
  }

  /// Sends a request. The response must conform to the contract.
  func send(
    _ method: HTTPMethod, _ target: String, _ body: String = "", headers: HeaderFields = [:]
  ) -> Seen {
    var headers = headers
    if !headers.contains("host") { headers["Host"] = "shop.test:8080" }
    if !body.isEmpty, !headers.contains("content-type") { headers["Content-Type"] = "application/json" }
    let request = Request(method: method, target: target, headers: headers, body: Body(body))
    let seen = Seen(session.answer(to: request))
    let drift = Inspector(contract).inspect(Exchange(request: request, response: seen.response))
      .filter { $0.rule.id.hasPrefix("response.") }
    #expect(drift.isEmpty, "\(method) \(target): \(seen): \(drift)")
    return seen
  }
}
