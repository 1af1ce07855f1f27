import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// A reader for files with one exchange per line, as recordings or an access log. It reads one line at a time, so that
/// a capture of any size needs little memory.
struct ExchangeLines {
  /// The maximum size of one exchange, in bytes.
  private static let longest = 64 << 20
  /// The maximum number of invalid lines to report individually. Any others are only counted.
  private static let told = 20
  /// The number of lines after which reading stops if none of them is an exchange. Otherwise, a small compressed file
  /// could contain millions of invalid lines to read.
  private static let mostWrong = 10_000

  private let name: String
  private var wrong = 0
  /// A Boolean value that indicates whether any line was an exchange or an access log entry.
  private var hasRight = false
  /// A Boolean value that indicates whether the last line came from an access log, in which case the next one is parsed
  /// as an access log line first.
  private var isAccessLog = false
  private var requestless = 0
  private var firstRequestless: Int?
  private var problems: [Problem] = []

  /// Creates a reader.
  ///
  /// - Parameter path: The path of the file, where `-` is standard input.
  init(_ path: String) { name = path == "-" ? StandardInput.name : path }

  /// Reads all lines. An invalid line is reported as a problem, and reading continues with the next.
  ///
  /// - Parameter beginning: The part of the file that has already been read.
  mutating func read(
    _ source: consuming ByteSource, after beginning: [UInt8], _ each: (CapturedExchange) -> Void
  ) throws(FileError) -> [Problem] {
    var lines = LineSource(source, after: HARReader.withoutMark(beginning), limit: Self.longest)
    while hasRight || wrong < Self.mostWrong, let line = try lines.next() {
      switch line {
      case .line(let bytes, let number): read(bytes, number, each)
      case .tooLong(let number):
        complain(Problem(place(number), "The line is larger than \(Self.longest >> 20) MB, so it wasn't checked."))
      }
    }
    if !hasRight, wrong >= Self.mostWrong {
      problems.append(
        Problem(place(1), "The first \(Self.mostWrong) lines contain no exchange, so the rest was skipped."))
    }
    if wrong > Self.told { problems.append(Problem(place(1), "\(wrong - Self.told) more lines are invalid.")) }
    if let firstRequestless {
      let what = requestless == 1 ? "1 line that doesn't" : "\(requestless) lines that don't"
      problems.append(
        Problem(place(firstRequestless), "Skipped \(what) describe a request.", level: .warning))
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
      hasRight = true
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
          place(number), "The line is neither in the combined log format nor a JSON object from Caddy or Envoy."))
    }
    // If a line isn't JSON, its line number is the most precise location available.
    var location = problem.location
    location.line = number
    complain(Problem(location, problem.message))
  }

  /// Passes on the exchange in an access log line, or counts the line if it contains no request. Returns `false` if the
  /// line isn't an access log line.
  private mutating func note(_ line: AccessLine?, _ number: Int, _ each: (CapturedExchange) -> Void) -> Bool {
    switch line {
    case .entry(let entry): each(CapturedExchange(entry, at: place(number)))
    case .noRequest:
      requestless += 1
      firstRequestless = firstRequestless ?? number
    case nil: return false
    }
    hasRight = true
    return true
  }

  private mutating func complain(_ problem: Problem) {
    wrong += 1
    if wrong <= Self.told { problems.append(problem) }
  }

  private func place(_ number: Int) -> SourceLocation { SourceLocation(file: name, line: number, column: 1) }
}

/// The source locations in a string that is one line of a file.
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
