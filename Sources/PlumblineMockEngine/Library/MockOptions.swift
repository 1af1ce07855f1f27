/// One caller's options for the mock.
package struct MockOptions: Sendable, Hashable {
  /// Everyone is this persona, and credentials are not checked; `nil`: callers identify themselves.
  package var persona: String?
  /// The overrides of endpoints' responses. Of several for one endpoint the first that isn't used up counts.
  package var overrides: [Override]
  /// The limits on the mock's state of a collection.
  package var items: ItemLimits

  /// A Boolean value that indicates whether requests that the contract doesn't allow are answered like any other, as long as
  /// they can be read. Their faults are drift in the journal and in the log.
  package var isLenient: Bool

  /// The pace at which the events of streams are sent.
  package var pace: StreamPace

  /// The day to compare endpoints' last days with, as `YYYY-MM-DD`; `nil` to skip that.
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
