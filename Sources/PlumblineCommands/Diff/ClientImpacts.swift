import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification

/// The effects of contract changes on clients.
struct ClientImpacts {
  /// A service whose contract was compared.
  struct Compared: Sendable {
    let old: Contract
    /// The new contract, or `nil` if the service was removed.
    let new: Contract?
    let recordings: [Recording]
    /// The fields that released versions of the client depend on.
    let releases: [ReleasedMap]
  }

  private let surroundings: Surroundings

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Returns the effects of the changes on each service's calls.
  func lines(of services: [Compared], _ changes: [Drift]) async throws -> [Report.ImpactLine] {
    let server = try HTTPServer()
    var lines: [Report.ImpactLine] = []
    do {
      for service in services {
        guard let suite = suite(of: service) else { continue }
        lines += try await self.lines(of: service, suite, changes.filter { $0.service == service.old.service }, server)
      }
    } catch {
      surroundings.console.endProgress()
      await server.shutdown(grace: .zero)
      throw error
    }
    surroundings.console.endProgress()
    await server.shutdown(grace: .zero)
    return lines
  }

  /// Returns the calls of a service's client. If both sides are documents, the suite may be registered under the newer
  /// one's service name.
  private func suite(of service: Compared) -> (any CallSuite)? {
    surroundings.suites.first { $0.service == service.old.service }
      ?? surroundings.suites.first { $0.service == service.new?.service }
  }

  /// Returns the services whose clients have no suite.
  func withoutSuite(_ services: [Compared]) -> [String] {
    services.filter { suite(of: $0) == nil }.map(\.old.service)
  }

  private func lines(
    of service: Compared, _ suite: any CallSuite, _ changes: [Drift], _ server: HTTPServer
  ) async throws -> [Report.ImpactLine] {
    guard let new = service.new else {
      return changes.filter { $0.rule == Rule.change.service.removed }.flatMap { change in
        ImpactVerifier.impacts(ofLosing: suite, change: change.fingerprint).map {
          Report.ImpactLine($0, of: service.old.service, at: nil)
        }
      }
    }
    // The older contract's mock replays recordings that conform to the older contract.
    let inspector = Inspector(service.old, options: Inspector.Options(today: surroundings.today))
    let recordings = service.recordings.filter { inspector.inspect($0).allSatisfy { $0.severity < .breaking } }
    // The mock responds from memory, so a client that takes longer than this hangs.
    var options = VerifierOptions(deadline: .seconds(5), today: surroundings.today)
    options.player = surroundings.player()
    let verifier = ImpactVerifier(
      suite: suite, library: MockLibrary(contract: service.old, recordings: recordings), new: new,
      options: options, server: server)
    let progress = CallProgress(
      title: service.old.title, total: verifier.calls.count, console: surroundings.console)
    let places = Dictionary(changes.map { ($0.fingerprint, $0.changedPlace) }, uniquingKeysWith: { first, _ in first })
    let impacts =
      verifier.unasked(of: Set(changes.map(\.endpoint)))
      + (try await verifier.run(changes.compactMap { $0.changedAnswer(in: new) }) {
        progress.show($0.endpoint)
      })
    return impacts.map { impact in
      Report.ImpactLine(impact, of: service.old.service, at: impact.change.flatMap { places[$0] ?? nil })
    }
  }
}
