/// What writes that can't have an effect came to at one place.
struct WriteAttempt: Sendable {
  /// The comparison that says most.
  var decisive: ProbeComparison
  /// Whether no item that is missing could be why.
  var isSure: Bool
  /// That a GET has shown the item's absence, where that was needed.
  let absence: Absence?

  /// Whether the server says that the item is missing.
  var saysMissing: Bool {
    guard case .routed = decisive.sign else { return false }
    return decisive.answer.meaning == .notFound
  }
}
