/// A type that finds the origins of the values in a string that was generated from other strings.
///
/// A document with a provenance reports its values at the locations of the originals. Errors and reports then refer to
/// the original file, regardless of any conversions.
package protocol Provenance: Sendable {
  /// Returns the location in the original of the value at a byte offset in the document's text.
  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation
}
