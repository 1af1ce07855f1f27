import ContractModel
import HTTPMessages
import HTTPServer
import MockEngine
import Reporting
import Workspace

/// Serves the mock of one or more services until it is told to stop.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Serves the API on localhost from its contract and recordings"
  static let operands = "[SERVICE…]"
  static let options = [
    OptionSpecification(
      "--port", "N", "The first port; further services get the next ones. Default: 8080. 0 takes any that is free."),
    OptionSpecification(
      "--host", "H", "The address to listen on. Default: 127.0.0.1, which only this machine reaches."),
    OptionSpecification("--as", "PERSONA", "Everyone is this persona, and no credentials are asked for."),
    OptionSpecification(
      "--echo", nil, "Answers every request with 200 and its own body, to try a client or a load tool."),
  ]
  static let examples = ["serve truelog --port 8080", "serve truelog --as viewer", "serve --echo --port 0"]

  private let common: CommonOptions
  private let services: [String]
  private let port: Int
  private let host: String
  private let persona: String?
  private let echoes: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    port = try arguments.integer("--port", in: 0...65_535) ?? 8080
    host = arguments.value("--host") ?? "127.0.0.1"
    persona = arguments.value("--as")
    echoes = arguments.has("--echo")
    if echoes, !services.isEmpty || persona != nil {
      throw UsageError("--echo answers with the request's own body; it takes neither a service nor --as.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let console = surroundings.console
    let stop = StopSignal.received()
    let server = try HTTPServer()
    do {
      if echoes {
        let listener = try server.listen(host: host, port: port, shared: true, responder: EchoResponder())
        say("Echoing every request on \(listener.baseURL)", console)
      } else {
        let loaded = try LoadedServices(services, common: common)
        for problem in loaded.problems { console.complain("\(problem)") }
        guard loaded.isUsable else {
          await server.shutdown()
          return .wrong
        }
        try start(loaded, on: server, console)
      }
    } catch {
      await server.shutdown()
      throw error
    }
    for await _ in stop { break }
    say("Stopping.", console)
    await server.shutdown()
    return .clean
  }

  private func start(_ loaded: LoadedServices, on server: HTTPServer, _ console: Console) throws {
    for (index, service) in loaded.services.enumerated() {
      let contract = service.contract
      var options = MockOptions()
      if let persona {
        guard contract.persona(persona) != nil else { throw unknownPersona(persona, of: contract) }
        options.persona = persona
      }
      let library = MockLibrary(contract: contract, recordings: service.recordings)
      let session = MockSession(library: library, options: options)
      let log = RequestLog(console: console, shows: !common.isQuiet)
      let listener = try server.listen(
        host: host, port: port == 0 ? 0 : port + index, shared: true, responder: log.observing(session))
      say("\(contract.title): \(listener.baseURL)", console)
      say("  \(contract.endpoints.count) endpoints, \(service.recordings.count) recordings", console)
      if let line = CurlLine.text(for: library, baseURL: listener.baseURL, options: options) {
        say("  \(line)", console)
      }
    }
    say("Control-C stops it.", console)
  }

  private func say(_ text: String, _ console: Console) {
    if !common.isQuiet { console.print(text) }
  }

  private func unknownPersona(_ name: String, of contract: Contract) -> UsageError {
    let names = contract.personas.map(\.name)
    let hint = Spelling.nearest(name, among: names).map { "; did you mean \($0)?" } ?? "."
    return UsageError(
      "\(contract.service) has no persona \"\(name)\"\(hint) It has \(names.joined(separator: ", ")).")
  }
}
