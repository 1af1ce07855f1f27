import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// A reader that yields the entries of a HAR file one at a time.
struct HARStream {
  /// The maximum size of one entry, in bytes.
  private static let longest = 64 << 20
  /// The maximum number of invalid entries to report individually. Any others are only counted.
  private static let told = 20

  private let path: String
  private let folders: [String]
  private var number = 0
  private var wrong = 0
  private var problems: [Problem] = []

  /// Creates a reader.
  ///
  /// - Parameter path: The path of the file, where `-` is standard input.
  init(_ path: String) {
    self.path = path
    folders = Array(path.split(separator: "/").dropLast().reversed().map(String.init))
  }

  private var name: String { path == "-" ? StandardInput.name : path }

  /// Reads all entries. An invalid entry is reported as a problem, and reading continues with the next.
  ///
  /// - Parameters:
  ///   - beginning: The part of the file that has already been read.
  ///   - isKnown: A closure that returns a Boolean value that indicates whether an entry with the given text can be
  ///     skipped.
  mutating func read(
    _ source: consuming ByteSource, after beginning: [UInt8], passingOver isKnown: ([UInt8]) -> Bool,
    _ each: (CapturedExchange) -> Void
  ) throws(FileError) -> [Problem] {
    var scanner = HARScanner(file: name, limit: Self.longest)
    var chunk = HARReader.withoutMark(beginning)
    repeat {
      scanner.take(chunk)
      chunk.removeAll(keepingCapacity: true)
      while let piece = scanner.next() {
        switch piece {
        case .entry(let bytes, _) where isKnown(bytes): number += 1
        case .entry(let bytes, let place): read(bytes, place, each)
        case .tooLong(let place):
          number += 1
          complain(Problem(place, "The entry is larger than \(Self.longest >> 20) MB, so it wasn't checked."))
        }
      }
    } while try source.read(into: &chunk)
    if wrong > Self.told {
      problems.append(
        Problem(SourceLocation(file: name, line: 1, column: 1), "\(wrong - Self.told) more entries are invalid."))
    }
    if let problem = scanner.finish() { problems.append(problem) }
    return problems
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
    each(CapturedExchange(entry, folders: folders))
  }

  private mutating func complain(_ problem: Problem) {
    wrong += 1
    if wrong <= Self.told { problems.append(problem) }
  }
}

/// The source locations in a string that is part of a file.
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

  /// Returns the location in the file that corresponds to a location in the string.
  func location(of inner: SourceLocation) -> SourceLocation {
    SourceLocation(
      file: start.file, line: start.line + inner.line - 1,
      column: inner.line == 1 ? start.column + inner.column - 1 : inner.column)
  }
}
