import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A namespace for generating curl commands, such as the one that the console prints when the mock starts.
package enum CurlLine {
  /// Returns a command for a GET endpoint with a recorded success, including its caller's credentials and the
  /// endpoint's required parameters. If there are several, the shortest command is returned. An example is
  /// `curl -H 'X-API-Key: demo-key' http://127.0.0.1:8080/api/v2/customers/57`.
  ///
  /// - Parameters:
  ///   - baseURL: The URL of the mock, without a trailing slash.
  ///   - options: The mock's options. If they specify a persona, no credentials are needed.
  /// - Returns: The command, or `nil` if the contract has no GET endpoint that can be called without knowing an id.
  package static func text(
    for library: MockLibrary, baseURL: String, options: MockOptions = MockOptions()
  ) -> String? {
    let contract = library.contract
    func showing(_ persona: Persona?, in request: Request, _ endpoint: Endpoint) -> Request {
      guard options.persona == nil, let persona else { return request }
      return contract.adding(credentialsOf: persona, to: request, for: endpoint)
    }
    func completed(_ request: Request, _ endpoint: Endpoint) -> Request? {
      self.completed(request, to: endpoint, in: contract)
    }
    for endpoint in contract.endpoints where endpoint.request.method == .get {
      let samples = library.recordings(endpoint.id)?.all.filter { isSample($0, endpoint) } ?? []
      let sorted = samples.sorted {
        $0.recording.request.target.utf8.count < $1.recording.request.target.utf8.count
      }
      let request = sorted.lazy.compactMap { recorded in
        let bare = bare(recorded.recording.request, to: endpoint)
        return completed(showing(recorded.recording.persona(in: contract), in: bare, endpoint), endpoint)
      }.first
      if let request { return text(request, baseURL: baseURL) }
    }
    for endpoint in contract.endpoints
    where endpoint.request.method == .get && endpoint.path.isEmpty && endpoint.condition.clauses.isEmpty {
      guard let path = endpoint.request.template.expand([:]) else { continue }
      let bare = Request(method: .get, target: path)
      if let request = completed(showing(contract.personas.first, in: bare, endpoint), endpoint) {
        return text(request, baseURL: baseURL)
      }
    }
    return nil
  }

  /// Returns a command that repeats a request.
  ///
  /// Secrets are masked, except for those of the contract's own personas. The command can be used as is with a mock,
  /// and with a real server once the secrets are filled in.
  static func text(of request: Request, in contract: Contract, _ redactor: Redactor, baseURL: String) -> String {
    let body = redactor.body(of: request)
    let text = String(validating: body, as: UTF8.self)
    var command = CurlCommand(
      redactor.text(request.method.rawValue), baseURL + redactor.target(of: request),
      content: body.isEmpty ? .none : text.map { .text($0) } ?? .unwritten)
    // Don't mask header fields that consist of one of the contract's own values.
    let given = Set(contract.personas.flatMap(\.credentials.values))
    let open = Set(contract.credentials.flatMap { credential in given.compactMap { credential.field(holding: $0) } })
    command.add(
      zip(request.headers, redactor.fields(request.headers)).map { original, field in
        (field.name, open.contains("\(field.name.lowercased()): \(original.value)") ? original.value : field.value, nil)
      })
    return command.words.joined(separator: " ")
  }

  /// Returns a Boolean value that indicates whether a recording is a success whose request is routed to its endpoint.
  private static func isSample(_ recorded: PreparedRecording, _ endpoint: Endpoint) -> Bool {
    recorded.status == 200 && recorded.recording.request.method == .get
      && endpoint.request.template.match(recorded.recording.request.path) != nil
  }

  /// Returns a recorded request with only the header fields that its endpoint requires, spelled as in the contract.
  private static func bare(_ request: Request, to endpoint: Endpoint) -> Request {
    let hasCookies = endpoint.cookies.contains(where: \.isRequired)
    let names = endpoint.headers.filter(\.isRequired).map(\.name) + (hasCookies ? ["Cookie"] : [])
    var bare = request
    bare.headers = HeaderFields()
    for name in names {
      if let value = request.headers[name] { bare.headers[name] = value }
    }
    return bare
  }

  /// Returns a request in which missing required values are filled in with examples, or `nil` if the mock would still
  /// reject it.
  private static func completed(_ request: Request, to endpoint: Endpoint, in contract: Contract) -> Request? {
    func faults(_ request: Request) -> [RequestFault] {
      RequestValidation(RequestReading(request, for: endpoint), in: contract).faults().filter { !$0.isTolerated }
    }
    var request = request
    for fault in faults(request) {
      let name = fault.pointer.tokens.last
      switch fault.kind {
      case .queryMissing:
        guard let (parameter, value) = example(name, of: endpoint.query) else { return nil }
        let items = parameter.style.queryItems(value, named: parameter.name).joined(separator: "&")
        request.target += (request.query == nil ? "?" : "&") + items
      case .headerMissing:
        guard let (parameter, value) = example(name, of: endpoint.headers) else { return nil }
        request.headers[parameter.name] = parameter.style.headerText(value)
      case .cookieMissing:
        guard let (parameter, value) = example(name, of: endpoint.cookies) else { return nil }
        let others = request.headers["Cookie"].map { [$0] } ?? []
        let items = others + parameter.style.queryItems(value, named: parameter.name)
        request.headers["Cookie"] = items.joined(separator: "; ")
      default: return nil
      }
    }
    return faults(request).isEmpty ? request : nil
  }

  private static func example(_ name: String?, of parameters: [Parameter]) -> (Parameter, JSON)? {
    guard let name = name?.lowercased(), let parameter = parameters.first(where: { $0.name.lowercased() == name }),
      let value = try? parameter.schema.example().get()
    else { return nil }
    return (parameter, value)
  }

  private static func text(_ request: Request, baseURL: String) -> String {
    var command = CurlCommand(request.method.rawValue, baseURL + request.target, content: .none)
    command.add(request.headers.lazy.map { ($0.name, $0.value, nil) })
    return command.words.joined(separator: " ")
  }
}

extension Credential {
  /// Returns the header field that carries a value of the credential, as `name: value`, or `nil` if it isn't sent in a
  /// header field.
  fileprivate func field(holding value: String) -> String? {
    switch carrier {
    case .bearer: "authorization: Bearer \(value)"
    case .basic: "authorization: Basic \(Base64.encode(Array(value.utf8)))"
    case .header(let name): "\(name.lowercased()): \(value)"
    case .cookie(let name): "cookie: \(name)=\(value)"
    case .query, .body: nil
    }
  }
}
