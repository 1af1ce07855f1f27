import PlumblineJSONTree

/// A violation of a single keyword of a schema by a value.
public struct Violation: Sendable {
  /// The keyword that is violated, or `false` for a value that the schema doesn't allow at all.
  public let keyword: String
  /// The location in the instance's document. For `required`, `additionalProperties`, and other keywords about a
  /// member's name, it is the object's location, and ``property`` contains the name.
  public let instance: JSONPointer
  /// The source location of the value, or of the key if the fault is an extra member.
  public let instanceLocation: SourceLocation
  /// The value at `instance`.
  public let value: JSON
  /// The keyword's location in the schema's file.
  public let schemaPointer: JSONPointer
  /// The location of the keyword's value in the schema's file.
  public let schemaLocation: SourceLocation
  /// The expected value as a short phrase, such as `integer`, `one of NEW, DONE` or `at least 1 character`.
  public let expected: String
  /// The actual value as a short phrase, with its kind.
  public let actual: String
  /// A sentence without the location.
  public let message: String
  /// The name of the member at fault: the missing member for `required` and `dependentRequired`, the extra member for
  /// `additionalProperties` and `unevaluatedProperties`, and the wrong name for `propertyNames`. For other keywords, it
  /// is `nil`.
  public let property: String?
  /// The values of `enum` or `const`. The array is empty for other keywords.
  public let allowed: [JSON]
  /// The names of `type`. The array is empty for other keywords.
  public let types: [String]
  /// The violations of each branch, nearest first, if a value satisfies no branch of `anyOf` or `oneOf`. For
  /// `propertyNames`, these are the violations of the name. Otherwise, the array is empty.
  public let branches: [[Violation]]
  /// The member that selects one of the branches, if `anyOf` or `oneOf` has a `discriminator` (OpenAPI 3.1.1 section
  /// 4.8.25), and otherwise `nil`.
  public internal(set) var discriminator: String? = nil
  /// The member that distinguishes the branches, if the value's member doesn't match any of them, and otherwise `nil`.
  public internal(set) var naming: Naming? = nil
  /// The violations of the branch that the value's distinguishing member selects. The array is empty if it doesn't
  /// select exactly one branch.
  public internal(set) var named: [Violation] = []

  /// The number of missing elements if a list has too few (`minItems`, `contains`, `minContains`), and otherwise `nil`.
  package internal(set) var lacking: Int? = nil

  /// The instance's tape node. Violations are sorted by it, in document order.
  let order: Int
}

extension Violation {
  /// A member that distinguishes alternatives, each of which has a separate `const` or `enum` for it.
  public struct Naming: Sendable {
    /// The member's name.
    public let member: String
    /// The values that the alternatives have for the member, in the order of the alternatives.
    public let names: [String]
  }
}

extension Violation: CustomStringConvertible {
  /// The violation in the form `pointer: message`.
  public var description: String { "\(instance.tokens.isEmpty ? "the value" : instance.description): \(message)" }
}
