import PlumblineJSONTree

/// One thing about a value that breaks its schema.
public struct Violation: Sendable {
  /// The keyword that is broken; `false` for a value that the schema doesn't allow at all.
  public let keyword: String
  /// The place in the instance's document. For `required`, `additionalProperties` and other keywords that are about a
  /// member name, the object; `property` has the name.
  public let instance: JSONPointer
  /// The value's place, or the key's if an extra member is the fault.
  public let instanceLocation: SourceLocation
  /// The value at `instance`.
  public let value: JSON
  /// The keyword's place in the schema's file.
  public let schemaPointer: JSONPointer
  /// The keyword's value's place in the schema's file.
  public let schemaLocation: SourceLocation
  /// The expected value, in a short phrase: `integer`, `one of NEW, DONE`, `at least 1 character`.
  public let expected: String
  /// The actual value, in a short phrase: its kind and value.
  public let actual: String
  /// One sentence without the place.
  public let message: String
  /// The member name at fault: the missing one for `required` and `dependentRequired`, the extra one for `additionalProperties`
  /// and `unevaluatedProperties`, the wrong one for `propertyNames`; otherwise `nil`.
  public let property: String?
  /// The values of `enum` or `const`; otherwise empty.
  public let allowed: [JSON]
  /// The names of `type`; otherwise empty.
  public let types: [String]
  /// If a value satisfies no branch of `anyOf` or `oneOf`: the violations of each branch, nearest first. For
  /// `propertyNames`: the violations of the name. Otherwise empty.
  public let branches: [[Violation]]
  /// The member that says which of the branches a value is, if a `discriminator` (OpenAPI 3.1.1, section 4.8.25) is next to
  /// `anyOf` or `oneOf`; otherwise `nil`.
  public internal(set) var discriminator: String? = nil
  /// The member that distinguishes the branches, if the value names none of them by it; otherwise `nil`.
  public internal(set) var naming: Naming? = nil
  /// The violations of the one branch that the value names this way; empty if it names none, or several.
  public internal(set) var named: [Violation] = []

  /// The number of missing elements, if a list has too few (`minItems`, `contains`, `minContains`); otherwise `nil`.
  package internal(set) var lacking: Int? = nil

  /// The instance's tape node, which is document order.
  let order: Int
}

extension Violation {
  /// The member that distinguishes alternatives, each with a `const` or an `enum` of its own.
  public struct Naming: Sendable {
    /// The member's name.
    public let member: String
    /// The values that alternatives have for it, in their order.
    public let names: [String]
  }
}

extension Violation: CustomStringConvertible {
  /// `pointer: message`.
  public var description: String { "\(instance.tokens.isEmpty ? "the value" : instance.description): \(message)" }
}
