import PlumblineContractModel
import PlumblineDriftDetection

extension Rule {
  /// Its severity where an endpoint doesn't do what the contract promises: a warning at most where that is no more than
  /// assumed, as nobody relied on a document that doesn't say it.
  ///
  /// What an endpoint's source doubts is only that it is there, and the answer has shown that it is: then what is said of it
  /// counts. A rule or a failure that is doubted may be just what the server doesn't have.
  ///
  /// - Parameter promises: the standings of what says so besides the endpoint: its state's rule, the failure.
  func severity(at endpoint: Endpoint, by promises: Standing?...) -> Severity {
    let isSure = endpoint.standing != .assumed && promises.allSatisfy { $0 == nil || $0 == .documented }
    return isSure ? severity : min(severity, .warning)
  }
}
