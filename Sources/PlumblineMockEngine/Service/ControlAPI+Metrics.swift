import PlumblineContractModel
import PlumblineHTTPMessages

/// Metrics for monitoring systems. Labels never contain paths, session names, or other text that callers choose.
extension ControlAPI {
  func metrics(_ call: Call) -> Response {
    let form = MetricsText.Form(accept: call.reading.request.headers["accept"])
    let library = directory.library
    let sessions = [directory.main] + directory.sessions
    directory.drift.judge(sessions.map(\.judged)) { JournalJudge(library, options: $0.options, history: $0.history) }
    var text = MetricsText(form)
    let service = ("service", library.contract.service)
    text.begin("plumbline_build", .info, "The version of Plumbline that is running.")
    text.add("1", [("version", directory.configuration.version)])
    addTraffic(to: &text, service)
    addDrift(to: &text, service)
    text.begin("plumbline_journal_exchanges", .gauge, "Exchanges that are currently kept in the journals.")
    text.add("\(sessions.reduce(0) { $0 + $1.journal.kept.count })", [service])
    text.begin("plumbline_journal_bytes", .gauge, unit: "bytes", "Approximate memory used by the kept exchanges.")
    text.add("\(sessions.reduce(0) { $0 + $1.journal.kept.bytes })", [service])
    text.begin("plumbline_sessions", .gauge, "Open sessions, including the main one.")
    text.add("\(sessions.count)", [service])
    return Response(
      status: 200, headers: ["Content-Type": form.contentType, "Cache-Control": "no-store"], body: Body(text.finished))
  }

  private func addTraffic(to text: inout MetricsText, _ service: (String, String)) {
    text.begin(
      "plumbline_requests", .counter,
      "Requests handled. endpoint none: no endpoint matched; status none: a fault kept the response from completing.")
    for (endpoint, counts) in directory.counts.counts {
      for (status, count) in counts { text.add("\(count)", [service, ("endpoint", endpoint), ("status", status)]) }
    }
    text.begin(
      "plumbline_answer_seconds", .histogram, unit: "seconds",
      "Time from a request until its response may be sent: building it, plus any configured delay.")
    let times = directory.counts.times
    let cumulative = times.cumulative
    for (bound, count) in zip(ResponseTimes.bounds, cumulative) {
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
      "Exchanges checked against the contract for plumbline_drift: those in the journals when metrics were requested."
    )
    text.add("\(directory.drift.judged)", [service])
    text.begin("plumbline_drift", .counter, "Deviations from the contract in the checked exchanges.")
    for (kind, count) in directory.drift.found {
      text.add("\(count)", [service, ("rule", kind.rule), ("severity", kind.severity.rawValue)])
    }
  }

  /// Returns seconds in decimal notation, without an exponent.
  static func seconds(nanoseconds: UInt64) -> String {
    let rest = "\(1_000_000_000 + nanoseconds % 1_000_000_000)".dropFirst()
    let digits = rest.reversed().drop { $0 == "0" }.reversed()
    return "\(nanoseconds / 1_000_000_000)." + (digits.isEmpty ? "0" : String(digits))
  }
}
