import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A client that calls a directory's control interface and checks every response against its contract.
struct ControlClient {
  let directory: SessionDirectory
  let ports = PretendedPorts()
  let inspector: Inspector

  init(_ change: (inout SessionDirectory.Configuration) -> Void = { _ in }) throws {
    var configuration = SessionDirectory.Configuration()
    configuration.version = "1.2.3"
    configuration.options = MockOptions(persona: "owner")
    change(&configuration)
    let library = MockLibrary(
      contract: try Shop.contract(),
      recordings: [
        try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
        try Shop.recording(
          "items.get", "down", request: #"{ "method": "GET", "path": "/items/8" }"#, status: 500,
          body: Shop.failure("SERVER_ERROR")),
      ])
    directory = SessionDirectory(
      library: library, configuration: configuration, ports: ports, clock: { 1_795_161_600_123 })
    inspector = Inspector(try #require(ControlContract.loaded.contract))
  }

  /// Sends a control request. Any drift from the control interface's contract fails the test.
  @discardableResult
  func send(
    _ method: HTTPMethod, _ path: String, _ body: String = "", headers: HeaderFields = [:],
    judged: Bool = true, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Seen {
    var fields: HeaderFields = ["Host": "127.0.0.1:8080"]
    if !body.isEmpty { fields["Content-Type"] = "application/json" }
    for (name, value) in headers { fields[name] = value }
    let request = Request(method: method, target: "/__plumbline\(path)", headers: fields, body: Body(body))
    let answer = directory.answer(to: request)
    if judged {
      let drift = inspector.inspect(Exchange(request: request, response: answer.response))
        .filter { !$0.rule.id.hasPrefix("request.") }
      #expect(
        drift.isEmpty,
        "\(method) \(path): \(drift.map { "\($0.rule) \($0.pointer.map { "\($0)" } ?? "") \($0.message)" })",
        sourceLocation: sourceLocation)
    }
    return Seen(answer)
  }

  /// Sends a request to the mocked API.
  @discardableResult
  func call(_ target: String, headers: HeaderFields = [:]) -> Seen {
    Seen(directory.answer(to: Request(method: .get, target: target, headers: headers)))
  }
}
