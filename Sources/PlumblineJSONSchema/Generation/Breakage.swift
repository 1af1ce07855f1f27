import PlumblineJSONTree

/// One change that makes a valid value invalid: which keyword it breaks, where, and what comes of it.
public struct Breakage: Sendable, CustomStringConvertible {
  /// The keyword that the changed value breaks, and the only one.
  public let keyword: String
  /// The place of the violation in the changed value, as `Violation.instance` has it.
  public let pointer: JSONPointer
  /// The keyword's place in the schema's file.
  public let schemaPointer: JSONPointer
  /// The whole changed value.
  public let value: JSON
  /// What was changed, in a few words: `'id' removed`, `null in place of an integer`.
  public let change: String

  /// `keyword at pointer: change`.
  public var description: String { "\(keyword) at '\(pointer)': \(change)" }
}
