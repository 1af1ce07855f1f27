import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONTree
import PlumblineRecordings

/// A service inferred from exchanges. The files of its contract aren't written yet.
package struct InferredService: Sendable {
  package let home: ServiceHome
  package let draft: ContractInference.Draft
  /// The service's contract including the draft, or `nil` if no endpoint was found.
  package let contract: Contract?
  /// The additional assumptions in the draft, one sentence each.
  package let proposals: [String]
  /// The errors in the existing files. They prevent additions.
  package let errors: [Problem]
  /// The contract's files to write, by absolute path. The shared file comes last.
  package let files: [(path: String, bytes: [UInt8])]
  /// The recordings to write for the mock.
  package let recordings: [RecordingPlan.File]
  /// A Boolean value that indicates whether the service has no contract yet.
  package let isNew: Bool

  /// The files as changes, with the recordings first. All of the files are new.
  package var changes: [FileBatch.Change] {
    var changes: [FileBatch.Change] = []
    for recording in recordings { changes.append(.write(path: recording.path, bytes: recording.bytes)) }
    for file in files { changes.append(.write(path: file.path, bytes: file.bytes)) }
    return changes
  }

  /// Writes either all of the files or none.
  ///
  /// - Throws: ``FileError``.
  package func write(on disk: some BatchDisk = SystemDisk()) throws(FileError) {
    guard let place = home.batches else { return }
    try FileBatch(changes, at: place).commit(on: disk)
  }
}

/// The exchanges of one capture.
package struct CapturedTraffic: Sendable {
  package let exchanges: [SeenExchange]
  /// The provenance of the exchanges. They may also have been written by hand.
  package let provenance: PlumblineRecordings.Provenance

  package init(exchanges: [SeenExchange], provenance: PlumblineRecordings.Provenance) {
    self.exchanges = exchanges
    self.provenance = provenance
  }
}

extension Workspace {
  /// Drafts a contract from a service's captures. Nothing is written, and the existing contract stays unchanged. New
  /// endpoints go into a separate file.
  ///
  /// - Parameters:
  ///   - source: The origin of the exchanges, for descriptions.
  ///   - origin: The server to consider if the exchanges involve several servers, including its path prefix if it has
  ///     one.
  ///   - isOnePerAnswer: The value of ``RecordingPlan/Options/isOnePerAnswer``.
  ///   - hidden: A closure that returns the credentials in the environment. They are never written.
  package func infer(
    _ service: String, from captures: [CapturedTraffic], source: String, origin: String? = nil,
    isOnePerAnswer: Bool = false, hiding hidden: (Contract) -> [String] = { _ in [] }
  ) -> InferredService {
    let home = home(of: service)
    var reading = FileReading(workspace: self)
    var present: [ContractLoader.File] = []
    if case .folder(let folder) = home.source, FileSystem.isFile("\(folder)/\(ContractFiles.mainName)") {
      present = reading.contractFiles(in: folder)
    }
    let isNew = present.isEmpty
    let loaded = isNew ? nil : ContractLoader.load(present)
    let newFile = Self.freeName(beside: present.map(\.name))
    let inference = ContractInference(service: service, source: source, beside: loaded?.contract, newFile: newFile)
    var captures = isNew || loaded?.contract != nil ? captures : []
    // Every schema of a draft is valid for the observed values, so any contradiction is in an existing file.
    func load(_ files: [ContractLoader.File]) -> ContractLoader.Result { ContractLoader.load(files, isLinting: !isNew) }
    var draft = inference.draft(captures.flatMap(\.exchanges), origin: origin)
    var whole = draft.files.isEmpty ? loaded : load(present + draft.files)
    if let shown = (whole?.contract ?? loaded?.contract).flatMap({ ShownCredentials(hidden($0)) }), shown.areIn(draft) {
      let rest = shown.without(captures)
      captures = rest.captures
      draft = inference.draft(captures.flatMap(\.exchanges), origin: origin)
      if shown.areIn(draft) {
        captures = []
        draft = inference.draft([])
      }
      let what = rest.count == 1 ? "1 exchange" : "\(rest.count) exchanges"
      draft.notes.append("\(what) in which the draft would reveal a credential from the environment.")
      whole = draft.files.isEmpty ? loaded : load(present + draft.files)
    }
    let errors = (reading.problems + (whole?.problems ?? [])).filter { $0.level == .error }.sorted()
    guard errors.isEmpty, !draft.files.isEmpty, let contract = whole?.contract else {
      return InferredService(
        home: home, draft: draft, contract: nil, proposals: [], errors: errors, files: [], recordings: [], isNew: isNew)
    }
    let hidden = hidden(contract)
    let (plain, mayHaveSteps) = self.recordings(
      of: draft, captures, in: contract, home, hidden, isOnePerAnswer, makesSequences: false)
    let lifting = isNew ? ImportAssumptions(draft.files, contract, plain.map(\.recording), liftsEnvelope: false) : nil
    // The mock's state explains why responses change. Without state, a different response to the same request becomes a
    // step of a sequence.
    let remembering = Set((lifting?.contract ?? contract).endpoints.filter { !$0.states.isEmpty }.map(\.id))
    let stepping =
      isOnePerAnswer || !mayHaveSteps
      ? plain : self.recordings(of: draft, captures, in: contract, home, hidden, false, makesSequences: true).files
    let made =
      plain.filter { remembering.contains($0.recording.endpoint) }
      + stepping.filter { !remembering.contains($0.recording.endpoint) }
    return InferredService(
      home: home, draft: draft, contract: lifting?.contract ?? contract, proposals: lifting?.proposals ?? [],
      errors: [], files: placed(lifting?.files ?? draft.files, in: "\(contracts)/\(home.name)"), recordings: made,
      isNew: isNew)
  }

  /// Returns the recordings for a draft's endpoints, and a Boolean value that indicates whether one of the endpoints
  /// has several responses to a request, which may be steps of a sequence.
  private func recordings(
    of draft: ContractInference.Draft, _ captures: [CapturedTraffic], in contract: Contract, _ home: ServiceHome,
    _ hidden: [String], _ isOnePerAnswer: Bool, makesSequences: Bool
  ) -> (files: [RecordingPlan.File], mayHaveSteps: Bool) {
    let ids = Set(draft.endpoints.map(\.id))
    var files: [RecordingPlan.File] = []
    var answered: Set<String> = []
    var mayHaveSteps = false
    let known = draft.callers.flatMap { caller -> [CallerRegistry.Known] in
      guard let persona = contract.persona(caller.persona) else { return [] }
      return caller.fields.map { field in
        let request = Request(method: .get, target: "/", headers: ["Authorization": field])
        let shown = CredentialValues(request, in: contract)
        return .init(
          persona: persona,
          credentials: Dictionary(uniqueKeysWithValues: shown.names.map { ($0, shown[$0] ?? "") }), login: [:])
      }
    }
    for capture in captures {
      var options = RecordingPlan.Options(
        from: capture.provenance.from, on: capture.provenance.on,
        path: { home.path(ofRecording: $1, of: $0) }, isThere: { FileSystem.isFile($0) })
      options.kind = capture.provenance.kind
      options.isOnePerAnswer = isOnePerAnswer
      options.makesSequences = makesSequences
      options.schema = FileSystem.existing("../../recording.schema.json", beside: "\(home.recordings)/x/y.json")
      let own = capture.exchanges.map { seen -> Exchange in
        var exchange = seen.exchange
        exchange.request = contract.withoutServerPath(exchange.request)
        return exchange
      }.filter { exchange in
        guard case .found(let endpoint) = contract.router.route(exchange.request), ids.contains(endpoint.id) else {
          return false
        }
        if !answered.insert(endpoint.id).inserted { mayHaveSteps = true }
        return true
      }
      var callers = CallerRegistry(contract, known: known, hidden: hidden)
      // The draft isn't based on responses that a gateway sent instead of the service.
      let inspector = Inspector(contract)
      let captures = own.map { Capture($0.unpacked, outage: inspector.outage(of: $0).map { "\($0)" }) }
      let plan = RecordingPlan(
        captures, of: contract, beside: files.map(\.recording), options: options, callers: &callers)
      files += plan.files.filter { !$0.isDraft && $0.replacedKind == nil }
    }
    return (files, mayHaveSteps)
  }

  private static func freeName(beside names: [String]) -> String {
    (1...).lazy.map { $0 == 1 ? "inferred.json" : "inferred-\($0).json" }.first { !names.contains($0) }
      ?? "inferred.json"
  }

  /// Returns files with their paths, and with a reference to the format's schema if that exists.
  private func placed(_ files: [ContractLoader.File], in folder: String) -> [(path: String, bytes: [UInt8])] {
    let schema = FileSystem.existing("../contract.schema.json", beside: "\(folder)/contract.json").map { JSON($0) }
    let rest = files.filter { $0.name != ContractFiles.mainName }
    return (rest + files.filter { $0.name == ContractFiles.mainName }).map { file in
      guard let root = file.root else { return ("\(folder)/\(file.name)", file.bytes) }
      let members = (schema.map { [("$schema", $0)] } ?? []) + root.members.map { ($0.key, $0.value) }
      return ("\(folder)/\(file.name)", JSON.object(members).serialized(.pretty) + [UInt8(ascii: "\n")])
    }
  }
}
