import PlumblineContractModel

/// A fault, for which endpoints and how often.
package struct FaultRule: Sendable, Hashable, CustomStringConvertible {
  package let fault: Fault
  /// Which part of the requests it strikes, from 0 to 1.
  package let share: Double
  package let endpoint: Wildcard
  /// How many requests it strikes before it is used up; `nil`: it stays.
  package let times: Int?

  package init(_ fault: Fault, share: Double = 1, endpoint: Wildcard = .all, times: Int? = nil) {
    self.fault = fault
    self.share = share
    self.endpoint = endpoint
    self.times = times
  }

  /// Reads `KIND[:SHARE][@PATTERN]`: `reset:0.2@tickets.*`, `503:10%`, `offline`.
  package init(parsing text: String) throws(RuleError) {
    let (front, pattern) = try RuleText.split(text, example: "reset:0.2@tickets.*")
    var share = 1.0
    var kind = front
    if let colon = front.lastIndex(of: ":") {
      share = try RuleText.share(String(front[front.index(after: colon)...]))
      kind = String(front[..<colon])
    }
    self.init(try Fault(parsing: kind), share: share, endpoint: pattern)
  }

  /// As the command line has it.
  package var description: String {
    "\(fault)" + (share < 1 ? ":\(share)" : "") + (endpoint.isAll ? "" : "@\(endpoint)")
  }
}
