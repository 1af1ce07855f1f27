import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// An import of a service's exchanges from HAR files as recordings, like those that `record` creates for a session.
struct HARImport {
  private let files: [String]
  private let service: String
  private let common: CommonOptions
  private let isOnePerAnswer: Bool
  private let refreshes: Bool
  private let isDry: Bool

  /// Creates an import.
  ///
  /// - Parameter operands: The files, followed by the service.
  init(_ operands: ArraySlice<String>, _ common: CommonOptions, isOnePerAnswer: Bool, refreshes: Bool, isDry: Bool)
    throws(UsageError)
  {
    guard operands.count > 1, let service = operands.last else {
      throw UsageError("import har needs files and a service, as in: plumbline import har session.har truelog.")
    }
    guard !service.hasSuffix(".har") else {
      throw UsageError("import har ends with the service, as in: plumbline import har \(service) truelog.")
    }
    files = Array(operands.dropLast())
    self.service = service
    self.common = common
    self.isOnePerAnswer = isOnePerAnswer
    self.refreshes = refreshes
    self.isDry = isDry
  }

  func run(in surroundings: Surroundings) throws -> ExitCode {
    let console = surroundings.console
    let workspace = try common.workspace(for: [service], fillsRecordings: true)
    guard ServiceHome.isDocument(service) || workspace.services.contains(service) else {
      let foreign = files.compactMap { Self.foreign($0) }
      guard foreign.isEmpty else {
        for problem in foreign { console.complain("\(problem)") }
        return .wrong
      }
      let hint = Spelling.nearest(service, among: workspace.services).map { "; did you mean \"\($0)\"?" } ?? "."
      throw UsageError(
        "There is no contract for \"\(service)\"\(hint) plumbline infer \(service) \(files[0]) drafts one from the same files."
      )
    }
    let loaded = try LoadedServices([service], common: common, isServing: true, fillsRecordings: true)
    for problem in loaded.problems { console.complain("\(problem)") }
    guard loaded.isUsable, let service = loaded.services.first else { return .wrong }
    var made = service.recordings
    var drafts = workspace.drafts(of: service.home).recordings
    var failures: [String: FileError] = [:]
    var isWrong = false
    for file in files {
      let capture = Self.read(file)
      for problem in capture.problems { console.complain("\(problem)") }
      guard let entries = capture.entries else {
        isWrong = true
        continue
      }
      let imported = FileImport(entries, of: service)
      var callers = callers(of: service.contract, surroundings)
      var options = options(service.home, workspace.shown(file), imported.day ?? surroundings.today)
      options.drafts = drafts
      let again = ExportedRecordings(imported.exported, beside: made)
      let plan = RecordingPlan(
        imported.captures, of: service.contract, beside: made + again.made, options: options, callers: &callers)
      let list = again.files(schema: options.schema) { service.home.path(ofRecording: $1, of: $0) }
      if !isDry {
        for (path, bytes) in list + plan.files.map({ ($0.path, $0.bytes) }) {
          do throws(FileError) { try AtomicFile.write(bytes, to: path) } catch { failures[path] = error }
        }
      }
      made += again.made + plan.files.filter { !$0.isDraft }.map(\.recording)
      drafts += plan.files.filter(\.isDraft).map(\.recording)
      guard !common.isQuiet else { continue }
      console.print("\(workspace.shown(file)): \(String.count(entries.count, "entry", plural: "entries"))")
      for (path, _) in list {
        let verb = failures[path].map { "not written (\($0.reason))" } ?? (isDry ? "would write" : "wrote")
        console.print("  \(verb)  \(workspace.shown(path)), as it was exported")
      }
      for line in again.lines { console.print("  \(line)") }
      let recordings = RecordingList(
        plan, guesses: callers.guesses, refused: [], failures: failures, missing: [])
      for line in recordings.lines(isDry: isDry, shown: workspace.shown) { console.print(line) }
      for line in imported.remarks { console.print("  \(line)") }
    }
    if isDry, !common.isQuiet { console.print("Nothing was written (--dry-run).") }
    return isWrong || !failures.isEmpty ? .wrong : .clean
  }

  private static func read(_ path: String) -> (entries: [HAREntry]?, problems: [Problem]) {
    let whole = SourceLocation(file: path, line: 0, column: 0)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try ByteSource.all(of: path, unpackingTo: .held)
    } catch {
      return (nil, [Problem(whole, "The file can't be \(error.action.rawValue): \(error.reason).")])
    }
    let result = HARReader.read(bytes, path: path)
    if result.file == nil, let problem = Self.foreign(bytes, path) { return (nil, [problem]) }
    return (result.file?.entries, result.problems)
  }

  /// Returns the problem with a file that isn't a HAR file, or `nil` if its format isn't recognized.
  private static func foreign(_ path: String) -> Problem? {
    guard let bytes = try? ByteSource.all(of: path, unpackingTo: .held) else { return nil }
    return Self.foreign(bytes, path)
  }

  private static func foreign(_ bytes: [UInt8], _ path: String) -> Problem? {
    if case .har = CaptureKind.of(Array(bytes.prefix(CaptureKind.enough)), path: path) { return nil }
    // The log may come after other members. A recording is in Plumbline's own format.
    if let root = try? JSON.parse(HARReader.withoutMark(bytes)), HARReader.isHAR(root) || root["provenance"] != nil {
      return nil
    }
    return ForeignFile.sentence(on: bytes, named: path)
      .map { Problem(SourceLocation(file: path, line: 1, column: 1), $0) }
  }

  private func callers(of contract: Contract, _ surroundings: Surroundings) -> CallerRegistry {
    surroundings.hideCredentials(of: [contract])
    let credentials = Credentials(contract: contract, environment: surroundings.environment)
    return CallerRegistry(
      contract,
      known: contract.personas.map {
        let given = credentials.given(to: $0)
        return .init(persona: $0, credentials: given.credentials, login: given.login)
      }, hidden: surroundings.namedCredentials(of: contract))
  }

  private func options(_ home: ServiceHome, _ file: String, _ day: String) -> RecordingPlan.Options {
    var options = RecordingPlan.Options(
      from: file, on: day, path: { home.path(ofRecording: $1, of: $0) }, isThere: { FileSystem.isFile($0) })
    options.kind = .imported
    options.isOnePerAnswer = isOnePerAnswer
    options.refreshes = refreshes
    options.templates = { PathTemplates($0).template }
    options.schema = FileSystem.existing("../../recording.schema.json", beside: home.path(ofRecording: "x", of: "y"))
    return options
  }
}

/// The entries of a single file that belong to a service.
private struct FileImport {
  /// The captures to turn into recordings.
  private(set) var captures: [Capture] = []
  /// The recordings restored from entries that Plumbline exported.
  private(set) var exported: [Recording] = []
  /// The omissions, one sentence each.
  private(set) var remarks: [String] = []
  /// The day of the first entry.
  private(set) var day: String?

  init(_ entries: [HAREntry], of service: LoadedServices.Service) {
    var finder = ServiceFinder(services: [service])
    let inspector = Inspector(service.contract, options: .init(visibility: .withoutCredentials))
    var strangers: [String: Int] = [:]
    var leftover = HARLeftover()
    for entry in entries {
      let captured = CapturedExchange(entry, folders: [])
      guard let exchange = finder.find(captured)?.exchange else {
        strangers[ServiceFinder.origin(of: entry.url)?.origin ?? "an unknown server", default: 0] += 1
        continue
      }
      leftover.note(entry)
      if let text = entry.source["startedDateTime"]?.string, text.utf8.count >= 10 {
        day = day ?? String(text.prefix(10))
      }
      let own = HARRecording.recording(of: entry, request: exchange.request) {
        service.home.path(ofRecording: $1, of: $0)
      }
      if let own {
        exported.append(own)
      } else {
        captures.append(
          Capture(
            exchange.unpacked, outage: inspector.outage(of: exchange).map { "\($0)" },
            broken: inspector.inspect(exchange).map(\.rule.id)))
      }
    }
    for (host, count) in strangers.sorted(by: { $0.key < $1.key }) {
      let entries = String.count(count, "entry", plural: "entries")
      remarks.append("skipped   \(entries) with \(host), which isn't a server of \(service.contract.service)")
    }
    if let sentence = leftover.sentence { remarks.append(sentence) }
  }
}

/// The recordings that an export contains. Existing recordings are kept.
private struct ExportedRecordings {
  private(set) var made: [Recording] = []
  private(set) var lines: [String] = []

  init(_ all: [Recording], beside present: [Recording]) {
    let known = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var same = 0
    for recording in all {
      guard let other = known[recording.id] else {
        if !made.contains(where: { $0.id == recording.id }) { made.append(recording) }
        continue
      }
      if RecordingWriter.text(of: other) == RecordingWriter.text(of: recording) {
        same += 1
      } else {
        lines.append("kept      \(recording.id), which differs from the exported one")
      }
    }
    if same > 0 { lines.append("unchanged \(String.count(same, "recording"))") }
  }

  func files(schema: String?, path: (String, String) -> String) -> [(path: String, bytes: [UInt8])] {
    made.map { (path($0.endpoint, $0.name), RecordingWriter.text(of: $0, schema: schema)) }
  }
}
