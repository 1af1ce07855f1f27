import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct CrossOriginTests {
  private let responder = CrossOriginResponder(
    ScriptedPrompt { _ in
      OutgoingResponse(
        Response(status: 404, headers: ["Content-Type": "text/plain", "Plumbline-Recording": "x", "Vary": "Accept"]))
    })

  private func answer(_ method: HTTPMethod = .get, _ headers: HeaderFields) -> Response {
    responder.answer(to: Request(method: method, target: "/", headers: headers)).response
  }

  @Test func `a page of any origin may read the answer and its fields`() {
    let response = answer(.get, ["Origin": "http://localhost:5173"])
    #expect(response.status == 404)
    #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
    #expect(response.headers["Access-Control-Allow-Credentials"] == "true")
    #expect(response.headers["Access-Control-Expose-Headers"] == "Plumbline-Recording")
    #expect(response.headers["Vary"] == "Accept, Origin")
  }

  @Test func `a preflight is answered here and allows what it asks for`() {
    let response = answer(
      .options,
      [
        "Origin": "null", "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "authorization, x-api-key", "Access-Control-Request-Private-Network": "true",
      ])
    #expect(response.status == 204)
    #expect(response.headers["Access-Control-Allow-Origin"] == "null")
    #expect(response.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
    #expect(response.headers["Access-Control-Allow-Headers"] == "authorization, x-api-key")
    #expect(response.headers["Access-Control-Allow-Private-Network"] == "true")
    #expect(answer(.options, ["Origin": "http://a"]).status == 404, "OPTIONS alone is no preflight")
  }

  @Test func `a request without an origin passes as it is`() {
    #expect(!answer(.get, [:]).headers.contains("Access-Control-Allow-Origin"))
    #expect(answer(.options, ["Access-Control-Request-Method": "PUT"]).status == 404)
  }
}
