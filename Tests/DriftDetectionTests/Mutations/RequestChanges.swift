import PlumblineHTTPMessages
import PlumblineJSONTree

/// Every single change of a request's line, query and kind of body, with the rules that follow from the contract's
/// text.
struct RequestChanges {
  struct Made {
    let kind: String
    let request: Request
    let expected: Set<String>
  }

  let text: ContractText
  let place: ContractText.Place
  let request: Request
  /// The addresses that determine the form of the response, such as `query.mode`, and which therefore aren't changed.
  let fixed: Set<String>
  private var made: [Made] = []

  init(_ text: ContractText, _ place: ContractText.Place, _ request: Request, fixed: Set<String>) {
    self.text = text
    self.place = place
    self.request = request
    self.fixed = fixed
  }

  mutating func changes() -> [Made] {
    made = []
    add(
      "add a header", ["request.header.undocumented /request/headers/x-zz-added"],
      changed { $0.headers.append(name: "X-Zz-Added", value: "1") })
    add("add a common header", [], changed { $0.headers.append(name: "User-Agent", value: "x") })
    changeLine()
    changeQuery()
    changeBody()
    return made
  }

  private var endpoint: JSON { place.schema }

  private mutating func add(_ kind: String, _ expected: [String], _ request: Request) {
    made.append(Made(kind: kind, request: request, expected: Set(expected)))
  }

  private func changed(_ change: (inout Request) -> Void) -> Request {
    var request = request
    change(&request)
    return request
  }

  private func retargeted(_ path: String, _ query: [(String, String)]) -> Request {
    let text = query.map { "\($0)=\($1)" }.joined(separator: "&")
    return Request(
      method: request.method, target: query.isEmpty ? path : "\(path)?\(text)", headers: request.headers,
      body: request.body)
  }

  private var query: [(String, String)] { request.queryItems.map { ($0.name, $0.value) } }

  private mutating func changeLine() {
    add("call an unknown path", ["endpoint.undocumented"], retargeted("/api/v9\(request.path)", query))
    add("call with an unknown method", ["endpoint.undocumented"], changed { $0.method = .trace })
    let template = endpoint["request"]?.string?.split(separator: " ").last.map(String.init) ?? ""
    let names = template.split(separator: "/").map(String.init)
    var words = request.path.split(separator: "/").map(String.init)
    for (index, name) in names.enumerated() where name.hasPrefix("{") && index < words.count {
      let name = String(name.dropFirst().dropLast())
      guard let schema = endpoint["path"]?[name], !fixed.contains("path.\(name)") else { continue }
      let promise = Promise([ContractText.Place(file: place.file, schema: schema)], in: text)
      let old = words[index]
      words[index] = "~text"
      let isFree = promise.allows("~text") && promise.listed == nil
      add(
        "break a path parameter", isFree ? [] : ["request.path.invalid /request/path/\(name)"],
        retargeted("/" + words.joined(separator: "/"), query))
      words[index] = old
    }
  }

  private mutating func changeQuery() {
    let required = Set(endpoint["required"]?["query"]?.elements.compactMap(\.string) ?? [])
    add(
      "add a query parameter", ["request.query.undocumented /request/query/zz_added"],
      retargeted(request.path, query + [("zz_added", "1")]))
    for (index, item) in query.enumerated() where !fixed.contains("query.\(item.0)") {
      guard let schema = endpoint["query"]?[item.0] else { continue }
      let promise = Promise([ContractText.Place(file: place.file, schema: schema)], in: text)
      var others = query
      others.remove(at: index)
      let missing = required.contains(item.0) ? ["request.query.missing /request/query/\(item.0)"] : []
      add("remove a query parameter", missing, retargeted(request.path, others))
      add(
        "rename a query parameter", missing + ["request.query.undocumented /request/query/zz_\(item.0)"],
        retargeted(request.path, others + [("zz_\(item.0)", item.1)]))
      let isFree = promise.allows("~text") && promise.listed == nil && promise.format == nil
      let invalid = ["request.query.invalid /request/query/\(item.0)"]
      add("break a query parameter", isFree ? [] : invalid, retargeted(request.path, others + [(item.0, "~text")]))
      for bound in [promise.minimum.map { $0 - 1 }, promise.maximum.map { $0 + 1 }].compactMap({ $0 }) {
        add("send a query parameter out of bounds", invalid, retargeted(request.path, others + [(item.0, "\(bound)")]))
      }
    }
  }

  private mutating func changeBody() {
    guard endpoint["body"] != nil else {
      add("send an unexpected body", ["request.body.unexpected /request/body"], changed { $0.body = Body("{\"a\":1}") })
      return
    }
    guard let bytes = request.body.bytes, !bytes.isEmpty, !fixed.contains("body") else { return }
    if endpoint["required"]?["body"]?.bool != false {
      add("send no body", ["request.body.missing /request/body"], changed { $0.body = .empty })
    }
    add(
      "send half a body", ["request.body.malformed /request/body"], changed { $0.body = Body(Array(bytes.dropLast())) })
    add(
      "send another media type", ["request.media-type.undocumented /request/headers/content-type"],
      changed { $0.headers["content-type"] = "text/plain" })
  }
}
