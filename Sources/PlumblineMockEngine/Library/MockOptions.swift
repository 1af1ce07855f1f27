/// How one caller wants the mock.
package struct MockOptions: Sendable, Hashable {
  /// Everyone is this persona, and credentials are not asked for; `nil`: callers say who they are.
  package var persona: String?
  /// What endpoints answer instead. Of several for one endpoint the first that isn't used up counts.
  package var overrides: [Override]
  /// How much the mock may remember of a collection.
  package var items: ItemLimits

  /// A Boolean value that indicates whether requests that the contract doesn't allow are answered like any other, as long as
  /// they can be read. What is wrong with them is drift in the journal and in the log.
  package var isLenient: Bool

  /// When the events of streams go out.
  package var pace: StreamPace

  /// The day that endpoints' last days are held against, as `YYYY-MM-DD`; `nil` where nobody asks.
  package var today: String?

  package init(
    persona: String? = nil, overrides: [Override] = [], items: ItemLimits = ItemLimits(),
    isLenient: Bool = false, pace: StreamPace = .immediate, today: String? = nil
  ) {
    self.persona = persona
    self.overrides = overrides
    self.items = items
    self.isLenient = isLenient
    self.pace = pace
    self.today = today
  }
}
