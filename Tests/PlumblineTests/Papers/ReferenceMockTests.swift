import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// The mocks of some examples in the reference, which must behave as described.
@Suite struct ReferenceMockTests {
  /// Returns the mock of the example that contains an endpoint.
  private func mock(of endpoint: String) throws -> (session: MockSession, contract: Contract) {
    let examples = try Reference(.contracts).examples
    let example = try #require(examples.first { $0.problems.isEmpty && $0.files[0].text.contains("\"\(endpoint)\"") })
    let text = try Reference.Example.completed(example.files[0].text, with: JSON.parse(Reference.base))
    let file = ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    let contract = try #require(result.contract, "\(result.problems)")
    return (MockSession(library: MockLibrary(contract: contract, recordings: [])), contract)
  }

  @Test func `an envelope is where it is said to be, and refusals keep it or what is theirs`() throws {
    let (session, contract) = try mock(of: "boxes.list")
    func answer(_ target: String, _ fields: HeaderFields) -> Response {
      let request = Request(method: .get, target: target, headers: fields)
      let response = session.answer(to: request).response
      #expect(Inspector(contract).inspect(Exchange(request: request, response: response)).isEmpty, "\(response)")
      return response
    }
    let done = answer("/boxes", ["X-Library-Key": "demo-key"])
    let body = try JSON.parse(done.body.bytes ?? [])
    #expect(done.status == 200)
    #expect(body["status"] == "success")
    #expect(answer("/boxes", [:]).headers["WWW-Authenticate"] == "ApiKey")
    let bad = answer("/boxes?size=few", ["X-Library-Key": "demo-key"])
    #expect((try JSON.parse(bad.body.bytes ?? [])).at("/problem/code") == 40)
    for name in ["gone", "other"] {
      _ = answer("/boxes", ["X-Library-Key": "demo-key", "Prefer": "example=\(name)"])
    }
    let lost = session.answer(to: Request(method: .get, target: "/box")).response
    #expect(lost.status == 404)
    #expect(lost.mediaType == "text/plain")
  }

  @Test func `records in a wrapper are made, replaced, deleted, and listed when gone`() throws {
    let (session, _) = try mock(of: "records.put")
    func answer(_ method: HTTPMethod, _ target: String, _ body: String = "") throws -> (status: Int, json: JSON?) {
      let response = session.answer(
        to: Request(
          method: method, target: target,
          headers: ["Content-Type": "application/json", "X-Library-Key": "demo-key"], body: Body(body))
      ).response
      return (response.status, try? JSON.parse(response.body.bytes ?? []))
    }
    let record = "/boxes/one/records/a"
    #expect(try answer(.put, record, #"{ "data": { "title": "Tea" } }"#).status == 201)
    #expect(try answer(.put, record, #"{ "data": { "title": "Rum" } }"#).status == 200)
    #expect(try answer(.delete, record).json?.at("/data/deleted") == true)
    #expect(try answer(.get, "/boxes/one/records").json?["data"]?.count == 0)
    #expect(try answer(.get, "/boxes/one/records?since=1").json?["data"]?.count == 1)
  }
}
