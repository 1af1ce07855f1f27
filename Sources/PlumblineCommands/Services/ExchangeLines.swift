import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// Exchanges of which each is a line, in the format of recordings: read one by one, so that a capture of any size takes little
/// memory.
struct ExchangeLines {
  /// How many bytes one exchange may have.
  private static let longest = 64 << 20
  /// To how many bytes a packed file may unpack, which is done at once.
  private static let unpacked = 64 << 20
  /// So many wrong lines are told, and then how many there are.
  private static let told = 20

  private let path: String
  private var wrong = 0
  private(set) var problems: [Problem] = []

  init(_ path: String) { self.path = path }

  /// Whether a file's name says that it holds lines.
  static func areIn(_ path: String) -> Bool {
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    return path == "-" || name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
  }

  /// Reads all lines; what is wrong with one is among the problems, and the others go on.
  mutating func read(_ each: (CapturedExchange) -> Void) {
    do throws(FileError) {
      guard let lines = try source() else { return }
      try read(lines, each)
    } catch {
      problems.append(Problem(place(1), "The file can't be \(error.action.rawValue): \(error.reason)."))
    }
  }

  /// The same, where the first bytes have been read.
  mutating func read(_ source: consuming ByteSource, after beginning: [UInt8], _ each: (CapturedExchange) -> Void) {
    do throws(FileError) {
      try read(LineSource(source, after: beginning, limit: Self.longest), each)
    } catch {
      problems.append(Problem(place(1), "The file can't be \(error.action.rawValue): \(error.reason)."))
    }
  }

  private mutating func read(
    _ lines: consuming LineSource, _ each: (CapturedExchange) -> Void
  ) throws(FileError) {
    while let line = try lines.next() {
      switch line {
      case .line(let bytes, let number): read(bytes, number, each)
      case .tooLong(let number):
        complain(number, "The line has more than \(Self.longest >> 20) MB, and wasn't judged.")
      }
    }
    if wrong > Self.told {
      problems.append(Problem(place(1), "\(wrong - Self.told) more lines are wrong."))
    }
  }

  private mutating func source() throws(FileError) -> LineSource? {
    guard path.hasSuffix(".gz") else { return try LineSource(path, limit: Self.longest) }
    do throws(ContentCoding.Failure) {
      let bytes = try ContentCoding.decoded(packed(), codings: ["gzip"], limit: Self.unpacked) ?? []
      return LineSource(bytes, limit: Self.longest)
    } catch {
      let reason =
        switch error {
        case .tooLarge:
          "It unpacks to more than \(Self.unpacked >> 20) MB: gunzip -c \(path) | plumbline check - reads any size."
        case .malformed(let how): "It can't be unpacked: it \(how)."
        case .unknown(let name): "It is packed by \(name)."
        }
      problems.append(Problem(place(1), reason))
      return nil
    }
  }

  private mutating func packed() -> [UInt8] {
    do throws(FileError) {
      return try FileSystem.read(path)
    } catch {
      problems.append(Problem(place(1), "The file can't be \(error.action.rawValue): \(error.reason)."))
      return []
    }
  }

  private mutating func read(_ bytes: [UInt8], _ number: Int, _ each: (CapturedExchange) -> Void) {
    let bytes = number == 1 ? HARReader.withoutMark(bytes) : bytes
    if bytes.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) { return }
    let name = path == "-" ? "standard input" : path
    let loaded = RecordingLoader.load([
      .init(endpoint: name, name: "\(number)", path: name, bytes: bytes, provenance: NumberedLine(name, number))
    ])
    if let problem = loaded.problems.first {
      wrong += 1
      // What isn't JSON has no place but its own.
      var location = problem.location
      location.line = number
      if wrong <= Self.told { problems.append(Problem(location, problem.message)) }
    }
    for recording in loaded.recordings {
      each(
        CapturedExchange(
          exchange: recording.exchange, url: nil, folders: [], recording: recording, location: recording.location,
          on: recording.provenance.on))
    }
  }

  private mutating func complain(_ number: Int, _ message: String) {
    wrong += 1
    if wrong <= Self.told { problems.append(Problem(place(number), message)) }
  }

  private func place(_ number: Int) -> SourceLocation {
    SourceLocation(file: path == "-" ? "standard input" : path, line: number, column: 1)
  }
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
