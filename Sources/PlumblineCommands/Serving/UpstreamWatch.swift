import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification

/// A watch over the responses of a real server behind `serve`. Drift is printed as it occurs, and reports are written
/// every minute and at the end.
final class UpstreamWatch: Sendable {
  /// The URL of the server.
  let url: BaseURL
  private let service: LoadedServices.Service
  private let common: CommonOptions
  private let surroundings: Surroundings
  private let traffic: LiveTraffic

  /// Creates a watch.
  ///
  /// - Parameter url: The URL of the server.
  init(_ service: LoadedServices.Service, at url: BaseURL, _ common: CommonOptions, _ surroundings: Surroundings) {
    self.service = service
    self.url = url
    self.common = common
    self.surroundings = surroundings
    let contract = service.contract
    let console = surroundings.console
    let isQuiet = common.isQuiet
    let isBelow = console.showsProgress && !common.reportsOnOutput
    traffic = LiveTraffic(
      Inspector(contract, options: .init(today: surroundings.today)),
      addingTo: TrafficReport(command: "serve", target: "\(url)"),
      secrets: Secrets(surroundings.credentials(of: contract))
    ) { exchange, drift in
      if isQuiet { return }
      let end = exchange.fragment?.reason.message
      // On a terminal, the line directly above already shows the request, unless this is the end of a stream, which may
      // come much later.
      if !isBelow || end != nil {
        console.complain(Self.line(exchange.request, of: contract, knowing: console.secrets.table))
      }
      if let end { console.complain("    \(end.printable)") }
      for one in drift { console.complain("    \(one.liveLine)") }
    }
  }

  private static func line(_ request: Request, of contract: Contract, knowing known: SecretTable) -> String {
    // Mask the line before truncating it, because part of a credential can't be recognized.
    let redactor = Redactor(showing: request, of: contract, knowing: known)
    return "\(request.method) \(redactor.target(of: request).prefix(1000))".printable
  }

  /// Enqueues an exchange. Call this on the thread that serves the exchange.
  func take(_ exchange: Exchange) { traffic.take(exchange) }

  /// Marks the end of the server. From now on, streams that are still open are closed by this side, not by their
  /// clients.
  func end() { traffic.end() }

  /// Writes the report files at every tick. Standard output is written only at the end.
  func report(at ticks: some AsyncSequence<Void, Never>) async {
    guard common.reports.contains(where: { $0.path != nil }) else { return }
    let delivery = ReportDelivery(common, surroundings)
    for await _ in ticks { delivery.deliverFiles(report) }
  }

  /// Ticks every minute, until the task is canceled.
  static var everyMinute: AsyncStream<Void> {
    AsyncStream {
      do { try await Task.sleep(for: .seconds(60)) } catch { return nil }
      return ()
    }
  }

  /// Waits until the remaining exchanges have been checked. No exchange may be added afterward.
  func finish() async { await traffic.finish() }

  /// Delivers the complete report and returns the exit status. Prints nothing if there were no requests and no report
  /// was requested.
  func deliver() throws -> ExitCode {
    let report = report
    guard report.exchanges > 0 || !common.reports.isEmpty else { return .clean }
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// The report on the server so far.
  private var report: Report {
    var total = traffic.total
    total.problems += traffic.cut
    if traffic.lost > 0 {
      total.problems.append(
        Problem(
          service.contract.location,
          "\(String.count(traffic.lost, "exchange")) arrived faster than they could be checked, and were skipped.",
          level: .warning))
    }
    return total.finished(about: [service], today: surroundings.today) { outages in
      "Nothing was checked: "
        + (outages == 0
          ? "no requests were forwarded to \(url)."
          : "the server at \(url) sent no response.")
    }
  }
}
