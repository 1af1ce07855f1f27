import Foundation

/// Why a mock can't start, or can't do what it is told: what is wrong, and what would be right.
public struct MockError: Error, LocalizedError, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  public var errorDescription: String? { description }
}
