import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

extension Exchange {
  /// Returns an exchange of a request and a JSON response. The request is written as `POST /notes`, or as `/notes` for
  /// a GET.
  static func made(
    _ line: String, headers: HeaderFields = [:], sending: JSON? = nil, status: Int = 200,
    answerHeaders: HeaderFields = ["content-type": "application/json"], _ answer: JSON
  ) -> Exchange {
    made(
      line, headers: headers, sending: sending, status: status, answerHeaders: answerHeaders,
      text: String(decoding: answer.serialized(.compact), as: UTF8.self))
  }

  /// Returns an exchange of a request and a response with any text.
  static func made(
    _ line: String, headers: HeaderFields = [:], sending: JSON? = nil, status: Int = 200,
    answerHeaders: HeaderFields = ["content-type": "application/json"], text: String
  ) -> Exchange {
    let words = line.split(separator: " ").map(String.init)
    let method = words.count > 1 ? HTTPMethod(words[0]) ?? .get : .get
    var fields = headers
    if sending != nil, fields["content-type"] == nil { fields.append(name: "content-type", value: "application/json") }
    return Exchange(
      request: Request(
        method: method, target: words.last ?? "/", headers: fields,
        body: sending.map { Body($0.serialized(.compact)) } ?? .empty),
      response: Response(status: status, headers: answerHeaders, body: Body(text)))
  }

  /// Returns an exchange of `GET /notes/7` and a response with this note in the envelope.
  static func reading(_ note: JSON) -> Exchange { made("/notes/7", ["success": true, "data": note]) }

  /// Returns an exchange that sends this body to `POST /notes`, with the documented response.
  static func writing(_ body: JSON) -> Exchange {
    made(
      "POST /notes", sending: body, status: 201,
      answerHeaders: ["content-type": "application/json", "location": "/notes/7"],
      ["success": true, "data": Notes.note])
  }
}

extension JSON {
  /// Returns the envelope of a failure.
  static func failure(_ code: String) -> JSON { ["success": false, "error": JSON(code), "message": "No."] }
}

extension [Drift] {
  /// Each drift as `rule pointer`, which most tests compare.
  var lines: [String] {
    map { drift in
      drift.pointer.map { "\(drift.rule) \($0)" } ?? drift.rule.id
    }
  }
}
