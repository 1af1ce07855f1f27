import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The body of a saved request.
struct SavedBody {
  enum Content {
    /// Valid JSON. A variable in the position of a value is a string that contains only the variable.
    case json(JSON)
    /// The fields of a form. The fields with the given names are files.
    case form([RequestURL.Item], files: Set<String>)
    /// Any other string, including its variables.
    case text(String)
    /// A body in a file, or one that can't be read.
    case other
  }

  /// The media type, without parameters.
  let mediaType: String
  let content: Content
  let source: JSON

  /// Reads the body of a request, or returns `nil` if it has none.
  init?(_ request: JSON, contentType: String?, _ variables: Variables) {
    guard let body = request.object("body"), !body.isDisabled, let mode = body["mode"]?.string else { return nil }
    source = body
    let type = contentType.map { MediaType.essence(of: $0) }.flatMap { MediaType.isName($0) ? $0 : nil }
    switch mode {
    case "raw":
      guard let text = body["raw"]?.string, !text.isEmpty else { return nil }
      let language = body.object("options")?.object("raw")?["language"]?.string
      let json = Self.json(variables.resolved(text))
      let isContainer = json.map { $0.kind == .object || $0.kind == .array } ?? false
      mediaType = type ?? Self.types[language ?? ""] ?? (isContainer ? "application/json" : "text/plain")
      if MediaType.isJSON(mediaType) {
        content = json.map { .json($0) } ?? .other
      } else {
        content = MediaType.isText(mediaType) ? .text(variables.resolved(text)) : .other
      }
    case "urlencoded", "formdata":
      let fields = body.list(mode).compactMap { Self.item($0, variables) }
      guard !fields.isEmpty else { return nil }
      mediaType = mode == "formdata" ? "multipart/form-data" : "application/x-www-form-urlencoded"
      let files = fields.filter { $0.source["type"]?.string == "file" }.map(\.name)
      content = .form(fields, files: Set(files))
    case "graphql":
      guard let graph = body.object("graphql") else { return nil }
      mediaType = "application/json"
      var members = [("query", JSON(variables.resolved(graph["query"]?.string ?? "")))]
      if let name = graph["operationName"]?.string { members.append(("operationName", JSON(name))) }
      if let text = graph["variables"]?.string, let value = Self.json(variables.resolved(text)) {
        members.append(("variables", value))
      } else if let value = graph.object("variables") {
        members.append(("variables", value))
      }
      content = .json(JSON.object(members))
    case "file":
      mediaType = type ?? "application/octet-stream"
      content = .other
    default: return nil
    }
  }

  private static let types = [
    "json": "application/json", "xml": "application/xml", "html": "text/html", "javascript": "application/javascript",
    "text": "text/plain",
  ]

  private static func item(_ field: JSON, _ variables: Variables) -> RequestURL.Item? {
    let name = variables.resolved(field["key"]?.plainText ?? "")
    guard !name.isEmpty else { return nil }
    let value = variables.resolved(field["value"]?.plainText ?? "")
    return RequestURL.Item(name: name, value: value, isDisabled: field.isDisabled, source: field)
  }

  /// Parses JSON in which variables may replace values, and which may contain the comments and trailing commas that
  /// Postman removes.
  private static func json(_ text: String) -> JSON? {
    if let json = try? JSON.parse(text) { return json }
    let text = CommentedJSON.plain(text)
    var result = ""
    var isInside = false
    for part in Variables.parts(of: text) {
      switch part {
      case .variable(let name):
        let marked = "{{\(name)}}"
        result += isInside ? marked : JSON(marked).text
      case .text(let text):
        var isEscaped = false
        for letter in text {
          if letter == "\"", !isEscaped { isInside.toggle() }
          isEscaped = letter == "\\" && !isEscaped
        }
        result += text
      }
    }
    return try? JSON.parse(result)
  }
}

extension MediaType {
  /// Returns a Boolean value that indicates whether a string is a media type name that contracts allow.
  static func isName(_ text: String) -> Bool {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    return halves.count == 2
      && halves.allSatisfy { half in
        !half.isEmpty
          && half.utf8.allSatisfy { Set("!#$&^_.+-".utf8).contains($0) || Character(UnicodeScalar($0)).isASCIIWord }
      }
  }
}

extension Character {
  fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
