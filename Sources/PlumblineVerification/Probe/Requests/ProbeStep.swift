/// The purpose of a request that the probe sends. A run takes the steps in this order, and stops at the first decisive
/// response.
package enum ProbeStep: Int, Sendable, Comparable, CaseIterable {
  /// A read of one of the server's lists, to find an identifier.
  case identifier
  case documented
  /// The documented request with identifiers that should be unused.
  case documentedOfNothing
  /// OPTIONS, sent if reading wasn't decisive.
  case methodsAfterReading
  case methods
  /// A GET of a path that is documented with a different method.
  case reading
  case readingExisting
  case methodsNearBy
  case itemNearBy
  case refusalNearBy
  case absence
  case absenceInList
  case changingReadOfNothing
  case unfinishedWrite
  case writeToNothing
  case otherMethodOfNothing
  case refusalOfOtherMethod

  package static func < (one: ProbeStep, other: ProbeStep) -> Bool { one.rawValue < other.rawValue }

  /// A phrase for the purpose of the step and for when it is taken, as shown in a plan.
  package var purpose: String {
    switch self {
    case .identifier: "finds an existing identifier"
    case .documented: "sends the documented request"
    case .documentedOfNothing: "if no identifier is found, uses one that no item should have"
    case .methodsAfterReading: "if that is inconclusive, asks which methods are allowed"
    case .methods: "asks which methods are allowed"
    case .reading: "if that is inconclusive, sends a GET and examines the error"
    case .readingExisting: "does the same with an existing identifier"
    case .methodsNearBy: "if it seems to be missing, checks the response to OPTIONS at a nearby path"
    case .itemNearBy: "if it seems to be missing, checks that a missing item differs from a missing path"
    case .refusalNearBy: "if it seems to be missing, checks the error for a GET of a nearby path"
    case .absence: "if all this is inconclusive, shows that the item doesn't exist"
    case .absenceInList: "if that fails, reads the list that would contain the item"
    case .changingReadOfNothing:
      "if that is inconclusive, requests a nonexistent item, because a GET here has side effects"
    case .unfinishedWrite: "if all this is inconclusive, sends a POST whose body never completes"
    case .writeToNothing: "if the item is known not to exist, sends the write itself"
    case .otherMethodOfNothing: "if the item is reported as missing, checks whether any method gets that response"
    case .refusalOfOtherMethod: "if the item doesn't exist, sends another method and checks the Allow header of the 405"
    }
  }
}
