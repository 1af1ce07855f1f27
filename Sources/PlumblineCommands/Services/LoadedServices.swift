import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// The services that a command works on, read from disk.
struct LoadedServices: Sendable {
  /// A service with a usable contract.
  struct Service: Sendable {
    /// The location of the service's files.
    let home: ServiceHome
    let contract: Contract
    let recordings: [Recording]
    /// The policy in the service's `waivers.json`, if there is one.
    let waivers: WaiverPolicy?
    /// The service's `field-usage.json`, if there is one.
    let sensitivity: ContractLoader.File?
    /// The field usage maps of the service's released versions.
    let releases: [ContractLoader.File]
    /// The IDs of the service's recordings that couldn't be read.
    var refusedRecordings: Set<String> = []
    /// The assumptions that the mock makes where the document is silent, one sentence each.
    var assumptions: [String] = []
  }

  /// The services with usable contracts, in the requested order.
  private(set) var services: [Service] = []
  /// The problems of all files.
  private(set) var problems: [Problem] = []

  /// A Boolean value that indicates whether the files are valid enough for the command to continue.
  var isUsable: Bool { !problems.contains { $0.level == .error } }

  /// Creates a list of one service of which only the name is known.
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

  /// Drops the services that the command doesn't need.
  mutating func keep(_ isWanted: (Service) -> Bool) {
    services.removeAll { !isWanted($0) }
  }

  /// Loads services from disk.
  ///
  /// - Parameters:
  ///   - names: The services' names. An empty array selects all of them.
  ///   - isServing: A Boolean value that indicates whether problems that don't prevent a mock from being served are
  ///     only warnings.
  ///   - liftsState: A Boolean value that indicates whether mocks of documents remember writes.
  ///   - operations: Patterns that select the operations of documents, or `nil` for all of them.
  ///   - fillsRecordings: A Boolean value that indicates whether the recordings folder may be missing, because the
  ///     command fills it.
  ///   - isLinting: A Boolean value that indicates whether to report all problems of documents, as `lint` does. A
  ///     problem that a document shares with the contract imported from it is reported once.
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
  /// The maximum number of warnings that are reported individually.
  private static let few = 4

  /// The problems to report when a command runs with these files. Another team usually owns the source of imported
  /// files, so their problems are only warnings if a mock can be served, as for the document itself, and many warnings
  /// are combined into one line. The first few that would be errors in other files are still named, because the user
  /// may have edited the imported files.
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
