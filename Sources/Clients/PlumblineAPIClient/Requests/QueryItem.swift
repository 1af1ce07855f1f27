/// A query item. Items without a value aren't sent.
public struct QueryItem: Sendable, Hashable {
  /// The unencoded name.
  public let name: String
  /// The unencoded value, or `nil` to omit the item.
  public let value: String?

  /// Creates an item from a string.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Creates an item from a number.
  public init(_ name: String, _ value: Int?) {
    self.init(name, value.map(String.init))
  }

  /// Creates an item from a number. A whole number is written without a fraction. If the number isn't finite, the item
  /// is omitted.
  public init(_ name: String, _ value: Double?) {
    self.init(
      name,
      value.flatMap { $0.isFinite ? $0 : nil }.map { value in
        Int(exactly: value).map { String($0) } ?? String(value)
      })
  }

  /// Creates an item from a value of an open enum.
  public init<Value: OpenEnum>(_ name: String, _ value: Value?) {
    self.init(name, value?.rawValue)
  }
}
