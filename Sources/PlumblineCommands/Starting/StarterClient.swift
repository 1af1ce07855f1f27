import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineRecordings
import PlumblineVerification

/// The client, suite, and tests of a package whose contract comes from a document or from traffic. The client is
/// generic, to be replaced by a specific one, and the suite makes the calls that can be derived from the contract.
struct StarterClient {
  private let names: StarterNames
  private let contract: Contract
  private let calls: [Line]

  /// A call that can be generated.
  private struct Line {
    let endpoint: String
    let name: String
    let target: String
    /// The target as a Swift expression that contains the IDs set by `--var`.
    let expression: String
    /// The names of the variables in the expression.
    let variables: [String]
  }

  /// The maximum number of generated calls.
  private static let most = 20

  init(_ names: StarterNames, _ contract: Contract, _ recordings: [Recording]) {
    self.names = names
    self.contract = contract
    let variables = VariableNames(contract)
    calls = contract.endpoints.lazy.compactMap { endpoint -> Line? in
      let own = recordings.first { $0.endpoint == endpoint.id && (200..<300).contains($0.response.status) }
      guard let target = Self.target(of: endpoint, own, in: contract) else { return nil }
      return Self.line(endpoint, target, variables)
    }.prefix(Self.most).map { $0 }
  }

  private static func line(_ endpoint: Endpoint, _ target: String, _ names: VariableNames) -> Line {
    let bytes = Array(target.utf8)
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    var variables: [String] = []
    var parts: [String] = []
    var rest = bytes[...]
    let values = endpoint.request.template.rawValues(in: path) ?? []
    for (parameter, value) in zip(endpoint.request.template.parameters, values) {
      guard endpoint.path.first(where: { $0.name == parameter })?.isPlain ?? true else { continue }
      let name = names.name(of: parameter, in: endpoint)
      let text = String(decoding: value, as: UTF8.self)
      parts.append(StarterText.inside(String(decoding: rest[..<value.startIndex], as: UTF8.self)))
      parts.append("\\($0.text(\(StarterText.literal(name)), default: \(StarterText.literal(text))))")
      rest = rest[value.endIndex...]
      variables.append(name)
    }
    parts.append(StarterText.inside(String(decoding: rest, as: UTF8.self)))
    return Line(
      endpoint: endpoint.id, name: endpoint.summary, target: target, expression: "\"" + parts.joined() + "\"",
      variables: variables)
  }

  /// The variables for IDs that differ on a real server.
  private var variables: [SuiteVariable] {
    let asked = Set(calls.flatMap(\.variables))
    return DirectNames(contract, []).variables.filter { asked.contains($0.name) }
  }

  /// Returns the path and query of a GET request that a generic client can send, or `nil` for other endpoints.
  private static func target(of endpoint: Endpoint, _ recording: Recording?, in contract: Contract) -> String? {
    guard endpoint.request.method == .get, endpoint.isSafe, endpoint.condition.clauses.isEmpty,
      !endpoint.headers.contains(where: \.isRequired), !endpoint.cookies.contains(where: \.isRequired),
      endpoint.authentication.names.compactMap({ contract.credential($0) }).allSatisfy({ field(of: $0) != nil })
    else { return nil }
    if let recording { return recording.request.target }
    guard !endpoint.query.contains(where: \.isRequired) else { return nil }
    var values: [String: String] = [:]
    for parameter in endpoint.path {
      guard parameter.isPlain, let value = try? parameter.schema.example().get() else { return nil }
      values[parameter.name] = value.string ?? value.text
    }
    return endpoint.request.template.expand(values)
  }

  /// Returns the header field of a credential and the text before its value, or `nil` if the credential isn't in a
  /// header.
  private static func field(of credential: Credential) -> (name: String, prefix: String)? {
    switch credential.carrier {
    case .bearer: ("Authorization", "Bearer ")
    case .header(let name): (name, "")
    case .basic, .query, .cookie, .body: nil
    }
  }

  /// A Boolean value that indicates whether `verify` has any calls to make.
  var hasCalls: Bool { !calls.isEmpty }

  /// The files of the client, its suite, and its tests.
  var files: [StarterPackage.File] {
    [
      .init(path: "Sources/\(names.client)/\(names.client).swift", text: client),
      .init(path: "Sources/\(names.suite)/\(names.suite).swift", text: suite),
      .init(path: "Tests/\(names.tests)/\(names.tests).swift", text: tests),
    ]
  }

  private var client: String {
    """
    import Foundation

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    /// An error response from the server.
    public struct \(names.error): Error, Equatable {
      public let status: Int
    }

    /// A placeholder for your app's client: put it here, or depend on the package that has it. Plumbline only needs a configurable
    /// base URL.
    public struct \(names.client): Sendable {
      private let baseURL: String
      private let headers: [String: String]

      /// - Parameter headers: The header fields of every request, such as a credential.
      public init(baseURL: String, headers: [String: String] = [:]) {
        self.baseURL = baseURL
        self.headers = headers
      }

      /// Sends a request and returns the body of its response.
      @discardableResult
      public func send(_ method: String, _ target: String, body: Data? = nil) async throws -> Data {
        guard let url = URL(string: baseURL + target) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw \(names.error)(status: status) }
        return data
      }
    }

    """
  }

  private var suite: String {
    """
    import Foundation
    import PlumblineVerification
    import \(names.client)

    /// The calls of the client, for the mock and for a real server. A call returns what the client decoded; add methods that
    /// do, and the reports show which fields of the contract they read.
    ///
    /// `swift run \(names.tool) verify --direct` calls every endpoint of the contract without a client.
    public struct \(names.suite): CallSuite {
      public let service = "\(names.service)"

      public init() {}

      public var calls: [Call] {
        [
    \(calls.map(line).joined(separator: "\n"))
        ]
      }
    \(variableList)
      /// Translates the client's errors for the report.
      public func failure(of error: any Error) -> ClientFailure {
        switch error {
        case let error as \(names.error):
          switch error.status {
          case 400, 422: ClientFailure(.validation, message: "Invalid input.")
          case 401: ClientFailure(.unauthorized, message: "Log in again.")
          case 403: ClientFailure(.forbidden, message: "That isn't allowed.")
          case 404, 410: ClientFailure(.notFound, message: "It doesn't exist.")
          case 409, 412: ClientFailure(.conflict, message: "It is in the wrong state for that.")
          default: ClientFailure(.server, message: "The server responded with \\(error.status).")
          }
        default: ClientFailure(describing: error)
        }
      }

      private func client(_ context: CallContext) -> \(names.client) {
    \(making("context.credentials", from: "context.baseURL"))
      }
    }

    """
  }

  /// The source code of the variables for a real server's IDs, or an empty string if no call has any.
  private var variableList: String {
    if variables.isEmpty { return "" }
    let lines = variables.map { variable in
      let words = [variable.name, variable.meaning].map(StarterText.literal).joined(separator: ", ")
      guard case .item(let collection) = variable.source else { return "      SuiteVariable(\(words))," }
      return "      SuiteVariable(\(words), from: .item(of: \(StarterText.literal(collection)))),"
    }
    return """

        /// The ids that differ on a real server: `--var \(variables[0].name)=…`, or one from the server's list.
        public var variables: [SuiteVariable] {
          [
      \(lines.joined(separator: "\n"))
          ]
        }

      """
  }

  private func line(_ call: Line) -> String {
    let name = call.name.isEmpty ? "GET \(call.target)" : call.name
    return """
            Call(\(StarterText.literal(call.endpoint)), \(StarterText.literal(name))) {
              try await client($0).send("GET", \(call.expression))
              return ()
            },
      """
  }

  private var fields: [(credential: String, name: String, prefix: String)] {
    contract.credentials.compactMap { credential in
      Self.field(of: credential).map { (credential.name, $0.name, $0.prefix) }
    }
  }

  /// Returns the statements that create the client.
  ///
  /// - Parameter source: The expression that provides the caller's credentials by name.
  private func making(_ source: String, from baseURL: String) -> String {
    guard !fields.isEmpty else { return "    return \(names.client)(baseURL: \(baseURL))" }
    let isCall = source.hasSuffix(")")
    let additions = fields.map { field in
      let value = field.prefix.isEmpty ? "value" : "\"\(field.prefix)\\(value)\""
      return "    if let value = \(isCall ? "credentials" : source)[\(StarterText.literal(field.credential))] { "
        + "headers[\(StarterText.literal(field.name))] = \(value) }\n"
    }
    return (isCall ? "    let credentials = try \(source)\n" : "") + "    var headers: [String: String] = [:]\n"
      + additions.joined() + "    return \(names.client)(baseURL: \(baseURL), headers: headers)"
  }

  private var tests: String {
    let test =
      calls.first.map { call in
        """
          @Test func `the first call succeeds`() async throws {
            let body = try await client().send("GET", \(StarterText.literal(call.target)))
            #expect(!body.isEmpty)
          }
        """
      } ?? """
          @Test func `the mock is running`() async throws {
            #expect(try !MockedService.current.baseURL.isEmpty)
          }
        """
    return """
      import Foundation
      import \(names.client)
      import PlumblineTesting
      import Testing

      @Suite(.plumbline("\(names.service)")) struct \(names.tests) {
      \(test)

        private func client() throws -> \(names.client) {
          let mock = try MockedService.current
      \(making("mock.credentials()", from: "mock.baseURL"))
        }
      }

      """
  }
}
