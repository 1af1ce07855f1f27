import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// The values that documents name, all of which the suites must send. For example, a server that rejects one of six
/// statuses violates the documentation.
struct DocumentedValueTests {
  @Test(arguments: Service.all)
  func `every value that a contract names for a request is sent, with success`(service: Service) async throws {
    let contract = try service.library.get().contract
    let answered = try await service.verify().flatMap(\.exchanges).filter { ($0.response?.status ?? 500) < 300 }
    let missing = try DocumentedValue.all(of: service.suite.service).filter { value in
      !answered.contains { exchange in
        guard case .found(let endpoint) = contract.router.route(exchange.request) else { return false }
        return endpoint.id == value.endpoint && value.isIn(exchange.request)
      }
    }
    #expect(missing == [])
  }

  @Test func `the values are those that the documents of TrueLog list`() throws {
    let values = try DocumentedValue.all(of: "truelog")
    func listed(_ endpoint: String, _ place: String) -> Set<String> {
      Set(values.filter { $0.endpoint == endpoint && $0.place == place }.map(\.value))
    }
    let statuses: Set = [
      #""NEW""#, #""IN_PROGRESS""#, #""PROCESSING""#, #""ON_HOLD""#, #""RESOLVED""#, #""RESOLVED_DELIVERED""#,
    ]
    #expect(listed("tickets.setStatus", "/status") == statuses)
    #expect(listed("tickets.update", "/priority") == [#""LOW""#, #""MEDIUM""#, #""HIGH""#, #""URGENT""#])
    #expect(
      listed("assets.update", "/status") == [
        #""IN_STOCK""#, #""DEPLOYED""#, #""READY_TO_DEPLOY""#, #""REPAIR""#, #""ARCHIVED""#, #""DISPOSED""#,
      ])
    #expect(listed("assets.update", "/condition") == [#""NEW""#, #""GOOD""#, #""FAIR""#, #""POOR""#])
    #expect(listed("assets.update", "/has_charger") == ["true", "false"])
    #expect(listed("assets.remove", "mode") == [#""archive""#, #""delete""#])
    #expect(listed("preferences.update", "/theme/mode") == [#""light""#, #""dark""#, #""auto""#])
    #expect(
      listed("preferences.update", "/layout/default_homepage") == [#""dashboard""#, #""tickets""#, #""inventory""#])
    #expect(listed("preferences.update", "/notifications/sound_enabled") == ["true", "false"])
    #expect(listed("reports.generate", "/format") == [#""json""#, #""csv""#, #""pdf""#])
    #expect(listed("customers.tickets", "status") == statuses)
  }

  /// The mock, presented as a real server that supports one value less than is documented.
  private struct ShortServer: Responder {
    let session: MockSession
    let refused: DocumentedValue

    func respond(to request: Request, completion: Completion) -> Reply {
      if request.path == Disposable.path { return .now(Disposable.answer) }
      if case .found(let endpoint) = session.library.contract.router.route(request), endpoint.id == refused.endpoint,
        refused.isIn(request)
      {
        let flag = session.library.contract.envelope?.flag == nil ? "" : #""success":false,"#
        let body = #"{\#(flag)"error":"VALIDATION_ERROR","message":"That value is new to me."}"#
        return .now(
          OutgoingResponse(Response(status: 422, headers: ["Content-Type": "application/json"], body: Body(body))))
      }
      return .now(session.answer(to: request))
    }
  }

  /// The endpoints of a service whose requests have documented values.
  struct Row: Sendable, CustomTestStringConvertible {
    let service: Service
    let endpoint: String
    let environment: [String: String]
    /// The resources that a run may remove or change permanently, as options name them.
    let expendables: [String]

    var testDescription: String { "\(service.suite.service) \(endpoint)" }

    static func all(
      of service: Service, _ environment: [String: String], _ expendables: [String] = []
    ) throws -> [Row] {
      Set(try DocumentedValue.all(of: service.suite.service).map(\.endpoint)).sorted().map {
        Row(service: service, endpoint: $0, environment: environment, expendables: expendables)
      }
    }
  }

  private static let member = [
    "REALITYPORTAL_TOKEN": "member-token", "REALITYPORTAL_REFRESH_TOKEN": "member-refresh",
    "REALITYPORTAL_TOKEN_NEWCOMER": "newcomer-token", "REALITYPORTAL_LOGIN_EMAIL": "mara@example.com",
    "REALITYPORTAL_LOGIN_PASSWORD": "demo-password",
  ]

  @Test(
    arguments: try Row.all(of: .trueLog, TrueLog.environment, TrueLog.expendables)
      + Row.all(of: .realityPortal, member, ["--var", "disposable_account=yes"]))
  func `a server that refuses one of them fails a run that may write`(row: Row) async throws {
    for value in try DocumentedValue.all(of: row.service.suite.service) where value.endpoint == row.endpoint {
      let run = try await verify(row, refusing: value)
      #expect(run.status == 1, "\(value): \(run)")
      let failed = try #require(run.json["calls"]).elements.filter { $0["outcome"]?.string == "failed" }
      #expect(failed.contains { $0["endpoint"]?.string == row.endpoint }, "\(value)")
    }
  }

  private func verify(_ row: Row, refusing value: DocumentedValue) async throws -> Finished {
    let library = try row.service.library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: ShortServer(session: MockSession(library: library), refused: value))
    let tool = RunningCommand(
      [
        "verify", row.service.suite.service, "--server", listener.baseURL, "--allow-writes", "--only", value.endpoint,
        "--report", "json",
      ]
        + row.expendables, environment: row.environment)
    defer { tool.kill() }
    let run = await tool.end()
    await server.shutdown(grace: .zero)
    return run
  }
}
