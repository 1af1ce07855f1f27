import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// A curl command that works, for the console to print when the mock starts.
package enum CurlLine {
  /// The command for the first GET that has a recorded success (of several the shortest), with what its caller shows:
  /// `curl -H 'X-API-Key: demo-key' http://127.0.0.1:8080/api/v2/customers/57`.
  ///
  /// - Parameters:
  ///   - baseURL: where the mock listens, without a slash at its end.
  ///   - options: with a persona of their own nobody is asked for credentials.
  /// - Returns: `nil` when the contract has no GET that can be called without knowing an id.
  package static func text(
    for library: MockLibrary, baseURL: String, options: MockOptions = MockOptions()
  ) -> String? {
    let contract = library.contract
    for endpoint in contract.endpoints where endpoint.request.method == .get {
      let samples = library.recordings(endpoint.id)?.all.filter { isSample($0, endpoint) } ?? []
      let shortest = samples.min { $0.recording.request.target.utf8.count < $1.recording.request.target.utf8.count }
      guard let recorded = shortest else { continue }
      let request =
        options.persona == nil ? recorded.recording.request(in: contract) : recorded.recording.request
      return text(request, baseURL: baseURL, leavingOut: recorded.recording.request.headers)
    }
    let plain = contract.endpoints.first {
      $0.request.method == .get && $0.path.isEmpty && $0.condition.clauses.isEmpty
    }
    guard let plain, let path = plain.request.template.expand([:]) else { return nil }
    var request = Request(method: .get, target: path)
    if options.persona == nil, let persona = contract.personas.first {
      request = contract.adding(credentialsOf: persona, to: request, for: plain)
    }
    return text(request, baseURL: baseURL, leavingOut: [:])
  }

  /// The command that asks a request again.
  ///
  /// Secrets are masked, but for what the contract itself gives its personas: it works as it is at a mock, and at a real
  /// server once they are put in.
  static func text(of request: Request, in contract: Contract, _ redactor: Redactor, baseURL: String) -> String {
    let body = redactor.body(of: request)
    let text = String(validating: body, as: UTF8.self)
    var command = CurlCommand(
      request.method.rawValue, baseURL + redactor.target(of: request),
      content: body.isEmpty ? .none : text.map { .text($0) } ?? .unwritten)
    // A field is shown as it is where it holds a value of the contract's own and nothing else.
    let given = Set(contract.personas.flatMap(\.credentials.values))
    let open = Set(contract.credentials.flatMap { credential in given.compactMap { credential.field(holding: $0) } })
    command.add(
      zip(request.headers, redactor.fields(request.headers)).map { original, field in
        (field.name, open.contains("\(field.name.lowercased()): \(original.value)") ? original.value : field.value, nil)
      })
    return command.words.joined(separator: " ")
  }

  /// A success whose own request leads back to its endpoint.
  private static func isSample(_ recorded: PreparedRecording, _ endpoint: Endpoint) -> Bool {
    recorded.status == 200 && recorded.recording.request.method == .get
      && endpoint.request.template.match(recorded.recording.request.path) != nil
  }

  private static func text(_ request: Request, baseURL: String, leavingOut known: HeaderFields) -> String {
    var command = CurlCommand(request.method.rawValue, baseURL + request.target, content: .none)
    command.add(request.headers.lazy.filter { !known.contains($0.name) }.map { ($0.name, $0.value, nil) })
    return command.words.joined(separator: " ")
  }
}

extension Credential {
  /// The header field that shows a value and nothing else, as `name: value`; `nil` for a query parameter.
  fileprivate func field(holding value: String) -> String? {
    switch carrier {
    case .bearer: "authorization: Bearer \(value)"
    case .basic: "authorization: Basic \(Base64.encode(Array(value.utf8)))"
    case .header(let name): "\(name.lowercased()): \(value)"
    case .cookie(let name): "cookie: \(name)=\(value)"
    case .query: nil
    }
  }
}
