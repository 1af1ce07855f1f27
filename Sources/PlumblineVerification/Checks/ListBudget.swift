import Synchronization

/// The request budget of each list in a run, and the queries that were skipped because the budget was spent.
///
/// A list with many parameters could be queried in a hundred ways. A query that was started is completed, and repeated
/// if something looks wrong. After ``most`` requests, no further query is started.
final class ListBudget: Sendable {
  /// The number of requests to a list after which no further query is started.
  static let most = 36

  private struct State {
    var spent: [String: Int] = [:]
    var leftOut: [String: [String]] = [:]
  }

  private let state = Mutex(State())

  /// Counts a request.
  ///
  /// - Parameter caller: The caller. Each caller may get a different list.
  func spend(on list: String, by caller: String) {
    state.withLock { $0.spent["\(list) \(caller)", default: 0] += 1 }
  }

  /// Returns a Boolean value that indicates whether a query may be started, and records it as skipped if not.
  func mayAsk(_ question: String, of list: String, by caller: String) -> Bool {
    state.withLock { state in
      if state.spent["\(list) \(caller)", default: 0] < Self.most { return true }
      if !(state.leftOut[list] ?? []).contains(question) { state.leftOut[list, default: []].append(question) }
      return false
    }
  }

  /// Returns the queries that were skipped for a list.
  func leftOut(of list: String) -> [String] { state.withLock { $0.leftOut[list] ?? [] } }
}
