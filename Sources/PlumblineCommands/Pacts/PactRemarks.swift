import PlumblinePact

/// The remarks on a pact run that aren't findings: consumers' comments on interactions, and provider states that
/// nothing sets up.
struct PactRemarks {
  /// The maximum number of states that are named. Any others are only counted.
  private static let mostStates = 5

  private let pacts: [Pact]

  init(_ pacts: [Pact]) { self.pacts = pacts }

  /// Returns the remarks, one per line.
  ///
  /// - Parameter setsUp: A Boolean value that indicates whether the provider's states are set up.
  func lines(setsUpStates setsUp: Bool) -> [String] {
    var lines = pacts.flatMap { pact in pact.interactions.compactMap { Self.remark(on: $0, of: pact) } }
    if !setsUp, let line = unset { lines.append(line) }
    return lines
  }

  private static func remark(on interaction: PactInteraction, of pact: Pact) -> String? {
    guard !interaction.comments.isEmpty || interaction.test != nil else { return nil }
    let test = interaction.test.map { ["written by the test \"\($0)\""] } ?? []
    return "\(pact.consumer)'s pact on \"\(interaction.description)\": "
      + (interaction.comments + test).joined(separator: "; ")
  }

  private var unset: String? {
    var known: Set<String> = []
    let names = pacts.flatMap(\.interactions).flatMap(\.states).map(\.name).filter { known.insert($0).inserted }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(Self.mostStates).map { "\"\($0)\"" }.joined(separator: ", ")
    let more = names.count > Self.mostStates ? " and \(names.count - Self.mostStates) more" : ""
    return
      "The provider's \(names.count == 1 ? "state" : "states") \(shown)\(more) \(names.count == 1 ? "isn't" : "aren't") "
      + "set up: name the provider's state handler with --states-url."
  }
}
