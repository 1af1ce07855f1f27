import ContractModel
import JSONSchema
import JSONTree

/// The members of an enveloped body that are not the envelope's slots, each to be explained once.
struct Slots {
  /// Where a payload is that isn't in its slot.
  enum Place: CustomStringConvertible {
    /// Its members stand beside the flag.
    case spread
    /// It has another name.
    case renamed(String)

    var description: String {
      switch self {
      case .spread: "beside the envelope's members"
      case .renamed(let name): "in \(ShortText.quoted(name))"
      }
    }

    var detail: String? {
      if case .renamed(let name) = self { name } else { nil }
    }
  }

  /// Names that no slot explains, in document order.
  private(set) var strangers: [String]

  init(_ envelope: Envelope, _ body: JSON) {
    let known = envelope.memberNames
    strangers = body.members.map(\.key).filter { !known.contains($0) }
  }

  /// Takes away the member that is a slot's but for case and separators.
  mutating func takeVariant(of name: String) -> String? {
    let folded = Names.folded(name)
    guard let index = strangers.firstIndex(where: { Names.folded($0) == folded }) else { return nil }
    return strangers.remove(at: index)
  }

  /// Takes away the members that are the payload, where they can be recognised.
  mutating func takePayload(_ schema: Schema, _ body: JSON, named payload: String) -> Place? {
    if let variant = takeVariant(of: payload) { return .renamed(variant) }
    let declared = Set(schema.declared(at: JSONPointer(), in: body))
    let found = strangers.filter(declared.contains)
    let rootFaults = schema.violations(of: body, limit: 100).filter { $0.instance.tokens.isEmpty }
    let isObject = !rootFaults.contains { $0.keyword == "type" }
    let missing = rootFaults.filter { $0.keyword == "required" }.count
    if isObject, !found.isEmpty, found.count > missing {
      // Whatever else stands there moved with it.
      strangers.removeAll()
      return .spread
    }
    // A value that says nothing (a string, an empty list) fits too much to be recognised.
    let candidates = strangers.filter { name in
      guard let value = body[name], value.kind == .object || value.kind == .array, value.count > 0 else { return false }
      return schema.isValid(value)
    }
    guard candidates.count == 1, let name = candidates.first else { return nil }
    strangers.removeAll { $0 == name }
    return .renamed(name)
  }
}
