import PlumblineContractModel
import PlumblineHTTPMessages

/// Numbers for a monitoring system. No path, session name or anything else that a caller chooses is a label.
extension ControlAPI {
  func metrics(_ call: Call) -> Response {
    let form = MetricsText.Form(accept: call.reading.request.headers["accept"])
    let library = directory.library
    let sessions = [directory.main] + directory.sessions
    directory.drift.judge(sessions.map(\.judged)) { JournalJudge(library, options: $0.options, history: $0.history) }
    var text = MetricsText(form)
    let service = ("service", library.contract.service)
    text.begin("plumbline_build", .info, "The version of Plumbline that answers.")
    text.add("1", [("version", directory.configuration.version)])
    addTraffic(to: &text, service)
    addDrift(to: &text, service)
    text.begin("plumbline_journal_exchanges", .gauge, "Exchanges that the journals keep now.")
    text.add("\(sessions.reduce(0) { $0 + $1.journal.kept.count })", [service])
    text.begin("plumbline_journal_bytes", .gauge, unit: "bytes", "Memory that the kept exchanges take, roughly.")
    text.add("\(sessions.reduce(0) { $0 + $1.journal.kept.bytes })", [service])
    text.begin("plumbline_sessions", .gauge, "Sessions that there are now, with the main one.")
    text.add("\(sessions.count)", [service])
    return Response(
      status: 200, headers: ["Content-Type": form.contentType, "Cache-Control": "no-store"], body: Body(text.finished))
  }

  private func addTraffic(to text: inout MetricsText, _ service: (String, String)) {
    text.begin(
      "plumbline_requests", .counter,
      "Answered requests; endpoint none: no endpoint has them; status none: a fault let no whole answer arrive.")
    for (endpoint, counts) in directory.counts.counts {
      for (status, count) in counts { text.add("\(count)", [service, ("endpoint", endpoint), ("status", status)]) }
    }
    text.begin(
      "plumbline_answer_seconds", .histogram, unit: "seconds",
      "Time from a request until its answer may leave: to make it, and the delay that it is held back for.")
    let times = directory.counts.times
    let cumulative = times.cumulative
    for (bound, count) in zip(AnswerTimes.bounds, cumulative) {
      text.add("\(count)", suffix: "_bucket", [service, ("le", Self.seconds(nanoseconds: bound * 1_000))])
    }
    let all = "\(cumulative.last ?? 0)"
    text.add(all, suffix: "_bucket", [service, ("le", "+Inf")])
    text.add(Self.seconds(nanoseconds: times.nanoseconds), suffix: "_sum", [service])
    text.add(all, suffix: "_count", [service])
  }

  private func addDrift(to text: inout MetricsText, _ service: (String, String)) {
    text.begin(
      "plumbline_judged_exchanges", .counter,
      "Exchanges that were held to the contract for plumbline_drift: those that the journals kept when metrics were asked for."
    )
    text.add("\(directory.drift.judged)", [service])
    text.begin("plumbline_drift", .counter, "Disagreements with the contract in the judged exchanges.")
    for (kind, count) in directory.drift.found {
      text.add("\(count)", [service, ("rule", kind.rule), ("severity", kind.severity.rawValue)])
    }
  }

  /// Seconds in digits, with a point and without an exponent.
  static func seconds(nanoseconds: UInt64) -> String {
    let rest = "\(1_000_000_000 + nanoseconds % 1_000_000_000)".dropFirst()
    let digits = rest.reversed().drop { $0 == "0" }.reversed()
    return "\(nanoseconds / 1_000_000_000)." + (digits.isEmpty ? "0" : String(digits))
  }
}
