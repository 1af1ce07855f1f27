/// A tag that the core schema has (YAML 1.2.2, section 10.3.1), or none.
enum CoreTag: UInt8 {
  /// The letters decide.
  case absent
  /// `!`: a string, a list or a mapping, regardless of the characters (section 6.9.1).
  case nonSpecific
  case str, int, float, bool, null, seq, map

  /// The prefix of the core schema's tags when they are written out.
  static let prefix = "tag:yaml.org,2002:"

  /// The tag of a name after `!!` or the prefix; `nil` if the core schema has none.
  init?(name: Substring) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: Self.str.rawValue + UInt8(index))
  }

  private static let names: [Substring] = ["str", "int", "float", "bool", "null", "seq", "map"]

  /// As a string has it.
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
