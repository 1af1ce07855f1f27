import PlumblineJSONTree

/// A search for the objects of a description that visits each object once and records its kind.
///
/// A document's tape numbers its values, so visited values are marked in a separate array with one byte per value.
/// Descriptions have hundreds of thousands of schemas, and only their kinds are kept. The objects that rules apply to
/// are collected along the way.
struct ObjectWalk {
  /// A reference with the kind of object that is required there.
  struct Reference {
    /// The value of `$ref`.
    let value: JSON
    let kind: ObjectKind
  }

  /// A `$ref` that replaces a whole map or list of objects.
  struct Whole {
    /// The object that consists only of the reference.
    let value: JSON
    let key: String
    /// The kind of the members or elements, or `components` for all components.
    let kind: ObjectKind
    var isList = false
  }

  /// The operations, links, path items, servers, and schemas with a discriminator found so far, in document order.
  private(set) var operations: [JSON] = []
  private(set) var pathItems: [JSON] = []
  private(set) var links: [JSON] = []
  private(set) var servers: [JSON] = []
  private(set) var choices: [JSON] = []
  /// The references that haven't been followed yet.
  private(set) var references: [Reference] = []
  private var wholes: [Whole] = []

  private var seen: [ObjectIdentifier: [UInt8]] = [:]
  private static let kinds = ObjectKind.allCases
  private static let numbers = Dictionary(uniqueKeysWithValues: zip(kinds, 1...)) as [ObjectKind: Int]

  /// Returns the kind of object that a value was visited as, or `nil` if it wasn't visited.
  func kind(of value: JSON) -> ObjectKind? {
    guard let number = seen[ObjectIdentifier(value.document)]?[value.node], number > 0 else { return nil }
    return Self.kinds[Int(number) - 1]
  }

  /// Removes and returns the references found since the last call.
  mutating func takeReferences() -> [Reference] {
    defer { references = [] }
    return references
  }

  /// Removes and returns the references that replace maps and lists found since the last call.
  mutating func takeWholes() -> [Whole] {
    defer { wholes = [] }
    return wholes
  }

  /// Visits a whole description.
  mutating func visit(document root: JSON) {
    visit(map: root["paths"], "paths", of: .pathItem, skippingExtensions: true)
    visit(map: root["webhooks"], "webhooks", of: .pathItem)
    if let components = root["components"] { visit(components, as: .components) }
    for server in root["servers"]?.elements.map({ $0 }) ?? [] { visit(server, as: .server) }
  }

  private mutating func visit(map: JSON?, _ key: String, of kind: ObjectKind, skippingExtensions: Bool = false) {
    if let map, Self.isReference(map) { wholes.append(Whole(value: map, key: key, kind: kind)) }
    for (name, value) in map?.members.map({ $0 }) ?? [] where !(skippingExtensions && name.hasPrefix("x-")) {
      visit(value, as: kind)
    }
  }

  /// Visits an object and the objects within it.
  mutating func visit(_ value: JSON, as kind: ObjectKind) {
    let document = value.document
    let id = ObjectIdentifier(document)
    var marks = seen.removeValue(forKey: id) ?? [UInt8](repeating: 0, count: document.next(0))
    var pending = [(node: value.node, kind: kind)]
    while let (node, kind) = pending.popLast() {
      guard marks[node] == 0, document.kind(node) == .object else { continue }
      marks[node] = UInt8(Self.numbers[kind] ?? 0)
      let start = pending.count
      visit(members: JSON(document, node), of: kind, &pending)
      // The first object must be visited first, so push it last.
      pending[start...].reverse()
    }
    seen[id] = marks
  }

  private mutating func visit(
    members object: JSON, of kind: ObjectKind, _ pending: inout [(node: Int, kind: ObjectKind)]
  ) {
    let document = object.document
    if kind == .responses || kind == .components, Self.isReference(object) {
      let isResponses = kind == .responses
      wholes.append(Whole(value: object, key: kind.rawValue, kind: isResponses ? .response : kind))
    }
    if kind != .responses, let reference = object["$ref"], reference.kind == .string {
      references.append(Reference(value: reference, kind: kind))
      if kind != .schema, kind != .pathItem { return }
    }
    gather(object, kind)
    for (key, value) in object.members {
      switch kind.content(under: key) {
      case nil: break
      case .one(let kind): pending.append((value.node, kind))
      case .list(let kind):
        if kind == .parameter, Self.isReference(value) {
          wholes.append(Whole(value: value, key: key, kind: kind, isList: true))
        }
        guard value.kind == .array else { break }
        var element = value.node + 1
        while element < document.next(value.node) {
          pending.append((element, kind))
          element = document.next(element)
        }
      case .map(let kind):
        guard value.kind == .object else { break }
        if Self.isReference(value) { wholes.append(Whole(value: value, key: key, kind: kind)) }
        var name = value.node + 1
        while name < document.next(value.node) {
          pending.append((name + 1, kind))
          name = document.next(name + 1)
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether an object consists only of a reference.
  private static func isReference(_ value: JSON) -> Bool {
    value.kind == .object && value.count == 1 && value["$ref"]?.kind == .string
  }

  private mutating func gather(_ object: JSON, _ kind: ObjectKind) {
    switch kind {
    case .operation: operations.append(object)
    case .pathItem: pathItems.append(object)
    case .link: links.append(object)
    case .server: servers.append(object)
    case .schema:
      if object["discriminator"] != nil { choices.append(object) }
    default: break
    }
  }
}
