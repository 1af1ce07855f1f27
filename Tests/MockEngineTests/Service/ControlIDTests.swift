import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

@testable import PlumblineMockEngine

@Suite struct ControlIDTests {
  private func id(_ method: HTTPMethod, _ path: String) -> ControlID? {
    ControlID(Request(method: method, target: "/__plumbline\(path)"))
  }

  @Test func `the table has the endpoints of the contract, in its order`() throws {
    let contract = try #require(ControlContract.loaded.contract)
    #expect(ControlID.allCases.map(\.rawValue) == contract.endpoints.map(\.id))
  }

  @Test func `a request is for the endpoint that the contract's paths say`() {
    #expect(id(.get, "") == .bare)
    #expect(id(.get, "/") == .page)
    #expect(id(.get, "/journal?limit=7") == .journal)
    #expect(id(.head, "/journal/7") == .exchange)
    #expect(id(.get, "/journal/events") == .events)
    #expect(id(.put, "/journal") == nil)
    #expect(id(.get, "/jornal") == nil)
  }

  @Test func `what is open is what the contract asks no credential of`() throws {
    for endpoint in try #require(ControlContract.loaded.contract).endpoints {
      #expect(ControlID(rawValue: endpoint.id)?.isOpen == endpoint.authentication.names.isEmpty, "\(endpoint.id)")
    }
  }

  @Test func `work is that of the endpoint, whatever a path ends with`() {
    #expect(id(.post, "/recordings")?.work == .files)
    #expect(id(.get, "/journal/7/recording")?.work == .files)
    #expect(id(.get, "/journal/7")?.work == .exchanges)
    // A session may have any name.
    #expect(id(.delete, "/sessions/recordings")?.work == .short)
  }
}
