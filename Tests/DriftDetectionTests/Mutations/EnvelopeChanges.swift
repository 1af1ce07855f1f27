import PlumblineHTTPMessages
import PlumblineJSONTree

/// Every single change of a response's status, kind of body and envelope.
struct EnvelopeChanges {
  struct Made {
    let kind: String
    let response: Response
    let expected: Set<String>
  }

  let response: Response
  let body: JSON
  /// The statuses that the endpoint promises, with the codes of failures.
  let successes: Set<Int>
  let failures: [(status: Int, codes: [String])]
  /// A Boolean value that indicates whether the contract promises a payload with this response.
  let promisesPayload: Bool
  private var made: [Made] = []

  init(
    _ response: Response, _ body: JSON, successes: Set<Int>, failures: [(status: Int, codes: [String])],
    promisesPayload: Bool
  ) {
    self.response = response
    self.body = body
    self.successes = successes
    self.failures = failures
    self.promisesPayload = promisesPayload
  }

  mutating func changes() -> [Made] {
    made = []
    changeStatus()
    changeBody()
    changeFlag()
    add("add a field", body.setting("took_ms", to: 3), "response.field.undocumented /response/body/took_ms")
    add("add a secret", body.setting("zz_token", to: "x"), "response.field.undocumented /response/body/zz_token")
    addHeader("add a header", "X-Zz-Added", ["response.header.undocumented /response/headers/x-zz-added"])
    addHeader("add a common header", "X-Request-Id", [])
    if isSuccess { changePayload() } else { changeRefusal() }
    return made
  }

  private var isSuccess: Bool { body["success"]?.bool == true }

  private mutating func add(_ kind: String, _ body: JSON?, _ expected: String..., status: Int? = nil) {
    guard let body else { return }
    add(kind, bytes: body.serialized(.compact), expected, status: status)
  }

  private mutating func add(
    _ kind: String, bytes: [UInt8], _ expected: [String], status: Int? = nil, mediaType: String? = nil
  ) {
    var response = response
    response.body = Body(bytes)
    response.status = status ?? response.status
    if let mediaType { response.headers["content-type"] = mediaType }
    made.append(Made(kind: kind, response: response, expected: Set(expected)))
  }

  private mutating func addHeader(_ kind: String, _ name: String, _ expected: Set<String>) {
    var response = response
    response.headers.append(name: name, value: "1")
    made.append(Made(kind: kind, response: response, expected: expected))
  }

  // MARK: - Status and kind

  private mutating func changeStatus() {
    let undocumented = "response.status.undocumented /response/status"
    let contradiction = "response.status.contradicts-envelope /response/body/success"
    let known = successes.union(failures.map(\.status))
    for status in [200, 201, 202, 299, 400, 403, 409, 418, 422, 429, 500, 503] where status != response.status {
      let isGood = (200..<300).contains(status)
      if status == 503, !known.contains(503) {
        add("answer with an outage", bytes: body.serialized(.compact), [], status: status)
        continue
      }
      if isGood != isSuccess {
        add("change the status", body, contradiction, status: status)
      } else if !known.contains(status) {
        add("change the status", body, undocumented, status: status)
      } else if !isSuccess {
        let codes = failures.filter { $0.status == status }.flatMap(\.codes).map(\.description)
        let code = body["error"]?.string ?? ""
        if codes.isEmpty || codes.contains(code) { continue }
        add(
          "change the status", body, "response.envelope.error-code-undocumented /response/body/error", status: status)
      }
    }
    if !known.contains(410), !isSuccess { add("answer that it is gone", body, "endpoint.missing", status: 410) }
    if !known.contains(405), !isSuccess { add("refuse the method", body, "endpoint.method-missing", status: 405) }
    if !known.contains(301) { add("move for good", body, "endpoint.moved", status: 301) }
  }

  private mutating func changeBody() {
    let isMissing = response.status == 404
    let bytes = body.serialized(.compact)
    add("cut the body short", bytes: Array(bytes.dropLast(1)), ["response.body.malformed /response/body"])
    add(
      "empty the body", bytes: [], [isMissing ? "endpoint.missing" : "response.body.missing /response/body"])
    add(
      "answer with a page", bytes: Array("<h1>It works</h1>".utf8),
      [isMissing ? "endpoint.missing" : "response.media-type.undocumented /response/headers/content-type"],
      mediaType: "text/html")
    add(
      "change the media type", bytes: bytes, ["response.media-type.undocumented /response/headers/content-type"],
      mediaType: "text/plain")
  }

  private mutating func changeFlag() {
    let flag = "/response/body/success"
    add(
      "flip the flag", body.setting("success", to: JSON(!isSuccess)),
      "response.status.contradicts-envelope \(flag)")
    add("retype the flag", body.setting("success", to: "yes"), "response.envelope.flag-type \(flag)")
    add("retype the flag", body.setting("success", to: nil), "response.envelope.flag-type \(flag)")
    add("retype the flag", body.setting("success", to: 1), "response.envelope.flag-type \(flag)")
    // Without other members of the envelope, the flag was all of it.
    let rest = body.removing("/success")
    let hasMore = isSuccess ? !promisesPayload || body["data"] != nil : body["error"] != nil
    if hasMore { add("remove the flag", rest, "response.envelope.flag-missing \(flag)") }
    add("re-case the flag", body.renaming("/success", to: "Success"), "response.envelope.flag-missing \(flag)")
  }

  // MARK: - Slots

  private mutating func changePayload() {
    guard promisesPayload, let data = body["data"], !data.isNull else {
      add("add a payload", body.setting("data", to: ["id": 1]), "response.field.undocumented /response/body/data")
      add(
        "retype the message", body.setting("message", to: 5), "response.field.string-as-number /response/body/message")
      return
    }
    let missing = "response.envelope.payload-missing /response/body/data"
    let misplaced = "response.envelope.payload-misplaced /response/body/data"
    add("remove the payload", body.removing("/data"), missing)
    add("null the payload", body.setting("data", to: nil), missing)
    add("drop the envelope", data, "response.envelope.missing /response/body")
    add("re-case the payload", body.renaming("/data", to: "Data"), misplaced)
    if data.kind == .object || data.kind == .array {
      add("rename the payload", body.renaming("/data", to: "result"), misplaced)
      add("wrap the envelope", ["response": body], "response.envelope.missing /response/body")
    }
    if data.kind == .object, data.count > 0 {
      var spread = body.removing("/data")
      for (key, value) in data.members { spread = spread?.setting(key, to: value) }
      add("move the payload up", spread, misplaced)
      add("nest the payload", body.setting("data", to: ["data": data]), misplaced)
    }
    add("name an error", body.setting("error", to: "NOT_FOUND"), "response.field.undocumented /response/body/error")
  }

  private mutating func changeRefusal() {
    let code = "/response/body/error"
    let message = "/response/body/message"
    add(
      "change the code", body.setting("error", to: "NO_SUCH_CODE"),
      "response.envelope.error-code-undocumented \(code)")
    add("remove the code", body.removing("/error"), "response.envelope.error-code-missing \(code)")
    add("null the code", body.setting("error", to: nil), "response.envelope.error-code-missing \(code)")
    add("re-case the code", body.renaming("/error", to: "Error"), "response.envelope.error-code-missing \(code)")
    add("retype the code", body.setting("error", to: 404), "response.field.string-as-number \(code)")
    add("retype the code", body.setting("error", to: ["code": "X"]), "response.field.type-changed \(code)")
    add("remove the message", body.removing("/message"), "response.envelope.message-missing \(message)")
    add("null the message", body.setting("message", to: nil), "response.envelope.message-missing \(message)")
    add("re-case the message", body.renaming("/message", to: "Message"), "response.envelope.message-missing \(message)")
    add("retype the message", body.setting("message", to: 5), "response.field.string-as-number \(message)")
    add("add a payload", body.setting("data", to: ["id": 1]), "response.field.undocumented /response/body/data")
    let isMissing = response.status == 404
    add(
      "answer in another shape", ["detail": "Something."],
      isMissing ? "endpoint.missing" : "response.envelope.missing /response/body")
  }
}
