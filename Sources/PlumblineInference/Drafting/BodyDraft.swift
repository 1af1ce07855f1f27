import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A draft of an endpoint's request body.
struct BodyDraft {
  private enum Content {
    case json(ShapeTable.Link)
    case form(JSON)
    case text
    case other
  }

  /// The media type of bodies that aren't described.
  private static let anything = "*/*"

  private var contents: [(type: String, content: Content)] = []
  /// A Boolean value that indicates whether every request is known to have a body.
  let isRequired: Bool

  /// Creates a draft, or returns `nil` if no request had a body. If only some of the bodies without a content type are
  /// JSON, none of them are described, because the next one may be of either kind. If a body is missing from the
  /// capture, its kind is unknown.
  ///
  /// - Parameter refused: Rejected exchanges, which reveal which parts are required.
  init?(_ exchanges: [SeenExchange], refused: [SeenExchange], in table: inout ShapeTable) {
    let full = exchanges.filter { ($0.request.body.length ?? 1) > 0 }
    guard !full.isEmpty else { return nil }
    isRequired = exchanges.allSatisfy { exchange in
      exchange.request.body.length.map { $0 > 0 } ?? (exchange.request.mediaType != nil)
    }
    let isOfAnyKind =
      full.contains { $0.request.mediaType == nil && $0.sent == nil && $0.request.body.bytes != nil }
      && full.contains { $0.sent != nil }
    var order: [String] = isOfAnyKind ? [Self.anything] : []
    var groups: [String: [SeenExchange]] = [:]
    if isOfAnyKind { groups[Self.anything] = [] }
    for exchange in full where exchange.request.body.bytes != nil || exchange.request.mediaType != nil {
      let said = exchange.request.mediaType
      let usual = exchange.sent == nil ? "application/octet-stream" : "application/json"
      let isAnything = isOfAnyKind && (said.map(MediaType.isJSON) ?? true)
      let type = isAnything ? Self.anything : said ?? usual
      if groups[type] == nil { order.append(type) }
      groups[type, default: []].append(exchange)
    }
    for type in order {
      let own = groups[type] ?? []
      contents.append((type, Self.content(type, own, refused, &table)))
    }
    if contents.isEmpty { contents.append((Self.anything, .other)) }
  }

  private static func content(
    _ type: String, _ exchanges: [SeenExchange], _ refused: [SeenExchange], _ table: inout ShapeTable
  ) -> Content {
    let bodies = exchanges.compactMap(\.sent)
    if MediaType.isJSON(type), !bodies.isEmpty { return .json(ResponseDraft.link(bodies, &table)) }
    if type == MediaType.form || MediaType.isMultipart(type) {
      var fields = ParameterTable()
      for exchange in exchanges {
        fields.add(Self.fields(of: exchange.request, type), owner: exchange.request.body.bytes.hashValue)
      }
      // Only forms have named parts.
      if fields.all.isEmpty, type != MediaType.form, type != "multipart/form-data" { return .other }
      let without = refused.map { Set(Self.fields(of: $0.request, type).map(\.name)) }
      return .form(fields.form(refused: without))
    }
    return MediaType.isText(type) ? .text : .other
  }

  private static func fields(of request: Request, _ type: String) -> [(name: String, value: String)] {
    guard let bytes = request.body.bytes else { return [] }
    if type == MediaType.form { return FormReading.fields(of: bytes) }
    return FormReading.parts(of: request).map { ($0.name, String(decoding: $0.bytes.prefix(4096), as: UTF8.self)) }
  }

  var links: [ShapeTable.Link] { contents.compactMap { if case .json(let link) = $0.content { link } else { nil } } }

  /// Adds the body to an endpoint.
  func write(_ writer: ShapeWriter, thing: String, into json: inout JSONBuilder) {
    if contents.count == 1, contents[0].type == "application/json", case .json(let link) = contents[0].content {
      return json.member("body", writer.forRequests.schema(link, name: thing))
    }
    json.member(
      "content",
      .object(
        contents.map { type, content in
          switch content {
          case .json(let link): (type, .object([("schema", writer.forRequests.schema(link, name: thing))]))
          case .form(let schema): (type, .object([("schema", schema)]))
          case .text: (type, .object([("schema", .object([("type", "string")]))]))
          case .other: (type, [:])
          }
        }))
  }
}
