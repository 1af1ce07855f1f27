import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification

/// Asks the clients what the changes of their contracts do to them.
struct ClientImpacts {
  /// A service whose contract was compared.
  struct Compared: Sendable {
    let old: Contract
    let new: Contract
    let recordings: [Recording]
  }

  private let surroundings: Surroundings

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// What the changes do to the calls of each service's suite.
  func lines(of services: [Compared], _ changes: [Drift]) async throws -> [Report.ImpactLine] {
    let server = try HTTPServer()
    var lines: [Report.ImpactLine] = []
    do {
      for service in services {
        guard let suite = surroundings.suites.first(where: { $0.service == service.old.service }) else { continue }
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

  private func lines(
    of service: Compared, _ suite: any CallSuite, _ changes: [Drift], _ server: HTTPServer
  ) async throws -> [Report.ImpactLine] {
    // The older contract's mock plays what kept the older contract.
    let inspector = Inspector(service.old, options: Inspector.Options(today: surroundings.today))
    let recordings = service.recordings.filter { inspector.inspect($0).allSatisfy { $0.severity < .breaking } }
    // The answers are ready in memory, so that a client that takes longer hangs.
    let options = VerifierOptions(deadline: .seconds(5), today: surroundings.today)
    let verifier = ImpactVerifier(
      suite: suite, library: MockLibrary(contract: service.old, recordings: recordings), new: service.new,
      options: options, server: server)
    let progress = CallProgress(
      title: service.old.title, total: verifier.calls.count, console: surroundings.console)
    let places = Dictionary(changes.map { ($0.fingerprint, $0.changedPlace) }, uniquingKeysWith: { first, _ in first })
    let impacts = try await verifier.run(changes.compactMap(\.changedAnswer)) { progress.show($0.endpoint) }
    return impacts.map { impact in
      let (effect, message) = impact.effect.line
      let place = places[impact.change] ?? nil
      return Report.ImpactLine(
        service: service.old.service, endpoint: impact.endpoint, call: impact.call,
        change: effect == .refused ? nil : impact.change, place: place?.description, effect: effect, message: message)
    }
  }
}

extension Drift {
  /// The change as a client meets it: what its witness answers, at the place that is about; `nil` for what shows in no body.
  fileprivate var changedAnswer: ChangedAnswer? {
    let prefix = ["response", "body"]
    guard severity > .notice, let place = changedPlace, Array(place.tokens.prefix(2)) == prefix else { return nil }
    return ChangedAnswer(
      change: fingerprint, endpoint: endpoint, field: JSONPointer(tokens: Array(place.tokens.dropFirst(2))),
      body: witness?.json["response"]?["body"])
  }

  /// The member itself where one is missing.
  fileprivate var changedPlace: JSONPointer? {
    guard rule == Rule.change.response.field.missing, let detail else { return pointer }
    return pointer?.appending(detail)
  }
}

extension CallImpact.Effect {
  fileprivate var line: (Report.ImpactLine.Effect, String) {
    switch self {
    case .fails(let failure):
      let path = failure.codingPath.map { " at \($0)" } ?? ""
      return (.fails, "\(failure.kind.rawValue)\(path): \(failure.message)")
    case .hangs: return (.hangs, "")
    case .showsIt: return (.shows, "")
    case .ignoresIt: return (.ignores, "")
    case .goesOn: return (.succeeds, "")
    case .sendsIt(let text): return (.refused, text)
    }
  }
}
