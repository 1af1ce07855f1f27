import PlumblineJSONTree

/// A writer that turns observed values into schemas. Each schema states how many times its value was seen (`x-seen`).
struct ShapeWriter {
  let table: ShapeTable
  let kinds: KindNames
  /// The file name before the fragment in a reference to a kind. It is empty in the file that contains the kinds.
  var file = ""

  /// The minimum number of objects that must all have a member for it to be required.
  private var leastForRequired = 1
  /// The unnamed nodes that contain the node being written, outermost first.
  private var open: [Int] = []

  init(table: ShapeTable, kinds: KindNames) {
    self.table = table
    self.kinds = kinds
  }

  /// A writer for the content of requests, where a member of one request may be missing from another.
  var forRequests: ShapeWriter {
    var writer = self
    writer.leastForRequired = 3
    return writer
  }

  /// Returns the schema of a link's node.
  func schema(_ link: ShapeTable.Link, name: String) -> JSON {
    JSON.build { json in write(link, name, into: &json) }
  }

  /// Returns the schema of a kind, as it appears in `schemas`.
  func definition(_ id: Int) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("x-standing", "assumed")
        body(table[id], "", isNullable: false, seen: table[id].values, into: &json)
      }
    }
  }

  private func write(_ link: ShapeTable.Link, _ name: String, into json: inout JSONBuilder) {
    let id = table.find(link.node)
    guard let kind = kinds.names[id] else {
      let node = table[id]
      guard node.objects + node.arrays > 0 else {
        json.object { json in body(node, name, isNullable: link.nulls > 0, seen: link.seen, into: &json) }
        return
      }
      // Nested objects that look alike are merged, so a node may contain itself.
      guard !open.contains(id) else {
        json.object { json in
          json.member("x-seen", link.seen)
          json.member("description", "Contains objects like itself; their members are described once.")
        }
        return
      }
      var inner = self
      inner.open.append(id)
      json.object { json in inner.body(node, name, isNullable: link.nulls > 0, seen: link.seen, into: &json) }
      return
    }
    let reference = JSON.object([("$ref", JSON("\(file)#/schemas/\(kind)"))])
    json.object { json in
      if link.nulls > 0 {
        json.member("anyOf", .array([reference, .object([("type", "null")])]))
      } else {
        json.member("$ref", reference["$ref"] ?? .null)
      }
      json.member("x-seen", link.seen)
    }
  }

  private func body(
    _ node: ShapeTable.Node, _ name: String, isNullable: Bool, seen: Int, into json: inout JSONBuilder
  ) {
    json.member("x-seen", seen)
    if node.isDeep { return json.member("description", "Nested too deeply to be examined.") }
    var types: [String] = []
    if node.objects > 0 { types.append("object") }
    if node.arrays > 0 { types.append("array") }
    if node.strings > 0 { types.append("string") }
    if node.decimals > 0 { types.append("number") } else if node.integers > 0 { types.append("integer") }
    if node.booleans > 0 { types.append("boolean") }
    // If only null was seen, any value is allowed.
    guard !types.isEmpty else {
      if isNullable { json.member("description", "Only null was seen.") }
      return
    }
    if isNullable { types.append("null") }
    json.member("type", types.count == 1 ? JSON(types[0]) : .array(types.map { JSON($0) }))
    if node.strings > 0 { texts(node, name, types, into: &json) }
    if node.objects > 0 { members(node, into: &json) }
    if node.arrays > 0 { items(node, name, into: &json) }
  }

  private func texts(_ node: ShapeTable.Node, _ name: String, _ types: [String], into json: inout JSONBuilder) {
    if let format = node.texts.format { return json.member("format", format) }
    // A few strings don't rule out other formats, so this one is only a hint for readers.
    if let format = node.texts.likelyFormat { return json.member("x-format", format) }
    guard types.allSatisfy({ $0 == "string" || $0 == "null" }), let values = node.texts.enumeration(at: name) else {
      return
    }
    json.member("enum", .array(values.map { JSON($0) } + (types.contains("null") ? [.null] : [])))
  }

  private func members(_ node: ShapeTable.Node, into json: inout JSONBuilder) {
    if node.isMap {
      if let items = node.items { json.member("additionalProperties") { json in write(items, "", into: &json) } }
      return
    }
    let required = node.objects >= leastForRequired ? node.required : []
    if !required.isEmpty { json.member("required", .array(required.map { JSON($0) })) }
    guard !node.names.isEmpty else { return }
    json.member("properties") { json in
      json.object { json in
        for name in node.names {
          if let link = node.members[name] { json.member(name) { json in write(link, name, into: &json) } }
        }
      }
    }
  }

  private func items(_ node: ShapeTable.Node, _ name: String, into json: inout JSONBuilder) {
    if let places = table.tuple(node) {
      json.member("prefixItems") { json in
        json.array { json in for place in places { write(place, "", into: &json) } }
      }
      json.member("minItems", places.count)
      json.member("items", false)
    } else if let items = node.items, items.seen > 0, !node.isMap {
      json.member("items") { json in write(items, name, into: &json) }
    }
  }
}
