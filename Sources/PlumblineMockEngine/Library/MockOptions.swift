/// The options of one caller's mock.
package struct MockOptions: Sendable, Hashable {
  /// The persona that all callers act as, in which case credentials aren't checked, or `nil` if callers identify
  /// themselves.
  package var persona: String?
  /// The stubs for endpoints' responses. If there are several for an endpoint, the first one that isn't used up
  /// applies.
  package var overrides: [Override]
  /// The limits on the mock's state of a collection.
  package var items: ItemLimits

  /// A Boolean value that indicates whether to handle requests even if the contract doesn't allow them, as long as they
  /// can be read. Violations are reported as drift in the journal and the log.
  package var isLenient: Bool

  /// The pace at which stream events are sent.
  package var pace: StreamPace

  /// The date, as `YYYY-MM-DD`, that the sunset dates of endpoints are compared with, or `nil` to skip the comparison.
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
