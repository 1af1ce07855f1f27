import PlumblineJSONTree

/// A problem in a schema that its author should know about: the fault, its place, and the correct form.
public struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
  /// The keyword's value.
  private let place: JSON
  /// The keyword, such as `minLength`.
  public let keyword: String
  /// One sentence without the place.
  public let message: String
  /// The referenced document that isn't available; `nil` for every other problem.
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

  /// The place of the keyword's value in its file.
  public var location: SourceLocation { place.location }

  /// The keyword's place as a pointer into its file.
  public var pointer: JSONPointer { place.pointer }

  /// `file:line:column: message`.
  public var description: String { "\(location): \(message)" }

  /// Compares place, keyword and message.
  public static func == (left: SchemaProblem, right: SchemaProblem) -> Bool {
    left.keyword == right.keyword && left.message == right.message && left.location == right.location
  }

  /// Hashes the parts that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyword)
    hasher.combine(message)
  }
}
