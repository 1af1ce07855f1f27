/// Says where the values of a text that was made from other texts come from.
///
/// A document that has one shows its values at the places of the originals: what is read, judged and reported then points
/// into the file that somebody wrote, whatever it was turned into on the way.
package protocol Provenance: Sendable {
  /// The place in the original of what stands at a byte offset of the document's text.
  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation
}
