import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange with a real server that contains planted strings.
struct PlantedExchange {
  /// A place for a string in an exchange.
  enum Place: CaseIterable {
    case path, query, field, member, nested, array, key, form, multipart, plainText, packedJSON
    case answerField, setCookie, location, answerMember, answerNested, answerArray, answerKey, answerText, message
    case strayPath
    case wide, latin, input, turnedInput, meta, element, emptyElement, elements, page
    case requestFieldName, answerFieldName, cookieName, setCookieName
    case partName, fileName, extendedFileName, partField, partFieldName, preamble, epilogue

    /// A Boolean value that indicates whether a string at this place has no descriptive name.
    var isNameless: Bool {
      switch self {
      case .key, .answerKey, .requestFieldName, .answerFieldName, .cookieName, .setCookieName, .partName, .fileName,
        .extendedFileName, .partFieldName, .preamble, .epilogue:
        true
      default: false
      }
    }

    /// A Boolean value that indicates whether the string is the whole body of the response.
    var isAnswer: Bool {
      switch self {
      case .answerMember, .answerNested, .answerArray, .answerKey, .answerText, .message, .latin, .input, .turnedInput,
        .meta, .element, .emptyElement, .elements, .page:
        true
      default: false
      }
    }
  }

  var path = "/things/7"
  var query: [String] = []
  var fields: HeaderFields
  var body = Body(#"{ "n": 1 }"#)
  var answerFields: HeaderFields = ["Content-Type": "application/json"]
  var answer = Body(#"{ "ok": true, "data": { "n": 1 } }"#)

  /// - Parameter credentials: The credentials, by their names in ``Vault``.
  init(_ credentials: [String: String]) {
    fields = ["Content-Type": "application/json", "Cookie": "theme=dark; seat=\(credentials["seat"] ?? "")"]
    fields["X-Key"] = credentials["key"]
    fields["Authorization"] = credentials["odd"]
    query.append("ticket=\(PercentEncoding.encode(credentials["ticket"] ?? ""))")
  }

  /// Plants a string at a place.
  ///
  /// - Parameters:
  ///   - name: The name of the string at the place.
  ///   - value: The value that contains the string. The default is the string itself.
  mutating func plant(_ text: String, named name: String, at place: Place, as value: JSON? = nil) {
    let value = value ?? JSON(text)
    let member = JSON.object([(name, value)])
    switch place {
    case .path:
      path = name == "note" ? "/things/\(PercentEncoding.encode(text))" : "/resets/\(PercentEncoding.encode(text))"
    case .strayPath: path = "/strange/\(name)/\(PercentEncoding.encode(text))"
    case .query: query.append("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))")
    case .field: fields.append(name: Self.fieldName(name), value: text)
    case .member: body = Body(member.text)
    case .nested: body = Body(JSON.object([("outer", .object([("inner", member)]))]).text)
    case .array: body = Body(JSON.object([("list", .array([1, member])), (name, .array([value]))]).text)
    case .key: body = Body(JSON.object([("keys", .object([(text, JSON(1))]))]).text)
    case .form:
      fields["Content-Type"] = "application/x-www-form-urlencoded"
      body = Body("n=1&\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))")
    case .multipart:
      fields["Content-Type"] = "multipart/form-data; boundary=cut"
      body = Body("--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n--cut--\r\n")
    case .requestFieldName: fields.append(name: text, value: "x")
    case .answerFieldName: answerFields.append(name: text, value: "x")
    case .cookieName: fields["Cookie"] = "\(fields["Cookie"] ?? "theme=dark"); \(text)=x"
    case .setCookieName: answerFields.append(name: "Set-Cookie", value: "\(text)=x; Path=/")
    case .partName, .fileName, .extendedFileName, .partField, .partFieldName, .preamble, .epilogue:
      fields["Content-Type"] = "multipart/form-data; boundary=cut"
      body = Body(Self.form(text, name, at: place))
    case .plainText:
      fields["Content-Type"] = "text/plain"
      body = Body("\(name)=\(text)")
    case .packedJSON: body = Body(JSON.object([("event", JSON(member.text))]).text)
    case .answerField: answerFields.append(name: Self.fieldName(name), value: text)
    case .setCookie: answerFields.append(name: "Set-Cookie", value: "sid=\(text); Path=/; HttpOnly")
    case .location: answerFields.append(name: "Location", value: "/things/8?\(name)=\(PercentEncoding.encode(text))")
    case .answerMember: answer = Body(JSON.object([("ok", true), ("data", member)]).text)
    case .answerNested:
      answer = Body(JSON.object([("ok", true), ("data", .object([("inner", member), ("n", 1)]))]).text)
    case .answerArray: answer = Body(JSON.object([("ok", true), ("data", .array([member, .array([member])]))]).text)
    case .answerKey: answer = Body(JSON.object([("ok", true), ("data", .object([(text, JSON("x"))]))]).text)
    case .answerText:
      answerFields["Content-Type"] = "text/plain"
      answer = Body("The \(name)=\(text) was wrong.")
    case .message:
      answer = Body(
        JSON.object([("ok", false), ("error", "DENIED"), ("message", JSON("Unknown \(name): \(text)"))]).text)
    case .wide:
      fields["Content-Type"] = "application/json; charset=utf-16"
      body = Body([0xFF, 0xFE] + member.text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    case .latin:
      answerFields["Content-Type"] = "application/json; charset=iso-8859-1"
      let text = JSON.object([("ok", true), ("data", .object([("café", 1), (name, value)]))]).text
      answer = Body(text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") })
    default: plantMarkup(Self.markup(text), Self.markup(name), Self.markup(member.text), at: place)
    }
  }

  /// Returns a form with a file, which is masked as well, and with a string at one of the places outside of the parts'
  /// bodies.
  private static func form(_ text: String, _ name: String, at place: Place) -> String {
    let partName = place == .partName ? text : "file"
    var file = ""
    if place == .fileName { file = "; filename=\"\(text.replacing("\"", with: "\\\""))\"" }
    if place == .extendedFileName { file = "; filename*=UTF-8''\(PercentEncoding.encode(text))" }
    var more = ""
    if place == .partField { more = "\(fieldName(name)): \(text)\r\n" }
    if place == .partFieldName { more = "\(text): x\r\n" }
    let before = place == .preamble ? "\(name)=\(text)\r\n" : ""
    let behind = place == .epilogue ? "\(name)=\(text)\r\n" : ""
    return "\(before)--cut\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2-hunter2\r\n"
      + "--cut\r\nContent-Disposition: form-data; name=\"\(partName)\"\(file)\r\n\(more)\r\nplain\r\n--cut--\r\n\(behind)"
  }

  private mutating func plantMarkup(_ text: String, _ name: String, _ member: String, at place: Place) {
    answerFields["Content-Type"] = "text/html"
    switch place {
    case .input: answer = Body("<form><input type=text name=\"\(name)\" class=\"a\" value=\"\(text)\"></form>")
    case .turnedInput: answer = Body("<p>a</p><input value='\(text)' name='\(name)'/>")
    case .meta: answer = Body("<head><meta name=\"\(name)\" content=\"\(text)\"></head>")
    case .element: answer = Body("<a><x:\(name) n=\"1\">\n \(text)\n</x:\(name)></a>")
    case .emptyElement: answer = Body("<a><\(name) n=\"1\" value=\"\(text)\"/></a>")
    case .elements: answer = Body("<\(name)><value>\(text)</value><current>\(text)</current></\(name)>")
    default: answer = Body("<div data-page=\"\(member)\">a</div>")
    }
  }

  /// Returns a string as it's written in markup.
  static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  var exchange: Exchange {
    Exchange(
      request: Request(method: .put, target: "\(path)?\(query.joined(separator: "&"))", headers: fields, body: body),
      response: Response(status: 200, headers: answerFields, body: answer))
  }

  /// Returns a name as it may be written as a header field's name.
  private static func fieldName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ".") ? $0 : "-" })
  }
}
