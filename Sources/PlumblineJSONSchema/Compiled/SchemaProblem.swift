import PlumblineJSONTree

/// A problem in a schema that the author should know about, with its location and a correction.
public struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
  /// The value of the keyword.
  private let place: JSON
  /// The keyword, such as `minLength`.
  public let keyword: String
  /// A sentence without the location.
  public let message: String
  /// The referenced document that isn't available, or `nil` for any other problem.
  package let absentDocument: String?

  init(place: JSON, keyword: String, message: String, absentDocument: String? = nil) {
    self.place = place
    self.keyword = keyword
    self.message = message
    self.absentDocument = absentDocument
  }

  /// Returns the same problem with a different sentence.
  func saying(_ message: String) -> SchemaProblem {
    SchemaProblem(place: place, keyword: keyword, message: message, absentDocument: absentDocument)
  }

  /// The location of the keyword's value in its file.
  public var location: SourceLocation { place.location }

  /// The keyword's location as a pointer into its file.
  public var pointer: JSONPointer { place.pointer }

  /// The problem in the form `file:line:column: message`.
  public var description: String { "\(location): \(message)" }

  /// Returns a Boolean value that indicates whether two problems have the same location, keyword, and message.
  public static func == (left: SchemaProblem, right: SchemaProblem) -> Bool {
    left.keyword == right.keyword && left.message == right.message && left.location == right.location
  }

  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyword)
    hasher.combine(message)
  }
}
