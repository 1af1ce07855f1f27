/// Finds the origins of the values of a string that was generated from other strings.
///
/// A document that has one shows its values at the places of the originals: everything that is read, judged and reported then
/// points into the original file, regardless of the conversions on the way.
package protocol Provenance: Sendable {
  /// Returns the place in the original of the value at a byte offset of the document's text.
  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation
}
