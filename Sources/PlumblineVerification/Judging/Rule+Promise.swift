import PlumblineContractModel
import PlumblineDriftDetection

extension Rule {
  /// Returns the rule's severity at an endpoint that violates the contract. It is at most a warning if the violated
  /// statement is only assumed, because no document contains it and no client relies on it.
  ///
  /// A response confirms an unconfirmed endpoint, so the rest of its description counts. An unconfirmed rule or error,
  /// however, may be just what the server lacks.
  ///
  /// - Parameter promises: The confidence of the other sources of the statement, such as the state's rule or the error.
  func severity(at endpoint: Endpoint, by promises: Standing?...) -> Severity {
    let isSure = endpoint.standing != .assumed && promises.allSatisfy { $0 == nil || $0 == .documented }
    return isSure ? severity : min(severity, .warning)
  }
}
