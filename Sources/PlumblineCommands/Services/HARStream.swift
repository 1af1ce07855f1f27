import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// The entries of a HAR file, read one by one.
struct HARStream {
  /// How many bytes one entry may have.
  private static let longest = 64 << 20
  /// So many wrong entries are told, and then how many there are.
  private static let told = 20

  private let path: String
  private let folders: [String]
  private var number = 0
  private var wrong = 0
  private(set) var problems: [Problem] = []

  /// - Parameter path: the file's; `-` is standard input.
  init(_ path: String) {
    self.path = path
    folders = Array(path.split(separator: "/").dropLast().reversed().map(String.init))
  }

  private var name: String { path == "-" ? "standard input" : path }

  /// Whether a text that has come so far is the beginning of a HAR file: an object whose first member is `log`.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let text = bytes.prefix(4096).filter { !($0 == 0x20 || 0x09...0x0D ~= $0) }
    let bare = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    return bare.starts(with: Array(#"{"log":{"#.utf8))
  }

  /// Reads all entries; what is wrong with one is among the problems, and the others go on.
  ///
  /// - Parameter beginning: what was read of the file already.
  mutating func read(
    _ source: consuming ByteSource, after beginning: [UInt8] = [], _ each: (CapturedExchange) -> Void
  ) {
    var scanner = HARScanner(file: name, limit: Self.longest)
    var chunk = HARReader.withoutMark(beginning)
    do throws(FileError) {
      repeat {
        scanner.take(chunk)
        chunk.removeAll(keepingCapacity: true)
        while let piece = scanner.next() {
          switch piece {
          case .entry(let bytes, let place): read(bytes, place, each)
          case .tooLong(let place):
            number += 1
            complain(Problem(place, "The entry has more than \(Self.longest >> 20) MB, and wasn't judged."))
          }
        }
      } while try source.read(into: &chunk)
    } catch {
      problems.append(
        Problem(
          SourceLocation(file: name, line: 1, column: 1), "The file can't be \(error.action.rawValue): \(error.reason)."
        ))
      return
    }
    if wrong > Self.told {
      problems.append(
        Problem(SourceLocation(file: name, line: 1, column: 1), "\(wrong - Self.told) more entries are wrong."))
    }
    if let problem = scanner.finish() { problems.append(problem) }
  }

  private mutating func read(_ bytes: [UInt8], _ place: SourceLocation, _ each: (CapturedExchange) -> Void) {
    defer { number += 1 }
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSONDocument.parse(bytes, file: name, provenance: PartOfFile(place, bytes)).root
    } catch {
      return complain(Problem(PartOfFile(place, bytes).location(of: error.location), error.message))
    }
    let (entry, wrong) = HARReader.entry(json, number: number)
    for problem in wrong { complain(problem) }
    guard let entry else { return }
    var exchange = entry.exchange
    exchange.recording = "\(entry.location)"
    each(
      CapturedExchange(
        exchange: exchange, url: entry.url, folders: folders, recording: nil, location: entry.location,
        on: entry.source["startedDateTime"]?.string))
  }

  private mutating func complain(_ problem: Problem) {
    wrong += 1
    if wrong <= Self.told { problems.append(problem) }
  }
}

/// The places of a text that is a part of a file.
private struct PartOfFile: PlumblineJSONTree.Provenance {
  private let start: SourceLocation
  private let bytes: [UInt8]

  init(_ start: SourceLocation, _ bytes: [UInt8]) {
    self.start = start
    self.bytes = bytes
  }

  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    let before = bytes.prefix(offset)
    guard let last = before.lastIndex(of: UInt8(ascii: "\n")) else {
      return SourceLocation(file: start.file, line: start.line, column: start.column + offset)
    }
    return SourceLocation(
      file: start.file, line: start.line + before.count { $0 == UInt8(ascii: "\n") }, column: offset - last)
  }

  /// The place in the file of one in the text.
  func location(of inner: SourceLocation) -> SourceLocation {
    SourceLocation(
      file: start.file, line: start.line + inner.line - 1,
      column: inner.line == 1 ? start.column + inner.column - 1 : inner.column)
  }
}
