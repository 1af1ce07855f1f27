import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineVerification
import PlumblineWorkspace

/// The services that a command is about, read from disk.
struct LoadedServices: Sendable {
  /// A service whose contract can be used.
  struct Service: Sendable {
    /// Where its files stand.
    let home: ServiceHome
    let contract: Contract
    let recordings: [Recording]
    /// What its `waivers.json` says, if there is one.
    let waivers: WaiverPolicy?
    /// Its `sensitivity.json`, if there is one.
    let sensitivity: ContractLoader.File?
    /// The sensitivity maps of its released versions.
    let releases: [ContractLoader.File]
    /// The ids of its recordings that couldn't be read.
    var refusedRecordings: Set<String> = []
    /// What its document doesn't say and its mock assumes, a sentence each.
    var assumptions: [String] = []
  }

  /// Those whose contracts can be used, in the order asked for.
  private(set) var services: [Service] = []
  /// Everything that is wrong with any of the files.
  private(set) var problems: [Problem] = []

  /// A Boolean value that indicates whether no file is so wrong that the command can't go on.
  var isUsable: Bool { !problems.contains { $0.level == .error } }

  /// A service of which nothing is known but its name.
  init(undescribed home: ServiceHome) {
    let text = JSON.object([("plumbline", 1), ("service", JSON(home.name)), ("title", JSON(home.name))])
    let loaded = ContractLoader.load([
      .init(name: ContractFiles.mainName, path: ContractFiles.mainName, bytes: text.serialized())
    ])
    problems = loaded.problems
    guard let contract = loaded.contract else { return }
    services = [
      Service(home: home, contract: contract, recordings: [], waivers: nil, sensitivity: nil, releases: [])
    ]
  }

  /// Leaves out the services that a command has no use for.
  mutating func keep(_ isWanted: (Service) -> Bool) {
    services.removeAll { !isWanted($0) }
  }

  /// - Parameters:
  ///   - names: the services' names; with none all of them.
  ///   - isServing: whether what a mock can be served in spite of is only a warning.
  ///   - liftsState: whether mocks of documents remember what is written.
  ///   - operations: patterns of the operations of documents that are read; `nil` for all of them.
  ///   - fillsRecordings: whether the folder of the recordings need not be there yet.
  ///   - isLinting: whether everything is told that there is to say about documents, as `lint` does.
  init(
    _ names: [String], common: CommonOptions, isServing: Bool = false, liftsState: Bool = false,
    operations: [String]? = nil, fillsRecordings: Bool = false, isLinting: Bool = false
  ) throws {
    if common.root != nil, !names.contains(where: ServiceHome.isDocument) {
      throw UsageError("--root is about an OpenAPI document: name one in the place of a service, or leave it out.")
    }
    var workspace = try common.workspace(for: names, fillsRecordings: fillsRecordings)
    workspace.liftsState = liftsState
    workspace.operations = operations
    for service in try workspace.load(named: names, isLinting: isLinting) {
      let loaded = isServing ? service.whenServed : service
      let said = loaded.problems + loaded.notes
      problems += isLinting ? loaded.home.document == nil ? said : said.gathered() : loaded.told
      if let contract = loaded.contract {
        services.append(
          Service(
            home: loaded.home, contract: contract, recordings: loaded.recordings, waivers: loaded.waivers,
            sensitivity: loaded.sensitivity, releases: loaded.releases,
            refusedRecordings: loaded.refusedRecordings, assumptions: loaded.assumptions)
        )
      }
    }
    if names.isEmpty { problems += workspace.strays }
  }
}

extension LoadedService {
  /// So many warnings are told one by one.
  private static let few = 4

  /// What a run tells of its files. Where an import wrote them, warnings are somebody else's as a rule, and one line.
  fileprivate var told: [Problem] {
    let (all, warnings) = (pressing, pressing.count { $0.level == .warning })
    guard warnings > Self.few, home.isImported, let place = contract?.location else { return all }
    let line = Problem(
      SourceLocation(file: place.file, line: 0, column: 0),
      "There are \(warnings) warnings about what was imported; plumbline lint \(name) shows them.", level: .warning)
    return all.filter { $0.level == .error } + [line]
  }
}
