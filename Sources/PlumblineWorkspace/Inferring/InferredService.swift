import PlumblineContractModel
import PlumblineInference
import PlumblineJSONTree
import PlumblineRecordings

/// What exchanges tell of a service, as files of its contract that aren't written yet.
package struct InferredService: Sendable {
  package let home: ServiceHome
  package let draft: ContractInference.Draft
  /// The service's contract with the draft; `nil` where no endpoint was found.
  package let contract: Contract?
  /// What the draft assumes besides, a sentence each.
  package let proposals: [String]
  /// What is wrong with what is there already, so that nothing can be added to it.
  package let errors: [Problem]
  /// The files to write by their absolute paths, the shared one last.
  package let files: [(path: String, bytes: [UInt8])]
  /// Whether the service has no contract yet.
  package let isNew: Bool

  /// Writes the files. None of them was there.
  ///
  /// - Throws: ``FileError``.
  package func write() throws(FileError) {
    for (path, bytes) in files { try AtomicFile.write(bytes, to: path) }
  }
}

extension Workspace {
  /// Drafts what exchanges show of a service. Nothing is written, and what the service's contract has already stays as it is:
  /// endpoints that it lacks go into a file of their own.
  ///
  /// - Parameters:
  ///   - source: where the exchanges are from, in words.
  ///   - origin: the server that is meant, where they are with several.
  package func infer(
    _ service: String, from exchanges: [SeenExchange], source: String, origin: String? = nil
  ) -> InferredService {
    let home = home(of: service)
    guard case .folder(let folder) = home.source, FileSystem.isFile("\(folder)/\(ContractFiles.mainName)") else {
      return inferred(home, from: exchanges, source: source, origin: origin)
    }
    var reading = FileReading(workspace: self)
    let present = reading.contractFiles(in: folder)
    let loaded = ContractLoader.load(present)
    guard let existing = loaded.contract else {
      let errors = (reading.problems + loaded.problems).filter { $0.level == .error }.sorted()
      return InferredService(
        home: home, draft: ContractInference(service: service, source: source).draft([]), contract: nil, proposals: [],
        errors: errors, files: [], isNew: false)
    }
    let name = Self.freeName(beside: present.map(\.name))
    let draft = ContractInference(service: service, source: source, beside: existing, newFile: name)
      .draft(exchanges, origin: origin)
    let whole = ContractLoader.load(present + draft.files)
    return InferredService(
      home: home, draft: draft, contract: draft.files.isEmpty ? nil : whole.contract, proposals: [],
      errors: whole.problems.filter { $0.level == .error }.sorted(), files: placed(draft.files, in: folder),
      isNew: false)
  }

  private func inferred(
    _ home: ServiceHome, from exchanges: [SeenExchange], source: String, origin: String?
  ) -> InferredService {
    let draft = ContractInference(service: home.name, source: source).draft(exchanges, origin: origin)
    let loaded = ContractLoader.load(draft.files)
    let lifting = loaded.contract.flatMap { contract in
      draft.files.isEmpty ? nil : Lifting(draft.files, contract, [], liftsEnvelope: false)
    }
    return InferredService(
      home: home, draft: draft, contract: lifting?.contract, proposals: lifting?.proposals ?? [],
      errors: draft.files.isEmpty ? [] : loaded.problems.filter { $0.level == .error }.sorted(),
      files: placed(lifting?.files ?? [], in: "\(contracts)/\(home.name)"), isNew: true)
  }

  private static func freeName(beside names: [String]) -> String {
    (1...).lazy.map { $0 == 1 ? "inferred.json" : "inferred-\($0).json" }.first { !names.contains($0) }
      ?? "inferred.json"
  }

  /// Files with their paths, and the path of the format's schema where there is one.
  private func placed(_ files: [ContractLoader.File], in folder: String) -> [(path: String, bytes: [UInt8])] {
    let schema = FileSystem.existing("../contract.schema.json", beside: "\(folder)/contract.json").map { JSON($0) }
    let rest = files.filter { $0.name != ContractFiles.mainName }
    return (rest + files.filter { $0.name == ContractFiles.mainName }).map { file in
      guard let schema, let root = file.root else { return ("\(folder)/\(file.name)", file.bytes) }
      let members = [("$schema", schema)] + root.members.map { ($0.key, $0.value) }
      return ("\(folder)/\(file.name)", JSON.object(members).serialized(.pretty) + [UInt8(ascii: "\n")])
    }
  }
}
