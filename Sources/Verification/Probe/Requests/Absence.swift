/// That a GET has just shown that an item isn't there.
///
/// Nothing else can make one but ``ProbeRun/absence(of:)`` and the plan of a dry run, which sends nothing.
struct Absence: Sendable {
  /// The path of the item.
  let path: String
}
