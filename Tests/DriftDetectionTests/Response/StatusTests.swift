import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct StatusTests {
  private func drift(_ exchange: Exchange) -> [Drift] { Notes.inspector.inspect(exchange) }

  @Test func `an undocumented status is one finding, whatever the body says`() {
    let found = drift(.made("/notes/7", status: 202, ["success": true, "data": ["id": "x"]]))
    #expect(found.lines == ["response.status.undocumented /response/status"])
    #expect(found.first?.expected == "200, 401, 404 or 500")
    #expect(found.first?.actual == "202 Accepted")
  }

  @Test func `an undocumented failure is an undocumented status`() {
    let found = drift(.made("/notes/7", status: 418, .failure("TEAPOT")))
    #expect(found.lines == ["response.status.undocumented /response/status"])
  }

  @Test func `a temporary redirect is an undocumented status`() {
    let found = drift(.made("/notes/7", status: 302, answerHeaders: ["location": "/login"], text: ""))
    #expect(found.lines == ["response.status.undocumented /response/status"])
  }

  @Test func `not modified answers a conditional request`() {
    let conditional = Exchange.made("/notes/7", headers: ["If-None-Match": "\"a\""], status: 304, text: "")
    #expect(drift(conditional) == [])
    #expect(drift(.made("/notes/7", status: 304, text: "")).lines == ["response.status.undocumented /response/status"])
  }

  @Test func `a success status with an envelope that says failure contradicts itself, and nothing else is said`() {
    let found = drift(.made("/notes/7", status: 200, .failure("NOT_FOUND")))
    #expect(found.lines == ["response.status.contradicts-envelope /response/body/success"])
    #expect(found.first?.expected == "true")
  }

  @Test func `a flipped flag contradicts the status, and the payload isn't judged`() {
    let found = drift(.made("/notes/7", ["success": false, "data": ["id": "x"]]))
    #expect(found.lines == ["response.status.contradicts-envelope /response/body/success"])
  }

  @Test(arguments: [401, 404, 418, 500])
  func `a failure status with an envelope that says success contradicts itself`(status: Int) {
    let found = drift(.made("/notes/7", status: status, ["success": true, "data": Notes.note]))
    #expect(found.lines == ["response.status.contradicts-envelope /response/body/success"])
    #expect(found.first?.expected == "false")
  }

  @Test func `bare JSON may have a member that is called like the flag`() {
    #expect(drift(.made("/status", ["up": true, "success": false])) == [])
  }
}
