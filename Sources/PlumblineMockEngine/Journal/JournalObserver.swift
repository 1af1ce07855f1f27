import PlumblineHTTPMessages

/// Sees the exchanges that a journal takes, on the thread that answers; it must not block.
///
/// An entry is made only of what it wants: for one that prints what nothing answers, nearly all cost it a look.
package struct JournalObserver: Sendable {
  /// Whether an exchange with this answer is to be seen.
  package let wants: @Sendable (Answer) -> Bool
  /// Called with the session's name and the entry.
  package let see: @Sendable (_ session: String, JournalEntry) -> Void

  package init(
    wants: @escaping @Sendable (Answer) -> Bool = { _ in true },
    see: @escaping @Sendable (_ session: String, JournalEntry) -> Void
  ) {
    self.wants = wants
    self.see = see
  }
}
