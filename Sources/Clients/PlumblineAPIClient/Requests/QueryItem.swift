/// One name and value of a query; items without a value are not sent.
public struct QueryItem: Sendable, Hashable {
  /// The name, not encoded.
  public let name: String
  /// The value, not encoded; nil leaves the item out.
  public let value: String?

  /// A text.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// A number.
  public init(_ name: String, _ value: Int?) {
    self.init(name, value.map(String.init))
  }

  /// A number that may have a fraction; a whole one is written without it, one that isn't finite is left out.
  public init(_ name: String, _ value: Double?) {
    self.init(
      name,
      value.flatMap { $0.isFinite ? $0 : nil }.map { value in
        Int(exactly: value).map { String($0) } ?? String(value)
      })
  }

  /// A value of an open set.
  public init<Value: OpenEnum>(_ name: String, _ value: Value?) {
    self.init(name, value?.rawValue)
  }
}
