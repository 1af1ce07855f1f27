import PlumblineDriftDetection
import PlumblineJSONTree

/// What a JSON value was, without the value: enough to tell whether it is still the same, member by member.
indirect enum ValueDigest: Sendable, Hashable {
  /// A value without members, or an array with all that lies in it: a hash of sixteen hexadecimal digits.
  case value(String)
  case object([String: ValueDigest])

  init(of json: JSON) {
    if json.kind == .object {
      self = .object(Dictionary(json.members.map { ($0.key, ValueDigest(of: $0.value)) }, uniquingKeysWith: { $1 }))
    } else {
      var hash = StableHash()
      Self.add(json, to: &hash)
      self = .value(hash.text)
    }
  }

  /// A digest as ``json`` writes it; `nil` for anything else.
  init?(_ json: JSON) {
    if let text = json.string {
      self = .value(text)
      return
    }
    guard json.kind == .object else { return nil }
    var members: [String: ValueDigest] = [:]
    for (key, value) in json.members {
      guard let digest = ValueDigest(value) else { return nil }
      members[key] = digest
    }
    self = .object(members)
  }

  /// Texts in objects, with the members sorted.
  var json: JSON {
    switch self {
    case .value(let text): JSON(text)
    case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
    }
  }

  /// A member's; `nil` where there is none, and for what isn't an object.
  subscript(key: String) -> ValueDigest? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// Adds all that lies in a value; the order of an object's members makes no difference.
  private static func add(_ json: JSON, to hash: inout StableHash) {
    switch json.kind {
    case .array:
      hash.combine("[")
      for element in json.elements { add(element, to: &hash) }
      hash.combine("]")
    case .object:
      hash.combine("{")
      for (key, value) in json.members.sorted(by: { $0.key < $1.key }) {
        hash.combine(key)
        add(value, to: &hash)
      }
      hash.combine("}")
    case .null, .bool, .number, .string: hash.combine(json.text)
    }
  }
}

/// A value beside its digest, which is made once for all that lies in it.
struct DigestedValue: Sendable {
  let value: JSON
  let digest: ValueDigest

  init(_ value: JSON) {
    self.value = value
    digest = ValueDigest(of: value)
  }

  private init(_ value: JSON, _ digest: ValueDigest) {
    self.value = value
    self.digest = digest
  }

  subscript(key: String) -> DigestedValue? {
    guard let value = value[key], let digest = digest[key] else { return nil }
    return DigestedValue(value, digest)
  }
}
