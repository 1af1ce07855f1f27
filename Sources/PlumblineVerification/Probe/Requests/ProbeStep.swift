/// The purpose of a request of the probe. A run takes the steps in this order, and stops as soon as a response decides.
package enum ProbeStep: Int, Sendable, Comparable, CaseIterable {
  /// A list of the server's, for an identifier in it.
  case identifier
  case documented
  /// The same with identifiers that nothing should have.
  case documentedOfNothing
  /// OPTIONS, if reading didn't decide.
  case methodsAfterReading
  case methods
  /// GET of a path whose documented method is another.
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

  /// The purpose of the step, and when it is taken, for readers of a plan.
  package var purpose: String {
    switch self {
    case .identifier: "finds an identifier that exists"
    case .documented: "asks for what is documented"
    case .documentedOfNothing: "if no identifier is found, asks for one that nothing should have"
    case .methodsAfterReading: "if that doesn't tell, asks for the methods"
    case .methods: "asks for the methods"
    case .reading: "if that doesn't tell, asks whether the path takes GET, and with what it refuses one"
    case .readingExisting: "the same with an identifier that exists"
    case .methodsNearBy: "if it seems not to be there, what OPTIONS is worth near by"
    case .itemNearBy: "if it seems to be missing, whether a missing item can be distinguished from a missing path"
    case .refusalNearBy: "if it seems not to be there, what the refusal of a GET is worth near by"
    case .absence: "if none of these decides, shows that the item isn't there"
    case .absenceInList: "if that doesn't show it, reads the list that would hold it"
    case .changingReadOfNothing: "if that doesn't tell, asks for an item that isn't there: a GET here changes something"
    case .unfinishedWrite: "if none of these decides, a POST whose body never completes"
    case .writeToNothing: "if the item isn't there, a write to it"
    case .otherMethodOfNothing: "if it says that the item is missing, whether it says so to any method"
    case .refusalOfOtherMethod: "if the item isn't there, what the refusal of a method lists that the path doesn't have"
    }
  }
}
