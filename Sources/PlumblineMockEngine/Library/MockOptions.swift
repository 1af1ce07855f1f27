/// The options of one caller's mock.
package struct MockOptions: Sendable, Hashable {
  /// The persona of all callers, whose credentials then aren't checked. If it is `nil`, callers identify themselves.
  package var persona: String?
  /// The stubs for endpoints' responses. Of several for one endpoint, the first that isn't used up is applied.
  package var overrides: [Override]
  /// The limits on the mock's state of a collection.
  package var items: ItemLimits

  /// A Boolean value that indicates whether requests that the contract doesn't allow are handled like any other, as
  /// long as they can be read. Their violations are reported as drift in the journal and the log.
  package var isLenient: Bool

  /// The pace at which the events of streams are sent.
  package var pace: StreamPace

  /// The date, as `YYYY-MM-DD`, with which endpoints' sunset dates are compared, or `nil` to skip the comparison.
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
