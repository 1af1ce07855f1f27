import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import TestSupport
import Testing

@testable import PlumblineCommands

/// A credential from the environment in a request that doesn't send it as a credential. It must never be shown.
@Suite struct EnvironmentSecretsTests {
  private static let names = ["VAULT_KEY", "VAULT_ODD", "VAULT_SEAT", "VAULT_TICKET"]

  @Test(arguments: 0..<4)
  func `neither the journal nor a line nor the console shows it, wherever it is`(round: Int) async throws {
    var numbers = RandomNumbers(seed: UInt64(round &+ 46))
    let contract = try Vault.contract.get()
    for place in PlantedExchange.Place.allCases {
      let letters = "abcdefghjkmnpqrstuvwxyz23456789"
      let secret = "q7" + String((0..<14).map { _ in letters.randomElement(using: &numbers) ?? "x" })
      let screen = Screen()
      let surroundings = screen.surroundings([Self.names[round]: secret])
      surroundings.hideCredentials(of: [contract])
      let sent = ["key": "sent-key-1", "odd": "token sent-2", "seat": "sent-seat-3", "ticket": "sent-4"]
      var planted = PlantedExchange(sent)
      planted.plant(secret, named: "note", at: place)
      for (what, output) in try await told(planted.exchange, of: contract, surroundings) where output.contains(secret) {
        Issue.record("\(what) has \(secret): planted at \(place), round \(round)\n\(output)")
      }
      surroundings.console.print("asked \(planted.path)?\(planted.query.joined(separator: "&"))")
      surroundings.console.complain("the server said \(secret)")
      surroundings.console.write("{\"\(secret)\":\"\(secret)\"}\n")
      #expect(!screen.text.contains(secret) && screen.text.contains("•••"), "\(screen.text)")
    }
  }

  @Test func `what the contract gives its personas is shown`() throws {
    let screen = Screen()
    let surroundings = screen.surroundings(["VAULT_KEY": "demo-key", "VAULT_SEAT": "a-real-seat"])
    surroundings.hideCredentials(of: [try Vault.contract.get()])
    surroundings.console.print("demo-key a-real-seat")
    #expect(screen.text == "demo-key •••\n")
  }

  /// Returns the texts of the journal and the request log about an exchange.
  private func told(
    _ exchange: Exchange, of contract: Contract, _ surroundings: Surroundings
  ) async throws -> [(what: String, output: String)] {
    var configuration = SessionDirectory.Configuration()
    configuration.secrets = { surroundings.console.secrets }
    if let response = exchange.response { configuration.upstream = { _ in Saying(response: response) } }
    let directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: configuration)
    let server: any Responder = directory
    var own = exchange.request
    own.headers["Host"] = "127.0.0.1"
    _ = await server.answer(to: own)
    var told: [(what: String, output: String)] = []
    for path in ["journal", "journal/1"] {
      let request = Request(method: .get, target: "/__plumbline/\(path)", headers: ["Host": "127.0.0.1"])
      let answer = await server.answer(to: request).response
      told.append((path, String(decoding: answer.body.bytes ?? [], as: UTF8.self)))
    }
    let entry = try #require(directory.main.journal.entries.first)
    let known = surroundings.console.secrets.table
    told.append(("line", RequestLog.line(entry, session: "main", of: contract, knowing: known)))
    return told
  }
}

/// A server that always sends the same response.
private struct Saying: Responder {
  let response: Response

  func respond(to request: Request, completion: Completion) -> Reply { .now(OutgoingResponse(response)) }
}
