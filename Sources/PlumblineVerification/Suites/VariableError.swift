/// A `--var` whose value isn't of the type that a call needs.
public struct VariableError: Error, Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  public var description: String { "--var \(name)=\(text): \(name) must be a whole number, such as \(name)=1042." }
}
