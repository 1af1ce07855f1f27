import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineRecordings
import PlumblineReporting
import PlumblineWorkspace

/// The command that drafts a contract from captured traffic.
struct InferCommand: Command {
  static let name = "infer"
  static let summary =
    "Drafts a contract and recordings from captured traffic (HAR files, recordings, JSON lines), or adds "
    + "endpoints to a contract"
  static let choice: String? =
    "Use it when there is no API document; if there is one, use import. To check traffic against a finished contract, use check."
  static let operands = "SERVICE [FILE…]"
  static let options: [OptionSpecification] = [
    OptionSpecification(
      "--server", "URL",
      "The API's base URL, if the traffic covers several servers; its path (/v2) is omitted from the endpoints' paths. Default: the "
        + "server with the most JSON responses."),
    RecordingOptions.onePerAnswer,
    OptionSpecification("--dry-run", nil, "Show what would be written, and write nothing."),
  ]
  static let common = CommonOptions.specifications(without: "--report", "--gate", "--source-url", "--root")
  static let examples = ["infer shop session.har", "infer shop captures/", "infer truelog"]
  static let exits = [
    "0 written, or nothing to add, 2 a usage error, an invalid file or no endpoint in it (nothing is written)."
  ]
  static let exitNote: String? =
    "Without a file, infer reads the undocumented requests that record kept in Recordings/SERVICE/undocumented. The "
    + "endpoints are drafts: they are marked as assumed, and x-seen records how often each was seen. Existing endpoints "
    + "aren't changed."

  private let common: CommonOptions
  private let service: String
  private let paths: [String]
  private let origin: String?
  private let isOnePerAnswer: Bool
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard let service = arguments.operands.first else {
      throw UsageError("infer needs a service and captures, as in: plumbline infer shop session.har.")
    }
    guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
    self.service = service
    paths = Array(arguments.operands.dropFirst())
    isOnePerAnswer = arguments.has("--one-per-answer")
    isDryRun = arguments.has("--dry-run")
    guard let url = arguments.value("--server") else {
      origin = nil
      return
    }
    guard let base = try? BaseURL(parsing: url) else {
      throw UsageError("--server takes a URL such as https://api.example.com, not \"\(url)\".")
    }
    origin = base.origin + base.path
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    try await Blocking.run { [self] in try infer(surroundings) }
  }

  private func infer(_ surroundings: Surroundings) throws -> ExitCode {
    let console = surroundings.console
    let workspace = try ServiceName.workspace(for: service, common, near: service)
    if !isDryRun { workspace.home(of: service).settle() }
    let captures = try self.captures(in: workspace)
    let traffic = ReadTraffic(captures, today: surroundings.today, shown: workspace.shown)
    for problem in traffic.problems { console.complain("\(problem)") }
    if traffic.isWrong {
      console.complain("Nothing was written: fix the problems in the captures first.")
      return .wrong
    }
    let source = captures.count == 1 ? workspace.shown(captures[0]) : String.count(captures.count, "file")
    let inferred = workspace.infer(
      service, from: traffic.captures, source: source, origin: origin, isOnePerAnswer: isOnePerAnswer,
      hiding: { surroundings.credentials(of: $0) })
    for problem in inferred.errors { console.complain("\(problem)") }
    guard inferred.errors.isEmpty else {
      console.complain("The contract of \(service) has errors, so nothing was added to it; fix them first.")
      return .wrong
    }
    if !common.isQuiet {
      for note in inferred.draft.notes { console.complain("skipped: \(note)") }
      if traffic.unanswered > 0 {
        console.complain("skipped: \(String.count(traffic.unanswered, "exchange")) without a response.")
      }
    }
    guard inferred.contract != nil else {
      // If the contract already contains everything, there is nothing left to draft.
      let isKnown = !inferred.isNew && traffic.count > 0
      let sentence = "\(Self.emptiness(of: inferred, traffic.count)) Nothing was written."
      if isKnown { if !common.isQuiet { console.print(sentence) } } else { console.complain("plumbline: \(sentence)") }
      return isKnown ? .clean : .wrong
    }
    if !isDryRun { try inferred.write() }
    if !common.isQuiet { for line in lines(of: inferred, in: workspace) { console.print(line) } }
    return .clean
  }

  /// Returns the files to read: the named ones, or `record`'s drafts.
  private func captures(in workspace: Workspace) throws(UsageError) -> [String] {
    guard paths.isEmpty else {
      var files: [String] = []
      for path in paths {
        guard FileSystem.isFolder(path) else {
          files.append(path)
          continue
        }
        let found = CaptureFiles.below(path)
        guard !found.isEmpty else { throw UsageError("\(path) has no captures: .har, .json, .jsonl or .ndjson files.") }
        files += found
      }
      return files
    }
    let kept = "\(workspace.home(of: service).recordings)/\(RecordingPlan.undocumented)"
    // Sort a draft before its numbered successors, because the mock replays responses in the order of the requests.
    let files = CaptureFiles.below(kept).sorted { $0.dropLast(".json".count) < $1.dropLast(".json".count) }
    guard !files.isEmpty else {
      throw UsageError(
        "\(workspace.shown(kept)) has no captures from record; name some: plumbline infer \(service) FILE….")
    }
    return files
  }

  /// Returns a sentence that explains why nothing was drafted.
  static func emptiness(of inferred: InferredService, _ count: Int) -> String {
    if count == 0 { return "No exchange in the captures has a response." }
    let what = inferred.isNew ? "an API" : "an endpoint that the contract lacks"
    return count == 1
      ? "The only exchange doesn't involve \(what)." : "None of the \(count) exchanges involves \(what)."
  }

  private func lines(of inferred: InferredService, in workspace: Workspace) -> [String] {
    let draft = inferred.draft
    let width = draft.endpoints.map(\.id.count).max() ?? 0
    var lines = draft.endpoints.map { endpoint in
      let id = endpoint.id + String(repeating: " ", count: width - endpoint.id.count)
      return "  \(id)  \(endpoint.request)  \(endpoint.statuses)"
    }
    let names = inferred.files.map { workspace.shown($0.path) }
    lines.insert(
      "\(String.count(draft.endpoints.count, "endpoint")) from \(String.count(draft.used.count, "exchange")), in "
        + "\(names.joined(separator: ", ")):", at: 0)
    if !inferred.recordings.isEmpty {
      lines.append(
        "\(String.count(inferred.recordings.count, "recording")) in \(workspace.shown(inferred.home.recordings)), without secrets."
      )
    }
    if !inferred.proposals.isEmpty {
      lines.append("Also assumed; remove anything that is wrong:")
      lines += inferred.proposals.map { "  \($0)" }
    }
    lines += FormatHints(inferred.draft.files).lines
    lines.append(
      isDryRun
        ? "Nothing was written (--dry-run)."
        : "This is a draft of the observed traffic. Next: review it, then plumbline lint \(service)")
    return lines
  }
}
