/// The decision about values that were changed both in a file and in the document that they were imported from.
package enum MergeDecision: String, Sendable, CaseIterable {
  /// Keep the file's value, and report the conflict every time.
  case show
  /// Keep the file's value.
  case keep
  /// Use the document's value.
  case take
}
