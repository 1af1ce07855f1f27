import PlumblineContractModel
import PlumblineReporting

extension RunPlan {
  /// The link cases that the options select. There are none against a real server, because what the client makes of a
  /// text doesn't depend on the server and must not count as a run against it.
  var linkRuns: [LinkRun] {
    guard case .mock = target else { return [] }
    return suite.linkRuns(for: contract).filter { isAsked($0.endpoint, $0.name) }
  }
}

/// A verifier that runs one case of a link and evaluates it.
struct LinkVerifier: Sendable {
  let plan: RunPlan

  private var contract: Contract { plan.contract }

  /// Lets the client accept or reject a string or a payload, or generate a string, and returns the evaluated result.
  func outcome(of run: LinkRun) async -> CallOutcome {
    guard let link = run.link, let linkCase = run.linkCase else {
      let hint = Spelling.suggestion(for: run.check.link, among: contract.links.map(\.id))
      return CallOutcome(line: line(run, .failed, "deep-links.json has no link \(run.check.link)\(hint)"))
    }
    guard let work = work(run.check, linkCase) else {
      let ability = if case .make = linkCase.duty { "makes" } else { "reads" }
      return CallOutcome(line: line(run, .failed, "the check for \(link.id) has no code that \(ability) it"))
    }
    let begin = ContinuousClock.now
    let result = await Deadline.race(plan.options.deadline, work)
    let milliseconds = begin.duration(to: .now).milliseconds
    guard let result else {
      return CallOutcome(
        line: line(run, .failed, "no result after \(plan.options.deadline)", milliseconds))
    }
    let drift = LinkJudge(service: contract.service, link: link, linkCase: linkCase).drift(for: result)
    return CallOutcome(
      line: line(run, drift.isEmpty ? .passed : .drifted, nil, milliseconds), drift: drift, isJudged: true)
  }

  /// Returns the check's code for a case, or `nil` if it has none.
  private func work(_ check: LinkCheck, _ linkCase: LinkCase) -> (@Sendable () async -> LinkJudge.Result)? {
    let suite = plan.suite
    if case .make = linkCase.duty {
      guard let make = check.make else { return nil }
      return {
        do {
          return .made(try await make(linkCase.given))
        } catch {
          return .threw(suite.failure(of: error).message)
        }
      }
    }
    guard let read = check.read else { return nil }
    return {
      do {
        return .read(
          try await read(LinkText(linkCase.text, isPayload: linkCase.kind == .payload, given: linkCase.given)))
      } catch {
        return .threw(suite.failure(of: error).message)
      }
    }
  }

  private func line(
    _ run: LinkRun, _ outcome: Report.CallLine.Outcome, _ reason: String?, _ milliseconds: Double = 0
  ) -> Report.CallLine {
    Report.CallLine(
      service: contract.service, endpoint: run.endpoint, name: run.name, outcome: outcome, reason: reason,
      milliseconds: milliseconds)
  }
}
