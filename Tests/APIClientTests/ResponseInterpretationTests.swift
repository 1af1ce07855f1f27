import Foundation
import PlumblineAPIClient
import Testing

@Suite struct ResponseInterpretationTests {
  struct Item: Codable, Sendable, Equatable {
    let id: Int
    let name: String?
  }

  private let interpreter = ResponseInterpreter(endpoint: "GET /things/7")

  private func answer(_ status: Int, _ body: String, type: String = "application/json") -> APIResponse {
    APIResponse(status: status, headers: ["Content-Type": type], body: Data(body.utf8))
  }

  private func failure(_ status: Int, _ body: String) -> APIError? {
    #expect(throws: APIError.self) { try interpreter.payload(answer(status, body), of: Item.self) }
  }

  private func decodingFailure(_ body: String) -> DecodingFailure? {
    guard case .decoding(let failure) = failure(200, body) else { return nil }
    return failure
  }

  @Test func `a successful envelope gives its payload`() throws {
    let body = #"{"success":true,"data":{"id":7,"name":null},"message":"ok"}"#
    #expect(try interpreter.payload(answer(200, body), of: Item.self) == Item(id: 7, name: nil))
    #expect(try interpreter.envelope(answer(201, body), of: Item.self).message == "ok")
  }

  @Test func `a failure inside a 2xx answer is an error, whatever its data`() throws {
    let error = failure(200, #"{"success":false,"data":{"id":7},"error":"NOPE","message":"No."}"#)
    guard case .serverError("No.") = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    guard case .serverError("NOPE") = failure(200, #"{"success":false,"error":"NOPE","data":"x"}"#) else {
      Issue.record("the code stands in for a missing message")
      return
    }
    #expect(failure(200, #"{"success":false}"#)?.errorDescription == "Unknown error")
  }

  @Test func `deletes see a failure inside a 2xx answer too`() {
    #expect(throws: APIError.self) { try interpreter.success(answer(200, #"{"success":false}"#)) }
  }

  @Test(arguments: [#"{"success":true}"#, #"{"success":true,"data":null}"#, #"{"success":true,"data":[1,{}]}"#])
  func `an empty payload accepts any data`(body: String) throws {
    try interpreter.success(answer(200, body))
  }

  @Test func `204 may come without a body, 200 may not`() throws {
    try interpreter.success(APIResponse(status: 204))
    #expect(throws: APIError.self) { try interpreter.success(APIResponse(status: 200)) }
  }

  @Test func `each status becomes its error`() {
    let body = #"{"success":false,"error":"CODE","message":"Why."}"#
    for status in [400, 401, 403, 404, 409, 418, 422, 500, 503] {
      switch (status, failure(status, body)) {
      case (401, .unauthorized), (404, .notFound), (403, .forbidden("Why.")), (409, .conflict("Why.")): break
      case (400, .validationError("Why.")), (422, .validationError("Why.")): break
      case (418, .serverError("Why.")), (500, .serverError("Why.")), (503, .serverError("Why.")): break
      case (_, let error): Issue.record("\(status) became \(String(describing: error))")
      }
    }
  }

  @Test(arguments: ["", "<html>", "[1]", #"{"message":7}"#, #"{"message":""}"#])
  func `a failure without words still says what happened`(body: String) {
    #expect(
      failure(502, body)?.errorDescription == "The server responded to GET /things/7 with 502 and no explanation.")
  }

  @Test func `a failure with an odd code keeps its message`() {
    #expect(failure(500, #"{"error":{"code":1},"message":"Why."}"#)?.errorDescription == "Why.")
  }

  @Test func `a redirect is reported, not followed`() {
    #expect(failure(307, "")?.errorDescription?.contains("redirects are not followed") == true)
  }

  @Test func `what is not the envelope is located`() {
    #expect(decodingFailure("<html>")?.pointer == "")
    #expect(decodingFailure("")?.expected == "valid JSON")
    #expect(decodingFailure("[]")?.expected == "an object")
    #expect(decodingFailure(#"{"id":7}"#)?.pointer == "/success")
    #expect(decodingFailure(#"{"success":"true"}"#)?.expected == "a boolean")
    #expect(decodingFailure(#"{"success":true}"#)?.pointer == "/data")
    #expect(decodingFailure(#"{"success":true,"data":null}"#)?.pointer == "/data")
  }

  @Test func `a wrong field is located`() {
    #expect(
      decodingFailure(#"{"success":true,"data":{"id":"7"}}"#)
        == DecodingFailure(pointer: "/data/id", expected: "an integer", endpoint: "GET /things/7"))
    #expect(decodingFailure(#"{"success":true,"data":{"id":null}}"#)?.expected == "an integer, not null")
    #expect(decodingFailure(#"{"success":true,"data":{}}"#)?.expected == "a value (the field is required)")
    #expect(decodingFailure(#"{"success":true,"data":{"id":7,"name":3}}"#)?.pointer == "/data/name")
  }

  @Test func `a pointer has indices and escaped names`() {
    let response = answer(200, #"{"success":true,"data":{"a/b~c":[1,"x"]}}"#)
    let error = #expect(throws: APIError.self) { try interpreter.payload(response, of: [String: [Int]].self) }
    guard case .decoding(let failure) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(failure.pointer == "/data/a~1b~0c/1")
  }

  @Test func `numbers are taken strictly, except that 1·0 is an integer`() throws {
    #expect(
      try interpreter.payload(answer(200, #"{"success":true,"data":{"id":7.0}}"#), of: Item.self).id == 7)
    #expect(decodingFailure(#"{"success":true,"data":{"id":7.5}}"#)?.expected.contains("fit") == true)
    #expect(decodingFailure(#"{"success":true,"data":{"id":true}}"#)?.pointer == "/data/id")
    #expect(
      decodingFailure(#"{"success":true,"data":{"id":99999999999999999999}}"#)?.expected.contains("fit") == true)
  }

  @Test func `a page has its items and its place`() throws {
    let body = #"""
      {"success":true,"data":[{"id":1},{"id":2}],"pagination":{"page":1,"per_page":2,"total":5,"pages":3}}
      """#
    let page = try interpreter.page(answer(200, body), of: Item.self)
    #expect(page.items.map(\.id) == [1, 2])
    #expect(page.pagination == Pagination(page: 1, perPage: 2, total: 5, pages: 3))
    #expect(page.pagination?.hasNext == true)
    let bare = try interpreter.page(answer(200, #"{"success":true,"data":[]}"#), of: Item.self)
    #expect(bare == Page(items: [], pagination: nil))
  }

  @Test func `a file must have the expected type`() throws {
    let csv = answer(200, "a,b\n", type: "Text/CSV; charset=utf-8")
    #expect(try interpreter.file(csv, mediaType: "text/csv").body == Data("a,b\n".utf8))
    #expect(throws: APIError.self) { try interpreter.file(csv, mediaType: "application/pdf") }
    #expect(try interpreter.file(csv, mediaType: nil) == csv)
  }

  @Test func `an empty body is no file`() {
    let error = #expect(throws: APIError.self) {
      try interpreter.file(answer(200, "", type: "text/csv"), mediaType: "text/csv")
    }
    #expect(error?.errorDescription?.contains("a file, not an empty body") == true)
  }

  @Test func `a failure in place of a file keeps its message`() {
    for mediaType in ["text/csv", nil] {
      let error = #expect(throws: APIError.self) {
        try interpreter.file(answer(200, #"{"success":false,"message":"Busy."}"#), mediaType: mediaType)
      }
      #expect(error?.errorDescription == "Busy.")
    }
    let error = #expect(throws: APIError.self) { try interpreter.file(answer(404, ""), mediaType: "text/csv") }
    #expect(error?.errorDescription == "Resource not found.")
  }

  @Test(arguments: [
    (#"attachment; filename="a b;c.csv""#, "a b;c.csv"), ("attachment; filename=r.csv", "r.csv"),
    (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename="..""#, nil),
    ("attachment; filename=x.csv; filename*=UTF-8''na%C3%AFve.csv", "naïve.csv"), ("inline", nil),
    (#"attachment; filename="unclosed"#, "unclosed"), ("", nil),
  ])
  func `a suggested file name has no folders`(header: String, name: String?) {
    let response = APIResponse(status: 200, headers: ["Content-Disposition": header])
    #expect(response.suggestedFileName == name)
  }
}
