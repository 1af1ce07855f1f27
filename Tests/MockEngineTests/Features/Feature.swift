import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A row in the table of the format's features. It has the smallest contract that uses the feature, the responses of
/// its mock, and an error that lint reports.
struct Feature: Sendable, CustomTestStringConvertible {
  /// A request and the expected response.
  struct Ask: Sendable {
    let line: String
    let fields: HeaderFields
    let body: String
    let status: Int
    /// JSON that the response contains. Objects may have additional members, but all other values must be equal. The
    /// text is empty if the body doesn't matter.
    let answer: String
    /// Header fields that the response has, with their values. If a value is empty, the response must not have the
    /// field.
    let shows: [String: String]

    /// - Parameter line: The method and the target, such as `GET /boxes/1`.
    init(
      _ line: String, _ status: Int, _ answer: String = "", sending body: String = "", with fields: HeaderFields = [:],
      shows: [String: String] = [:]
    ) {
      self.line = line
      self.status = status
      self.answer = answer
      self.body = body
      self.fields = fields
      self.shows = shows
    }
  }

  /// The point of the list to which the feature belongs.
  let point: Int
  let name: String
  /// The contents of the files. Those of `contract.json` omit the service's name, which is on its first line. Others
  /// are a file such as `boxes.json`, or a recording such as `boxes.get/one.json`.
  let files: [String: String]
  let asks: [Ask]
  /// A substring of one of the files, and the error that replaces it.
  let mistake: (right: String, wrong: String)
  /// Lint's messages about the error and about recordings that drift, such as `contract.json:4:12: …`.
  let says: [String]

  init(
    _ point: Int, _ name: String, _ contract: String, files: [String: String] = [:], asks: [Ask],
    mistake right: String, _ wrong: String, says: String...
  ) {
    self.point = point
    self.name = name
    let top = #"{ "plumbline": 1, "service": "box", "title": "Boxes","#
    self.files = files.merging(["contract.json": "\(top)\n\(contract)\n}"]) { $1 }
    self.asks = asks
    self.mistake = (right, wrong)
    self.says = says
  }

  var testDescription: String { "\(point): \(name)" }
}

extension Feature {
  /// The files that contain the error.
  var mistaken: [String: String] {
    files.mapValues { $0.replacing(mistake.right, with: mistake.wrong, maxReplacements: 1) }
  }

  /// The result of loading files, and everything that lint reports about them.
  struct Loaded {
    let contract: Contract?
    let recordings: [Recording]
    let problems: [String]
  }

  static func load(_ files: [String: String]) -> Loaded {
    let sorted = files.sorted { $0.key < $1.key }
    let result = ContractLoader.load(
      sorted.filter { !$0.key.contains("/") }
        .map { ContractLoader.File(name: $0.key, path: $0.key, bytes: Array($0.value.utf8)) })
    let recorded = RecordingLoader.load(
      sorted.filter { $0.key.contains("/") }.map { name, text in
        let parts = name.dropLast(".json".count).split(separator: "/").map(String.init)
        return RecordingLoader.File(endpoint: parts[0], name: parts[1], path: name, bytes: Array(text.utf8))
      })
    var problems = result.problems + recorded.problems
    var drift: [String] = []
    if let contract = result.contract {
      problems += RecordingLint.problems(in: recorded.recordings, contract: contract)
      if recorded.recordings.isEmpty { problems += RecordingLint.problems(withoutRecordingsOf: contract) }
      drift = recorded.recordings.flatMap { recording in
        Inspector(contract).inspect(recording).map { "\(recording.id): \(Self.text(of: $0))" }
      }
    }
    return Loaded(
      contract: result.contract, recordings: recorded.recordings,
      problems: Set(problems).sorted().map(\.description) + drift)
  }

  /// Returns the rule and the place of a finding, and the line of the contract that it violates.
  static func text(of drift: Drift) -> String {
    "\(drift.rule.id) at \(drift.pointer?.description ?? "") by \(drift.contract?.description ?? "nothing")"
  }

  /// Returns a new session of the row's mock.
  func session() throws -> (MockSession, Contract) {
    let loaded = Self.load(files)
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    let library = MockLibrary(contract: contract, recordings: loaded.recordings)
    return (MockSession(library: library, clock: .fixed(Desk.noon)), contract)
  }
}

extension Feature.Ask {
  /// The request as it's sent. A body is JSON unless the header fields specify otherwise.
  var request: Request {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    var fields = fields
    if !body.isEmpty, !fields.contains("content-type") { fields["Content-Type"] = "application/json" }
    fields["Host"] = "box.test"
    return Request(
      method: HTTPMethod(parts[0]) ?? .get, target: parts[1], headers: fields,
      body: body.isEmpty ? .empty : Body(body))
  }

  /// Returns a Boolean value that indicates whether a body contains the expected values.
  func isIn(_ body: JSON?) throws -> Bool {
    if answer.isEmpty { return true }
    let wanted = try JSON.parse(answer)
    return body.map { Self.has($0, wanted) } ?? false
  }

  private static func has(_ value: JSON, _ wanted: JSON) -> Bool {
    if wanted.kind == .object {
      return value.kind == .object
        && wanted.members.allSatisfy { name, inner in value[name].map { has($0, inner) } ?? false }
    }
    guard wanted.kind == .array, value.kind == .array else { return value == wanted }
    return wanted.count == value.count && zip(value.elements, wanted.elements).allSatisfy { has($0, $1) }
  }
}
