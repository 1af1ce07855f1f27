/// The treatment of a value that was changed both in a file and in the document that it was imported from.
package enum MergeDecision: String, Sendable, CaseIterable {
  /// Keeps the file's value, and reports the conflict every time.
  case show
  /// Keeps the file's value.
  case keep
  /// Takes the document's value.
  case take
}
