/// The six kinds of JSON values.
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number, whether or not it is an integer.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object

  /// The name in JSON Schema: `null`, `boolean`, `number`, `string`, `array`, or `object`.
  public var name: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
