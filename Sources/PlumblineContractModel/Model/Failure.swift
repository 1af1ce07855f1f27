import PlumblineJSONTree

/// A way in which an endpoint may refuse.
package final class Failure: Sendable {
  /// The name that endpoints use for it: `notFound`.
  package let name: String
  /// The HTTP status it comes with (RFC 9110 section 15).
  package let status: Int
  /// The codes that its envelope may name; empty when the contract names none, and then any will do.
  package let codes: [String]
  /// How sure the contract is of it.
  package let standing: Standing
  /// When it is answered, in the contract's words.
  package let summary: String?
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    name: String, status: Int, codes: [String], standing: Standing, summary: String? = nil, location: SourceLocation
  ) {
    self.name = name
    self.status = status
    self.codes = codes
    self.standing = standing
    self.summary = summary
    self.location = location
  }
}
