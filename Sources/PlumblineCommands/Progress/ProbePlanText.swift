import PlumblineContractModel
import PlumblineReporting
import PlumblineVerification

/// The output of `probe --dry-run`: every request that a run may send, exactly as it would be sent, and the reason that
/// it is safe.
struct ProbePlanText {
  private let probe: Probe

  init(_ probe: Probe) { self.probe = probe }

  func lines() async -> [String] {
    let plan = ProbePlan(probe)
    var lines = [
      "\(probe.contract.title) · \(probe.base): nothing is sent.",
      "A run sends these requests one at a time and stops at the first conclusive response for each endpoint. Braces mark",
      "identifiers that are known only from the server's lists.",
    ]
    if let forbidden = probe.writesForbidden {
      lines.append("Only OPTIONS, GET and HEAD are sent, and no writes, not even malformed ones: \(forbidden).")
    } else if probe.allowsWrites {
      lines.append(
        "With --allow-writes, a lenient server may act on a POST or DELETE and store something. No such request refers "
          + "to an existing item."
      )
    } else {
      lines.append(
        "Without --allow-writes, only OPTIONS, GET, HEAD and requests that the contract marks as safe are sent.")
    }
    let lacking = Set(probe.endpoints.compactMap(plan.lacking)).sorted()
    for reason in lacking {
      lines.append("Sent without credentials: \(reason.replacing("it needs", with: "a full run needs")).")
    }
    for endpoint in probe.endpoints {
      lines += ["", "\(endpoint.id)  \(endpoint.request)  \(endpoint.standing.rawValue)"]
      for request in await plan.requests(for: endpoint) { lines += ["", "  # \(request.purpose)"] + text(request) }
    }
    return lines.map(\.printable)
  }

  private func text(_ request: PlannedRequest) -> [String] {
    var lines = ["  # \(request.harmlessness.reason)", "  \(request.line)"]
    lines += request.headers.map { "  \($0.name): \($0.value)" }
    if !request.body.isEmpty { lines.append("  \(request.body)") }
    return lines
  }
}
