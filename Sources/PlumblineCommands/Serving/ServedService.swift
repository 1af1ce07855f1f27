import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineReporting
import PlumblineWorkspace
import Synchronization

/// A running service that can reload its files.
package final class ServedService: Sendable {
  package let name: String
  package let directory: SessionDirectory

  /// The real server that handles requests instead of the mock, or `nil` if there is none.
  let realServer: RealServer?

  init(name: String, directory: SessionDirectory, realServer: RealServer? = nil) {
    self.name = name
    self.directory = directory
    self.realServer = realServer
  }

  /// Creates a service on a server's port, and logs its requests.
  convenience init(
    _ library: MockLibrary, _ configuration: SessionDirectory.Configuration, realServer: RealServer?,
    plan: HybridPlan = HybridPlan(), caller: Persona? = nil,
    on server: HTTPServer, _ place: ListeningPlace, _ log: RequestLog
  ) {
    var configuration = configuration
    if let realServer {
      let contract = library.contract
      configuration.upstream = { mock -> any Responder in
        if plan.isEmpty { return realServer }
        return HybridServer(realServer, beside: mock, plan: plan, as: caller, contract: contract)
      }
    }
    let current = CurrentDirectory()
    let directory = SessionDirectory(
      library: library, configuration: configuration, ports: LoopPorts(server: server, place: place),
      observer: log.observer({ current.directory?.library }) { [isMock = realServer == nil] session in
        isMock ? current.directory?.judge(of: session) : nil
      })
    current.set(directory)
    self.init(name: library.contract.service, directory: directory, realServer: realServer)
  }

  /// Reloads the service's files, and returns lines for the console. Valid files apply from the next request on;
  /// otherwise the previous ones stay in effect.
  package func take(_ edited: LoadedService) -> [String] {
    let loaded = edited.whenServed
    let lines = loaded.problems.map { "\($0)" }
    guard !loaded.hasErrors, let contract = loaded.contract else {
      directory.keep(despite: loaded.problems)
      return lines + ["\(name): the files have errors, so the previous version is still served."]
    }
    let library = MockLibrary(contract: contract, recordings: loaded.recordings)
    let broken = library.problems(with: directory.configuration.options)
      .map { Problem(contract.location, $0) }
    guard broken.isEmpty else {
      directory.keep(despite: loaded.problems + broken)
      return lines + broken.map { "\($0)" } + ["\(name): the previous version is still served."]
    }
    directory.adopt(library, problems: loaded.problems)
    return lines + [
      "\(name): loaded again, \(String.count(contract.endpoints.count, "endpoint")), "
        + "\(String.count(loaded.recordings.count, "recording"))."
    ]
  }
}

extension HTTPServer {
  /// Serves until the first signal, then shuts down. Requests in flight have time to finish, unless a second signal
  /// arrives.
  func serve(
    _ services: [ServedService], until stop: AsyncStream<Int32>, whenStopping: () -> Void = {}
  ) async {
    for await _ in stop { break }
    whenStopping()
    // After a second signal, don't wait any longer for requests in flight.
    let hurrying = Task {
      for await _ in stop { return await shutdown(grace: .zero) }
    }
    defer { hurrying.cancel() }
    for service in services { service.directory.closeAll() }
    await shutdown()
    for service in services { await service.realServer?.shutdown() }
  }
}

/// A reference that gives the log access to the directory. The directory is created after the log.
private final class CurrentDirectory: Sendable {
  private let held = Mutex<SessionDirectory?>(nil)

  var directory: SessionDirectory? { held.withLock { $0 } }

  func set(_ directory: SessionDirectory) {
    held.withLock { $0 = directory }
  }
}

extension Contract {
  /// Returns the persona named on the command line.
  func persona(named name: String) throws(UsageError) -> Persona {
    guard let persona = persona(name) else { throw noPersona(named: name) }
    return persona
  }

  /// Returns the error for an unknown persona, which suggests the most similar one.
  func noPersona(named name: String) -> UsageError {
    let names = personas.map(\.name)
    let hint = Spelling.nearest(name, among: names).map { "; did you mean \($0)?" } ?? "."
    return UsageError(
      "\(service) has no persona \"\(name)\"\(hint) It has \(names.isEmpty ? "none" : Spelling.list(names)).")
  }
}
