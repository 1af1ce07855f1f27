import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings

/// Creates a contract and recordings from a service's pacts, versions 1 to 4.
///
/// Interactions are treated as exchanges, from which the contract is drafted as from traffic. A matching rule contains
/// more information about a value than its example does, and becomes part of the value's schema.
package struct PactTranslator {
  /// An interaction, and the corresponding exchange.
  struct Sample {
    let interaction: PactInteraction
    let exchange: Exchange
    /// The path of its pact, for display.
    let path: String
  }

  /// A pact's file, and its path for display.
  package struct Document: Sendable {
    package let path: String
    package let document: JSONDocument

    /// Reads a pact's file, which may start with a byte order mark.
    package init(_ bytes: [UInt8], path: String) throws(JSONSyntaxError) {
      self.path = path
      document = try JSON.parse(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, file: path)
        .document
    }
  }

  /// The service's name, used for its folder and in reports.
  package let service: String

  package init(service: String) { self.service = service }

  /// Translates pacts of one provider. If one of them is rejected, all are.
  ///
  /// - Parameter today: The current date, as `YYYY-MM-DD`, for the recordings.
  package func translate(_ documents: [Document], today: String) -> PactTranslation {
    let log = NoteLog()
    let pacts = documents.compactMap { PactReader(path: $0.path, log: log).read($0.document.root) }
    guard let document = documents.first?.document, let first = pacts.first, pacts.count == documents.count else {
      return refused(log)
    }
    for (pact, other) in zip(pacts, documents) where pact.provider != first.provider {
      log.note(
        other.document.root,
        "The provider is \"\(pact.provider)\", but that of \(documents[0].path) is \"\(first.provider)\": both become "
          + "one service."
      )
    }
    let samples = zip(pacts, documents).flatMap { self.samples(of: $0, at: $1.path, log) }
    for pact in pacts { noteBesides(pact, log) }
    let paths = documents.map(\.path)
    let inference = ContractInference(service: service, source: paths.joined(separator: ", "))
    let draft = inference.draft(samples.compactMap { SeenExchange($0.exchange, origin: nil, isChosen: true) })
    for note in draft.notes { log.note(document.root, "Left out: \(note)") }
    guard !draft.files.isEmpty else {
      log.error(
        document.root,
        pacts.count == 1
          ? "The pact has no interaction that can become an endpoint."
          : "The pacts have no interaction that can become an endpoint.")
      return refused(log)
    }
    let plain = described(draft.files, pacts, paths)
    let loaded = ContractLoader.load(plain)
    guard let contract = loaded.contract else {
      for problem in loaded.problems where problem.level == .error { log.error(document.root, problem.message) }
      return refused(log)
    }
    let recordings = recordings(of: samples, in: contract, today, log)
    let files = hinted(plain, contract, samples, recordings, document.root, log)
    return PactTranslation(
      files: files, recordings: recordings,
      errors: log.problems.filter { $0.level == .error }.map(\.servable).sorted(),
      notes: log.problems.filter { $0.level == .warning }.sorted())
  }

  private func refused(_ log: NoteLog) -> PactTranslation {
    PactTranslation(
      files: [], recordings: [], errors: log.problems.filter { $0.level == .error }.sorted(),
      notes: log.problems.filter { $0.level == .warning }.sorted())
  }

  private func samples(of pact: Pact, at path: String, _ log: NoteLog) -> [Sample] {
    pact.interactions.compactMap { interaction in
      guard let request = interaction.request.request else {
        log.error(
          interaction.source, "\"\(interaction.description)\" is left out: its request can't be sent.")
        return nil
      }
      let response = interaction.response.response(to: request.method)
      return Sample(
        interaction: interaction, exchange: Exchange(request: request, response: response), path: path)
    }
  }

  /// Notes the parts of a pact that a contract can't represent.
  private func noteBesides(_ pact: Pact, _ log: NoteLog) {
    var states: Set<String> = []
    for interaction in pact.interactions {
      for state in interaction.states where states.insert(state.name).inserted {
        log.note(
          interaction.source,
          "The provider state \"\(state.name)\" isn't set up: the recordings respond as if it were.")
      }
      let added = interaction.response.headers.map(\.name).filter {
        KnownFields.isAny([.connection, .proxy, .delivery, .passage, .server], $0.lowercased())
      }
      if !added.isEmpty {
        log.note(
          interaction.source,
          "Headers that servers and proxies add are left out of the response to \"\(interaction.description)\": "
            + "\(added.joined(separator: ", ")).")
      }
      let isMoved = interaction.response.mockOrigin != nil
      let generators =
        interaction.request.generators
        + interaction.response.generators.filter { !isMoved || !$0.isMockURL }
      if !generators.isEmpty {
        let types = Set(generators.map(\.type)).sorted().joined(separator: ", ")
        log.note(
          interaction.source,
          "The generators of \"\(interaction.description)\" (\(types)) aren't run: its examples are used.")
      }
    }
  }

  /// Returns the draft's files, with a description of their sources.
  private func described(
    _ files: [ContractLoader.File], _ pacts: [Pact], _ paths: [String]
  ) -> [ContractLoader.File] {
    guard let pact = pacts.first else { return files }
    return files.map { file in
      guard file.name == ContractFiles.mainName, let root = try? JSON.parse(file.bytes) else { return file }
      let text = Self.origin(of: pacts, paths, pact.provider) + " \(pact.provider) may do more."
      let named = root.setting("title", to: JSON(pact.provider)).setting("description", to: JSON(text))
      return PactTranslator.file(file.name, named)
    }
  }

  private static func origin(of pacts: [Pact], _ paths: [String], _ provider: String) -> String {
    guard pacts.count > 1 else {
      let consumer = pacts[0].consumer
      return "Drafted from \(paths[0]), the pact of \(consumer) with \(provider): what \(consumer) sends and what it "
        + "needs of each response. x-seen counts how often."
    }
    var known: Set<String> = []
    let consumers = pacts.map(\.consumer).filter { known.insert($0).inserted }
    return
      "Drafted from \(Spelling.list(paths, joining: "and")), the pacts of \(Spelling.list(consumers, joining: "and")) "
      + "with \(provider): what the consumers send and what they need of each response. x-seen counts how often."
  }

  static func file(_ name: String, _ root: JSON) -> ContractLoader.File {
    ContractLoader.File(name: name, path: name, bytes: root.serialized(.pretty) + [UInt8(ascii: "\n")])
  }
}

extension PactTranslator {
  /// Returns the recordings, sorted by endpoint and name. Notes the interactions without a recording, with the reasons.
  private func recordings(of samples: [Sample], in contract: Contract, _ today: String, _ log: NoteLog) -> [Recording] {
    var options = RecordingPlan.Options(from: nil, on: today, path: { endpoint, name in "\(endpoint)/\(name).json" })
    options.kind = .imported
    options.makesSequences = false
    var callers = CallerRegistry(contract)
    var made: [String: [Recording]] = [:]
    for sample in samples {
      guard case .found(let endpoint) = contract.router.route(sample.exchange.request) else { continue }
      let name = sample.interaction.description
      let source = sample.interaction.source
      guard sample.exchange.response?.body.bytes != nil else {
        log.note(source, "\"\(name)\" isn't recorded: the pact doesn't specify the response body.")
        continue
      }
      // The mock replaces URLs of a recording's origin with its own.
      options.from = sample.interaction.response.mockOrigin ?? sample.path
      let plan = RecordingPlan(
        [Capture(sample.exchange)], of: contract, beside: made[endpoint.id] ?? [], options: options, callers: &callers)
      for skip in plan.skips { log.note(source, "\"\(name)\" isn't recorded: \(skip.reason).") }
      for file in plan.files where !file.replaced.isEmpty {
        let places = file.replaced.prefix(3).joined(separator: ", ")
        let more = file.replaced.count > 3 ? " and \(file.replaced.count - 3) more" : ""
        log.note(
          source, "Secrets and personal data in \"\(name)\" were replaced by made-up values: \(places)\(more).")
      }
      made[endpoint.id, default: []] += plan.files.filter { !$0.isDraft && $0.replacedKind == nil }.map(\.recording)
    }
    return made.values.joined().sorted { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
  }

  /// Returns the files with the constraints of the matching rules. Notes the rules that the pact's own examples
  /// violate.
  private func hinted(
    _ files: [ContractLoader.File], _ contract: Contract, _ samples: [Sample], _ recordings: [Recording], _ root: JSON,
    _ log: NoteLog
  ) -> [ContractLoader.File] {
    let selection = HintSelection(files: files, contract: contract, samples: samples, recordings: recordings)
    let chosen = selection.chosen()
    if chosen.isCutOff { log.note(root, "Only the first \(SchemaHints.most) matching rules are used in the schemas.") }
    for hint in chosen.dropped {
      let interaction = samples[hint.sample].interaction
      let rules = hint.isOfRequest ? interaction.request.rules : interaction.response.rules
      let whose = hint.isOfRequest ? "request" : "response"
      log.note(
        interaction.source,
        "The matching rule \(rules.all(.body)[hint.rule].path) of the \(whose) of \"\(interaction.description)\" isn't "
          + "used by the schema: a value in an interaction or its recording doesn't match it.")
    }
    if chosen.unexamined > 0 {
      log.note(
        root,
        "\(chosen.unexamined) more matching rules aren't used by the schemas: too many don't match the values in "
          + "interactions and recordings to try each.")
    }
    return chosen.files
  }
}
