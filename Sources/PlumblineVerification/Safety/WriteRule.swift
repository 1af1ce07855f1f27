import PlumblineContractModel
import PlumblineHTTPMessages

/// The rule that decides whether the target may be changed. Nothing else allows or denies writes.
///
/// A mock may always be written to. Writing to a real server requires the user's permission. A server whose contract
/// says `"writes": "never"` is never written to, regardless of the name or URL that is used to reach it.
package struct WriteRule: Sendable {
  private let contract: Contract
  /// The reason why nothing may be written, or `nil` if writes are allowed.
  private let reason: String?

  package init(target: Target, contract: Contract, allowsWrites: Bool) {
    self.contract = contract
    guard case .server(let url, _) = target else {
      reason = nil
      return
    }
    reason =
      Self.prohibition(of: url, in: contract)
      ?? (allowsWrites ? nil : "it may change data on the server; --allow-writes permits it")
  }

  /// A Boolean value that indicates whether anything may be written at all.
  var allowsWrites: Bool { reason == nil }

  /// Returns the reason why nothing is ever written to a server, regardless of options, or `nil` if the contract
  /// doesn't forbid it.
  ///
  /// - Parameter addresses: A closure that resolves a server's name.
  package static func prohibition(
    of url: BaseURL, in contract: Contract, addresses: (BaseURL) -> [Machine] = Machine.addresses
  ) -> String? {
    let machine = Machine(url)
    let forbidden = contract.servers.first { server in
      guard !server.allowsWrites, let protected = try? BaseURL(parsing: server.url) else { return false }
      switch (machine, Machine(protected)) {
      case (let one, let other) where one == other: return true
      // Two names with the same address may be different servers, but a name and its address are the same server.
      case (.named, .address(let other)): return addresses(url).contains(.address(other))
      case (.named, .loopback(let port)): return addresses(url).contains(.loopback(port: port))
      case (.address, .named): return addresses(protected).contains(machine)
      default: return false
      }
    }
    return forbidden.map { "the contract forbids writing to \($0.name) (\($0.url))" }
  }

  /// Returns the reason why an endpoint must not be called, or `nil` if it may.
  package func refusal(of endpoint: Endpoint) -> String? {
    endpoint.isSafe ? nil : reason
  }

  /// Returns the reason why a request must not be sent, regardless of its call's endpoint, or `nil` if it may.
  package func refusal(of request: Request) -> String? {
    guard let reason, !isHarmless(request) else { return nil }
    return reason
  }

  /// Returns a Boolean value that indicates whether a request changes nothing, according to the contract and its
  /// method.
  private func isHarmless(_ request: Request) -> Bool {
    guard !overridesMethod(request) else { return false }
    guard case .found(let endpoint) = contract.router.route(request) else {
      return [.get, .head, .options].contains(request.method)
    }
    // A server may resolve `/search/../notes` to a different endpoint than the contract.
    let isElsewhere = request.pathSegments.contains { $0 == "." || $0 == ".." || $0.contains("/") }
    return endpoint.isSafe && (request.method.isSafe || !isElsewhere)
  }

  /// Returns a Boolean value that indicates whether a header field overrides a request's method, as many frameworks
  /// allow.
  private func overridesMethod(_ request: Request) -> Bool {
    ["x-http-method-override", "x-http-method", "x-method-override"].contains { request.headers.contains($0) }
  }
}
