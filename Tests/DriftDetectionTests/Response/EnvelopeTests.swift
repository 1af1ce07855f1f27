import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct EnvelopeTests {
  private func drift(_ exchange: Exchange) -> [Drift] { Notes.inspector.inspect(exchange) }
  private func success(_ body: JSON) -> [Drift] { drift(.made("/notes/7", body)) }
  private func failure(_ body: JSON) -> [Drift] { drift(.made("/notes/7", status: 500, body)) }

  // MARK: The envelope as a whole

  @Test func `a bare payload is a missing envelope, and the message says that it fits`() {
    let found = success(Notes.note)
    #expect(found.lines == ["response.envelope.missing /response/body"])
    #expect(found.first?.message.contains("isn't wrapped") == true)
  }

  @Test(arguments: [["id": "seven"], [1, 2], "text", nil, 7, [:]] as [JSON])
  func `anything else without an envelope is a missing envelope, with no findings beneath`(body: JSON) {
    let found = success(body)
    #expect(found.lines == ["response.envelope.missing /response/body"])
    #expect(found.first?.message.contains("isn't wrapped") == false)
  }

  @Test func `a failure in a framework's shape has no envelope`() {
    #expect(failure(["message": "Server Error"]).lines == ["response.envelope.missing /response/body"])
    #expect(failure(["detail": "Server Error"]).lines == ["response.envelope.missing /response/body"])
  }

  @Test func `a failure in a framework's shape that shares a name is one finding`() {
    let found = failure(["timestamp": 1, "status": 500, "error": "Internal Server Error", "path": "/notes/7"])
    #expect(found.lines == ["response.envelope.missing /response/body"])
    #expect(found.first?.message.contains("lacks \"success\", and \"Internal Server Error\" isn't an error") == true)
    // The flag, or one of the service's codes, is enough to recognize the envelope.
    #expect(
      failure(["Success": false, "error": "WHAT", "message": "No."]).lines == [
        "response.envelope.flag-missing /response/body/success",
        "response.envelope.error-code-undocumented /response/body/error",
      ])
    #expect(
      failure(["error": "SERVER_ERROR", "message": "No."]).lines == [
        "response.envelope.flag-missing /response/body/success"
      ])
  }

  @Test func `the messages of successes and null slots are fine`() {
    #expect(success(["success": true, "data": Notes.note, "message": "Done.", "error": nil]) == [])
    #expect(success(["success": true, "data": Notes.note, "message": nil, "pagination": nil]) == [])
    #expect(failure(["success": false, "error": "SERVER_ERROR", "message": "No.", "data": nil]) == [])
  }

  // MARK: The flag

  @Test func `a missing flag is one finding, and the payload is judged all the same`() {
    #expect(success(["data": Notes.note]).lines == ["response.envelope.flag-missing /response/body/success"])
    #expect(
      success(["data": Notes.note.setting("id", to: "x")]).lines == [
        "response.envelope.flag-missing /response/body/success", "response.field.type-changed /response/body/data/id",
      ])
  }

  @Test func `a renamed flag is a missing flag, not an undocumented member too`() {
    let found = success(["Success": true, "data": Notes.note])
    #expect(found.lines == ["response.envelope.flag-missing /response/body/success"])
    #expect(found.first?.actual == "a member called \"Success\"")
  }

  @Test(arguments: ["true", 1, nil, [:]] as [JSON])
  func `a flag that is no boolean`(flag: JSON) {
    let found = success(["success": flag, "data": Notes.note])
    #expect(found.lines == ["response.envelope.flag-type /response/body/success"])
  }

  // MARK: The payload

  @Test func `an absent or null payload is missing`() {
    #expect(success(["success": true]).lines == ["response.envelope.payload-missing /response/body/data"])
    #expect(success(["success": true, "data": nil]).lines == ["response.envelope.payload-missing /response/body/data"])
  }

  @Test func `a payload beside the flag is misplaced`() {
    let found = success(Notes.note.setting("success", to: true))
    #expect(found.lines == ["response.envelope.payload-misplaced /response/body/data"])
  }

  @Test func `a payload under another name is misplaced`() {
    let found = success(["success": true, "result": Notes.note])
    #expect(found.lines == ["response.envelope.payload-misplaced /response/body/data"])
    #expect(found.first?.detail == "result")
    #expect(
      success(["success": true, "Data": Notes.note]).lines == [
        "response.envelope.payload-misplaced /response/body/data"
      ])
  }

  @Test func `a payload missing beside a stranger is two findings`() {
    #expect(
      success(["success": true, "trace": ["x": 1]]).lines == [
        "response.envelope.payload-missing /response/body/data", "response.field.undocumented /response/body/trace",
      ])
  }

  @Test func `a payload of another type is a changed type`() {
    #expect(
      success(["success": true, "data": "note"]).lines == ["response.field.type-changed /response/body/data"])
    #expect(success(["success": true, "data": []]).lines == ["response.field.type-changed /response/body/data"])
  }

  @Test func `a payload where none is promised is undocumented, and null is none`() {
    let deleted: (JSON) -> [Drift] = { drift(.made("DELETE /notes/7", $0)) }
    #expect(deleted(["success": true]) == [])
    #expect(deleted(["success": true, "data": nil, "message": "Deleted."]) == [])
    #expect(deleted(["success": true, "data": ["id": 7]]).lines == ["response.field.undocumented /response/body/data"])
    #expect(deleted(["message": "Deleted."]).lines == ["response.envelope.flag-missing /response/body/success"])
  }

  // MARK: Failures

  @Test func `a code that the contract doesn't have for this status is undocumented`() {
    let found = failure(.failure("NOT_FOUND"))
    #expect(found.lines == ["response.envelope.error-code-undocumented /response/body/error"])
    #expect(found.first?.detail == "NOT_FOUND")
    #expect(found.first?.severity == .warning)
    #expect(failure(.failure("SERVER_ERROR")) == [])
  }

  @Test(arguments: ["INVALID", "TOO_LONG"])
  func `each code of a status is documented`(code: String) {
    let exchange = Exchange.made("POST /notes", sending: ["title": "x"], status: 422, .failure(code))
    #expect(drift(exchange) == [])
  }

  @Test func `a failure without a code`() {
    for body: JSON in [
      ["success": false, "message": "No."], ["success": false, "error": nil, "message": "No."],
      ["success": false, "Error": "SERVER_ERROR", "message": "No."],
    ] {
      #expect(failure(body).lines == ["response.envelope.error-code-missing /response/body/error"])
    }
  }

  @Test func `a failure without a message`() {
    for body: JSON in [
      ["success": false, "error": "SERVER_ERROR"], ["success": false, "error": "SERVER_ERROR", "message": nil],
    ] {
      #expect(failure(body).lines == ["response.envelope.message-missing /response/body/message"])
    }
  }

  @Test func `codes and messages are strings`() {
    #expect(
      failure(["success": false, "error": 500, "message": ["x"]]).lines == [
        "response.field.string-as-number /response/body/error", "response.field.type-changed /response/body/message",
      ])
  }

  // MARK: Members beside the slots

  @Test func `a member beside the slots is undocumented`() {
    let found = success(["success": true, "data": Notes.note, "took_ms": 12])
    #expect(found.lines == ["response.field.undocumented /response/body/took_ms"])
  }

  @Test func `a renamed message is a changed case`() {
    let found = success(["success": true, "data": Notes.note, "Message": "Done."])
    #expect(found.lines == ["response.field.case-changed /response/body/Message"])
  }

  @Test func `what an answer promises beside its payload has to be there and to fit`() {
    let list: (JSON?) -> [Drift] = { pagination in
      let body: JSON = ["success": true, "data": []]
      return drift(.made("/notes", pagination.map { body.setting("pagination", to: $0) } ?? body))
    }
    #expect(list(["page": 1, "total": 0]) == [])
    #expect(list(nil).lines == ["response.field.missing /response/body/pagination"])
    #expect(list(["page": 1]).lines == ["response.field.missing /response/body/pagination/total"])
    #expect(
      list(["page": "1", "total": 0]).lines == ["response.field.number-as-string /response/body/pagination/page"])
    #expect(list([:]).lines == ["response.field.missing /response/body/pagination"])
    #expect(list(.null).lines == ["response.field.null-not-allowed /response/body/pagination"])
  }

  @Test func `a renamed member that is promised is a changed case`() {
    let found = drift(.made("/notes", ["success": true, "data": [], "Pagination": ["page": 1, "total": 0]]))
    #expect(found.lines == ["response.field.case-changed /response/body/Pagination"])
    #expect(found.first?.expected == "pagination")
  }
}
