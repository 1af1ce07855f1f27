/// What to do where a file and the document that it was imported from changed the same value.
package enum MergeDecision: String, Sendable, CaseIterable {
  /// Leave the file's, and show it every time.
  case show
  /// The file's is right.
  case keep
  /// The document's is right.
  case take
}
