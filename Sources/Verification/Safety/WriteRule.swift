import ContractModel
import HTTPMessages

/// Decides whether a call may change something on its target.
///
/// A mock may always be written to. A real server needs the user's word, and one whose contract says `"writes": "never"`
/// is never written to, whatever name or URL it was reached by.
package struct WriteRule: Sendable {
  private enum Verdict: Sendable {
    case allowed
    case refused(String)
  }

  private let verdict: Verdict

  package init(target: Target, contract: Contract, allowsWrites: Bool) {
    guard case .server(let url, _) = target else {
      verdict = .allowed
      return
    }
    let forbidden = contract.servers.first { server in
      !server.allowsWrites && ((try? BaseURL(parsing: server.url))?.hasSameOrigin(as: url) ?? false)
    }
    if let forbidden {
      verdict = .refused("the contract says that nothing is written to \(forbidden.name) (\(url.origin))")
    } else if allowsWrites {
      verdict = .allowed
    } else {
      verdict = .refused("it may change something on the server; --allow-writes lets it run")
    }
  }

  /// Why an endpoint must not be called; `nil` when it may.
  package func refusal(of endpoint: Endpoint) -> String? {
    guard !endpoint.isSafe, case .refused(let reason) = verdict else { return nil }
    return reason
  }
}
