import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// What the documents name is sent: a server that refuses one status of six isn't as documented.
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

  /// The mock, passed off as a real server that knows one value less than is documented.
  private struct ShortServer: Responder {
    let session: MockSession
    let refused: DocumentedValue

    func respond(to request: Request, completion: Completion) -> Reply {
      if request.path == Disposable.path { return .now(Disposable.answer) }
      if case .found(let endpoint) = session.library.contract.router.route(request), endpoint.id == refused.endpoint,
        refused.isIn(request)
      {
        let body = #"{"success":false,"error":"VALIDATION_ERROR","message":"That value is new to me."}"#
        return .now(
          Answer(Response(status: 422, headers: ["Content-Type": "application/json"], body: Body(body))))
      }
      return .now(session.answer(to: request))
    }
  }

  @Test(arguments: Set(try DocumentedValue.all(of: "truelog").map(\.endpoint)).sorted())
  func `a server that refuses one of them fails a run that may write`(endpoint: String) async throws {
    for value in try DocumentedValue.all(of: "truelog") where value.endpoint == endpoint {
      let run = try await verify(refusing: value)
      #expect(run.status == 1, "\(value): \(run)")
      let failed = try #require(run.json["calls"]).elements.filter { $0["outcome"]?.string == "failed" }
      #expect(failed.contains { $0["endpoint"]?.string == endpoint }, "\(value)")
    }
  }

  private func verify(refusing value: DocumentedValue) async throws -> Finished {
    let library = try TrueLog.library.get()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: ShortServer(session: MockSession(library: library), refused: value))
    let tool = try RunningTool(
      [
        "verify", "truelog", "--server", listener.baseURL, "--allow-writes", "--only", value.endpoint, "--report",
        "json",
      ]
        + TrueLog.expendables, environment: TrueLog.environment)
    defer { tool.kill() }
    let run = await tool.end()
    await server.shutdown(grace: .zero)
    return run
  }
}
