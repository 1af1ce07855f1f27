import PlumblineJSONTree

/// The schemas of an OpenAPI document that describe values in requests or responses, determined from the document
/// alone.
struct DocumentReach {
  enum Message: Hashable { case request, response }

  /// The schema of a single value, which is a member of an object, an item, or a named schema.
  struct Leaf {
    let pointer: JSONPointer
    let schema: JSON
    /// The object that has the schema as a member, and the member's name.
    var owner: (schema: JSONPointer, name: String)?
    var messages: Set<Message>
  }

  private let root: JSON
  private let tags: Set<String>
  private var visited: [JSONPointer: Set<Message>] = [:]
  private var leavesByPlace: [JSONPointer: Leaf] = [:]

  /// The schemas in the document's order.
  var leaves: [Leaf] { leavesByPlace.values.sorted { $0.schema.location < $1.schema.location } }

  /// - Parameter root: An OpenAPI document of version 3.0 or 3.1.
  init(_ root: JSON) {
    self.root = root
    tags = Self.tags(in: root).union(Self.marks(in: root))
    // Operations whose paths differ only after a "#" have the same requests, so they're reported as not compared.
    for (path, item) in root["paths"]?.members.map({ $0 }) ?? [] where !path.contains("#") {
      for (method, operation) in item.members where Self.methods.contains(method) {
        let place = JSONPointer(tokens: ["paths", path, method])
        visitContent(of: operation["requestBody"], at: place.appending("requestBody"), .request)
        for (status, response) in operation["responses"]?.members.map({ $0 }) ?? [] {
          visitContent(of: response, at: place.appending("responses").appending(status), .response)
        }
      }
    }
  }

  private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// Returns the names of the members whose value identifies an alternative. Changing that value would select a
  /// different alternative.
  private static func tags(in json: JSON) -> Set<String> {
    var tags: Set<String> = []
    for (key, value) in json.members {
      if key == "discriminator", let name = value["propertyName"]?.string { tags.insert(name) }
      tags.formUnion(Self.tags(in: value))
    }
    for value in json.elements { tags.formUnion(Self.tags(in: value)) }
    return tags
  }

  /// Returns the names of members that have a single listed value in each alternative, like tags that no discriminator
  /// names.
  private static func marks(in root: JSON) -> Set<String> {
    var marks: Set<String> = []
    func look(_ json: JSON) {
      for keyword in ["oneOf", "anyOf"] {
        let lists = json[keyword]?.elements.map { names(of: $0, in: root) } ?? []
        guard let first = lists.first, lists.count > 1 else { continue }
        marks.formUnion(lists.dropFirst().reduce(first) { $0.intersection($1) })
      }
      for member in json.members { look(member.value) }
      for element in json.elements { look(element) }
    }
    look(root)
    return marks
  }

  /// Returns the members of an alternative that list a single value.
  private static func names(of branch: JSON, in root: JSON) -> Set<String> {
    var schema = branch
    if let text = branch["$ref"]?.string, let pointer = JSONPointer(fragment: text), let target = root.at(pointer) {
      schema = target
    }
    var names: Set<String> = []
    for (name, member) in schema["properties"]?.members.map({ $0 }) ?? [] where member["enum"]?.count == 1 {
      names.insert(name)
    }
    return names
  }

  private func resolved(_ json: JSON, at pointer: JSONPointer) -> (JSON, JSONPointer)? {
    var (json, pointer) = (json, pointer)
    for _ in 0..<20 {
      guard let text = json["$ref"]?.string else { return (json, pointer) }
      guard text.hasPrefix("#"), let next = JSONPointer(fragment: text), let target = root.at(next) else { return nil }
      (json, pointer) = (target, next)
    }
    return nil
  }

  private mutating func visitContent(of json: JSON?, at pointer: JSONPointer, _ message: Message) {
    guard let json, let (found, place) = resolved(json, at: pointer) else { return }
    for (type, media) in found["content"]?.members.map({ $0 }) ?? [] where type.contains("json") {
      guard let schema = media["schema"] else { continue }
      visit(schema, at: place.appending("content").appending(type).appending("schema"), message)
    }
  }

  private mutating func visit(
    _ json: JSON, at pointer: JSONPointer, _ message: Message, memberOf owner: (JSONPointer, String)? = nil
  ) {
    guard let (schema, place) = resolved(json, at: pointer), schema.kind == .object else { return }
    let absence = message == .request ? "readOnly" : "writeOnly"
    if json[absence]?.bool == true || schema[absence]?.bool == true { return }
    guard visited[place, default: []].insert(message).inserted else { return }
    if let type = schema["type"]?.string, ["string", "integer", "number", "boolean"].contains(type),
      ["allOf", "anyOf", "oneOf", "not", "$ref", "const"].allSatisfy({ schema[$0] == nil })
    {
      let isOwned = place == pointer && owner.map { !tags.contains($0.1) } ?? false
      if owner.map({ tags.contains($0.1) }) != true || place != pointer {
        leavesByPlace[
          place, default: Leaf(pointer: place, schema: schema, owner: isOwned ? owner : nil, messages: [])
        ].messages.insert(message)
      }
    }
    // If two parts of an `allOf` describe a member, removing it from one of them changes nothing.
    let parts = schema["allOf"]?.elements.compactMap { part in resolved(part, at: place)?.0 } ?? []
    let names = (parts + [schema]).flatMap { $0["properties"]?.members.map(\.key) ?? [] }
    let isDouble = Set(names).count < names.count
    for (name, member) in schema["properties"]?.members.map({ $0 }) ?? [] where !isDouble {
      visit(member, at: place.appending("properties").appending(name), message, memberOf: (place, name))
    }
    for keyword in ["items", "additionalProperties"] {
      if let inner = schema[keyword] { visit(inner, at: place.appending(keyword), message) }
    }
    for keyword in ["allOf", "anyOf", "oneOf"] where keyword != "allOf" || !isDouble {
      for (index, branch) in (schema[keyword]?.elements.map { $0 } ?? []).enumerated() {
        visit(branch, at: place.appending(keyword).appending(index), message)
      }
    }
  }
}
