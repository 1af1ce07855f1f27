import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// Exchanges of which each is a line, in the format of recordings or in that of an access log: read one by one, so that a capture
/// of any size takes little memory.
struct ExchangeLines {
  /// How many bytes one exchange may have.
  private static let longest = 64 << 20
  /// So many wrong lines are told, and then how many there are.
  private static let told = 20

  private let name: String
  private var wrong = 0
  /// A Boolean value that indicates whether the last line was an access log's: then the next one is too.
  private var isAccessLog = false
  private var requestless = 0
  private var firstRequestless: Int?
  private var problems: [Problem] = []

  /// - Parameter path: the file's; `-` is standard input.
  init(_ path: String) { name = path == "-" ? StandardInput.name : path }

  /// Reads all lines; what is wrong with one is among the problems, and the others go on.
  ///
  /// - Parameter beginning: what was read of the file already.
  mutating func read(
    _ source: consuming ByteSource, after beginning: [UInt8], _ each: (CapturedExchange) -> Void
  ) throws(FileError) -> [Problem] {
    var lines = LineSource(source, after: HARReader.withoutMark(beginning), limit: Self.longest)
    while let line = try lines.next() {
      switch line {
      case .line(let bytes, let number): read(bytes, number, each)
      case .tooLong(let number):
        complain(Problem(place(number), "The line has more than \(Self.longest >> 20) MB, and wasn't judged."))
      }
    }
    if wrong > Self.told { problems.append(Problem(place(1), "\(wrong - Self.told) more lines are wrong.")) }
    if let firstRequestless {
      let what = requestless == 1 ? "A line is" : "\(requestless) lines are"
      problems.append(
        Problem(place(firstRequestless), "\(what) about no request, and passed over.", level: .warning))
    }
    return problems
  }

  private mutating func read(_ bytes: [UInt8], _ number: Int, _ each: (CapturedExchange) -> Void) {
    if bytes.allSatisfy(\.isBlank) { return }
    if isAccessLog, note(AccessLine.read(bytes), number, each) { return }
    let loaded = RecordingLoader.load([
      .init(
        endpoint: name, name: "\(number)", path: name, bytes: bytes, provenance: NumberedLine(name, number),
        isLine: true)
    ])
    guard let problem = loaded.problems.first else {
      isAccessLog = false
      for recording in loaded.recordings { each(CapturedExchange(recording, folders: [])) }
      return
    }
    if !isAccessLog, note(AccessLine.read(bytes), number, each) {
      isAccessLog = true
      return
    }
    if isAccessLog {
      return complain(
        Problem(
          place(number), "The line is neither one of the combined log format nor a JSON object of Caddy or Envoy."))
    }
    // What isn't JSON has no place but its own.
    var location = problem.location
    location.line = number
    complain(Problem(location, problem.message))
  }

  /// Passes on what an access log says; false where it says nothing.
  private mutating func note(_ line: AccessLine?, _ number: Int, _ each: (CapturedExchange) -> Void) -> Bool {
    switch line {
    case .entry(let entry): each(CapturedExchange(entry, at: place(number)))
    case .noRequest:
      requestless += 1
      firstRequestless = firstRequestless ?? number
    case nil: return false
    }
    return true
  }

  private mutating func complain(_ problem: Problem) {
    wrong += 1
    if wrong <= Self.told { problems.append(problem) }
  }

  private func place(_ number: Int) -> SourceLocation { SourceLocation(file: name, line: number, column: 1) }
}

/// The places of a text that is one line of a file.
private struct NumberedLine: PlumblineJSONTree.Provenance {
  private let file: String
  private let number: Int

  init(_ file: String, _ number: Int) {
    self.file = file
    self.number = number
  }

  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    SourceLocation(file: file, line: number, column: offset + 1)
  }
}
