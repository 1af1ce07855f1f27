import PlumblineContractModel
import PlumblineDriftDetection

extension Rule {
  /// Returns its severity at an endpoint that doesn't do what the contract promises: a warning at most if the promise is only
  /// assumed, as no document says it and no client relied on it.
  ///
  /// An endpoint's source only doubts that it is there, and the response has shown that it is: then the rest of its description
  /// counts. A rule or a failure that is doubted may be just what the server doesn't have.
  ///
  /// - Parameter promises: the standings of the other sources of the promise: its state's rule, the failure.
  func severity(at endpoint: Endpoint, by promises: Standing?...) -> Severity {
    let isSure = endpoint.standing != .assumed && promises.allSatisfy { $0 == nil || $0 == .documented }
    return isSure ? severity : min(severity, .warning)
  }
}
