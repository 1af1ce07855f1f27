/// A tag of the core schema (YAML 1.2.2, section 10.3.1), or none.
enum CoreTag: UInt8 {
  /// There is no tag, so the characters determine the type.
  case absent
  /// The tag `!`, for a string, a list or a mapping, regardless of the characters (section 6.9.1).
  case nonSpecific
  case str, int, float, bool, null, seq, map

  /// The prefix of the core schema's tags in their full form.
  static let prefix = "tag:yaml.org,2002:"

  /// Creates the tag with a name after `!!` or the prefix; `nil` if the core schema has none.
  init?(name: Substring) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: Self.str.rawValue + UInt8(index))
  }

  private static let names: [Substring] = ["str", "int", "float", "bool", "null", "seq", "map"]

  /// The tag in its short form, as in YAML text.
  var written: String { rawValue >= Self.str.rawValue ? "!!" + Self.names[Int(rawValue - Self.str.rawValue)] : "!" }

  /// Returns a Boolean value that indicates whether a plain scalar's value is of this kind.
  func fits(_ value: CoreSchema.Value) -> Bool {
    switch value {
    case .text: self == .str
    case .null: self == .null
    case .bool: self == .bool
    case .number(let isInteger), .converted(_, let isInteger): self == .float || self == .int && isInteger
    case .tooLong: self == .float || self == .int
    case .notFinite: self == .float
    }
  }
}
