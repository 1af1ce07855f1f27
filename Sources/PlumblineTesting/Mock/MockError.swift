import Foundation

/// The reason that a mock can't start, or can't do what a test requests, with a suggestion.
public struct MockError: Error, LocalizedError, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  public var errorDescription: String? { description }
}
