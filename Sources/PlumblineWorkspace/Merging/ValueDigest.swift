import PlumblineDriftDetection
import PlumblineJSONTree

/// A digest of a JSON value, for detecting changes member by member.
indirect enum ValueDigest: Sendable, Hashable {
  /// A hash of a scalar or of a whole array, as sixteen hexadecimal digits.
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

  /// Creates a digest from its JSON form (``json``). Returns `nil` for any other value.
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

  /// The digest as JSON: an object with sorted members, or a string.
  var json: JSON {
    switch self {
    case .value(let text): JSON(text)
    case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
    }
  }

  /// Returns the digest of a member, or `nil` if there is no such member or this isn't an object.
  subscript(key: String) -> ValueDigest? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// Adds a value to a hash. The order of members in objects doesn't matter.
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

/// A value and its digest. The digest is computed once for the value and everything it contains.
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
