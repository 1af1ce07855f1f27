import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A draft of an endpoint's response with a particular status.
struct ResponseDraft {
  enum Content {
    /// No body.
    case none
    /// A body that is missing from the capture.
    case unknown
    /// The value inside the envelope, or `nil` if there is none.
    case payload(ShapeTable.Link?)
    /// A JSON body without an envelope.
    case body(ShapeTable.Link)
    /// Bodies with their content, by media type.
    case media([(type: String, held: Held)])
  }

  /// The content of bodies that have the same media type.
  enum Held {
    case json(ShapeTable.Link)
    case stream(StreamDraft)
    /// Content that the draft doesn't describe.
    case unread
  }

  let status: Int
  let seen: Int
  let content: Content
  /// The other members of the envelope that were in all responses.
  let others: [String]
  /// The relevant header fields, and whether they were in all responses.
  let headers: SeenHeaders

  /// Creates a draft.
  ///
  /// - Parameter others: The envelope's members besides its payload. Those of this response are added to them.
  init(
    _ exchanges: [SeenExchange], status: Int, _ envelope: SeenEnvelope?, others shapes: inout [String: ShapeTable.Link],
    in table: inout ShapeTable
  ) {
    self.status = status
    seen = exchanges.count
    headers = SeenHeaders(exchanges)
    let bodies = exchanges.compactMap(\.answered)
    let full = exchanges.filter { ($0.response.body.length ?? 1) > 0 && $0.request.method != .head }
    if let envelope, let payload = envelope.payload, !bodies.isEmpty, bodies.count == full.count, envelope.holds(bodies)
    {
      others = envelope.others.filter { name in bodies.allSatisfy { $0[name] != nil } }
      for body in bodies {
        let owner = body.deepHash
        for name in envelope.others {
          guard let value = body[name] else { continue }
          var link = shapes[name] ?? ShapeTable.Link(node: table.make())
          table.add(value, to: &link, owner: owner)
          shapes[name] = link
        }
      }
      let inner = bodies.compactMap { $0.at(payload) }.filter { !$0.isNull }
      content = .payload(inner.isEmpty ? nil : Self.link(inner, &table))
      return
    }
    others = []
    if full.isEmpty {
      content = .none
    } else if full.contains(where: \.lacksBody), bodies.isEmpty {
      content = .unknown
    } else {
      content = Self.content(full, &table)
    }
  }

  private static func content(_ exchanges: [SeenExchange], _ table: inout ShapeTable) -> Content {
    var order: [String] = []
    var groups: [String: [SeenExchange]] = [:]
    for exchange in exchanges where !exchange.lacksBody {
      let type =
        exchange.response.mediaType ?? (exchange.answered == nil ? "application/octet-stream" : "application/json")
      if groups[type] == nil { order.append(type) }
      groups[type, default: []].append(exchange)
    }
    if order == ["application/json"], let all = groups["application/json"], all.allSatisfy({ $0.answered != nil }) {
      return .body(link(all.compactMap(\.answered), &table))
    }
    return .media(order.map { type in (type, held(type, groups[type] ?? [], &table)) })
  }

  private static func held(_ type: String, _ exchanges: [SeenExchange], _ table: inout ShapeTable) -> Held {
    let bodies = exchanges.compactMap(\.answered)
    if MediaType.isJSON(type), bodies.count == exchanges.count { return .json(link(bodies, &table)) }
    let bytes = exchanges.compactMap(\.response.body.bytes)
    if let stream = StreamDraft(bytes, mediaType: type, in: &table) { return .stream(stream) }
    return .unread
  }

  static func link(_ bodies: [JSON], _ table: inout ShapeTable) -> ShapeTable.Link {
    var link = ShapeTable.Link(node: table.make())
    for body in bodies { table.add(body, to: &link, owner: body.deepHash) }
    return link
  }

  /// The links to the values of the response.
  var links: [ShapeTable.Link] {
    switch content {
    case .none, .unknown: []
    case .payload(let link): [link].compactMap { $0 }
    case .body(let link): [link]
    case .media(let all): all.flatMap { Self.links(of: $0.held) }
    }
  }

  private static func links(of held: Held) -> [ShapeTable.Link] {
    switch held {
    case .json(let link): [link]
    case .stream(let stream): stream.links
    case .unread: []
    }
  }

  /// Returns the description of the response in a contract.
  func json(_ writer: ShapeWriter, thing: String) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("x-seen", seen)
        switch content {
        case .none: break
        case .unknown: json.member("body", true)
        case .payload(let link): json.member("payload", link.map { writer.schema($0, name: thing) } ?? false)
        case .body(let link): json.member("body", writer.schema(link, name: thing))
        case .media(let all):
          json.member(
            "content", .object(all.map { type, held in (type, Self.json(held, of: type, writer, thing)) }))
        }
        if !others.isEmpty { json.member("others", .array(others.map { JSON($0) })) }
        headers.write(into: &json)
      }
    }
  }

  /// Returns the value of `content` for a single media type.
  private static func json(_ held: Held, of type: String, _ writer: ShapeWriter, _ thing: String) -> JSON {
    switch held {
    case .json(let link): .object([("schema", writer.schema(link, name: thing))])
    case .stream(let stream): .object([("itemSchema", stream.json(writer, thing: thing))])
    case .unread: MediaType.isText(type) ? .object([("schema", .object([("type", "string")]))]) : .emptyObject
    }
  }
}
