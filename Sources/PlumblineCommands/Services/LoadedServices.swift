import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// The services of a command, read from disk.
struct LoadedServices: Sendable {
  /// A service with a usable contract.
  struct Service: Sendable {
    /// The location of its files.
    let home: ServiceHome
    let contract: Contract
    let recordings: [Recording]
    /// The policy of its `waivers.json`, if there is one.
    let waivers: WaiverPolicy?
    /// The service's `field-usage.json`, if there is one.
    let sensitivity: ContractLoader.File?
    /// The field usage maps of its released versions.
    let releases: [ContractLoader.File]
    /// The ids of its recordings that couldn't be read.
    var refusedRecordings: Set<String> = []
    /// The assumptions of its mock that its document doesn't state, one sentence each.
    var assumptions: [String] = []
  }

  /// The services with usable contracts, in the requested order.
  private(set) var services: [Service] = []
  /// The problems of all files.
  private(set) var problems: [Problem] = []

  /// A Boolean value that indicates whether the files are valid enough for the command to continue.
  var isUsable: Bool { !problems.contains { $0.level == .error } }

  /// Creates a service that is known only by its name.
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

  /// Drops the services that a command has no use for.
  mutating func keep(_ isWanted: (Service) -> Bool) {
    services.removeAll { !isWanted($0) }
  }

  /// - Parameters:
  ///   - names: the services' names; all of them if empty.
  ///   - isServing: whether problems that don't prevent a mock from being served are only warnings.
  ///   - liftsState: whether mocks of documents remember writes.
  ///   - operations: patterns of the operations of documents to read; `nil` for all of them.
  ///   - fillsRecordings: whether the folder of the recordings may be missing.
  ///   - isLinting: whether all problems of documents are reported, as `lint` does; those of documents and of imported
  ///     contracts that say the same are one.
  init(
    _ names: [String], common: CommonOptions, isServing: Bool = false, liftsState: Bool = false,
    operations: [String]? = nil, fillsRecordings: Bool = false, isLinting: Bool = false
  ) throws {
    if common.root != nil, !names.contains(where: ServiceHome.isDocument) {
      throw UsageError("--root applies only to OpenAPI documents: name one instead of a service, or omit it.")
    }
    var workspace = try common.workspace(for: names, fillsRecordings: fillsRecordings)
    workspace.liftsState = liftsState
    workspace.operations = operations
    for service in try workspace.load(named: names, isLinting: isLinting) {
      let loaded = isServing ? service.whenServed : service
      let said = loaded.problems + loaded.notes
      let isForeign = loaded.home.document != nil || loaded.home.isImported
      problems += isLinting ? isForeign ? said.gathered() : said : loaded.told
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
  /// The number of warnings up to which each is reported.
  private static let few = 4

  /// The problems that a run reports about its files. Imported files are usually another team's: problems in them that
  /// don't prevent a mock from being served are warnings, as they are for the document, and many warnings become one
  /// line. Of those that would be errors in other files, the first few are still named, because the user may have
  /// edited these files.
  fileprivate var told: [Problem] {
    guard home.isImported else { return pressing }
    let all = pressing.map(\.whenServed)
    let warnings = all.count { $0.level == .warning }
    guard warnings > Self.few, let place = contract?.location else { return all }
    let line = Problem(
      SourceLocation(file: place.file, line: 0, column: 0),
      "The imported files have \(warnings) warnings; plumbline lint \(name) shows them.", level: .warning)
    let eased = pressing.filter { $0.level == .error && $0.isServable }.map(\.whenServed).gathered()
    return all.filter { $0.level == .error } + eased.prefix(Self.few) + [line]
  }
}
