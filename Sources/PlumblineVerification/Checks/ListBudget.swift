import Synchronization

/// The requests that lists get in a run, and the questions that are left out when a list would get too many.
///
/// A list with many parameters could be asked a hundred questions. A question that was begun is asked to its end, and once more
/// if something looks wrong; when ``most`` requests are spent, no other question is begun.
final class ListBudget: Sendable {
  /// The number of requests after which nothing new is asked of a list.
  static let most = 36

  private struct State {
    var spent: [String: Int] = [:]
    var leftOut: [String: [String]] = [:]
  }

  private let state = Mutex(State())

  /// Counts a request.
  ///
  /// - Parameter caller: the caller, as each may get another list.
  func spend(on list: String, by caller: String) {
    state.withLock { $0.spent["\(list) \(caller)", default: 0] += 1 }
  }

  /// Returns a Boolean value that indicates whether a question may be asked, and notes one that may not.
  func mayAsk(_ question: String, of list: String, by caller: String) -> Bool {
    state.withLock { state in
      if state.spent["\(list) \(caller)", default: 0] < Self.most { return true }
      if !(state.leftOut[list] ?? []).contains(question) { state.leftOut[list, default: []].append(question) }
      return false
    }
  }

  /// Returns the questions that a list wasn't asked.
  func leftOut(of list: String) -> [String] { state.withLock { $0.leftOut[list] ?? [] } }
}
