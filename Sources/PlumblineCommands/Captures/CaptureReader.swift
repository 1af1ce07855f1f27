import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// A reader for files with exchanges: HAR files, recordings, and files with one exchange or access log entry per line.
/// The files may be compressed with gzip.
enum CaptureReader {
  /// Reads all exchanges, one at a time. An invalid exchange is reported as a problem, and reading continues with the
  /// next.
  ///
  /// - Parameters:
  ///   - path: The path of the file, where `-` is standard input.
  ///   - limit: The maximum uncompressed size of a compressed file. It can be higher if each exchange is dropped before
  ///     the next one is read.
  ///   - isKnown: A closure that returns a Boolean value that indicates whether a HAR entry with the given text can be
  ///     skipped.
  static func read(
    _ path: String, unpackingTo limit: UnpackingLimit = .streamed,
    passingOver isKnown: ([UInt8]) -> Bool = { _ in false }, _ each: (CapturedExchange) -> Void
  ) -> [Problem] {
    let whole = SourceLocation(file: path == "-" ? StandardInput.name : path, line: 0, column: 0)
    if FileSystem.isFolder(path) {
      return [Problem(whole, "This is a folder; name files in it, such as \(path)/*.har.")]
    }
    do throws(FileError) {
      var source = try ByteSource(path, unpackingTo: limit)
      var beginning: [UInt8] = []
      while beginning.count < CaptureKind.enough, try source.read(into: &beginning) {}
      switch CaptureKind.of(beginning, path: path) {
      case .har:
        var stream = HARStream(path)
        return try stream.read(source, after: beginning, passingOver: isKnown, each)
      case .lines:
        var lines = ExchangeLines(path)
        return try lines.read(source, after: beginning, each)
      case .document:
        source.hold()
        while try source.read(into: &beginning) {}
        return document(beginning, path, each)
      case .empty: return [Problem(whole, "The file is empty: a recording or a HAR file is a JSON object.")]
      case .zip: return [Problem(whole, "The file is a ZIP archive; unpack it first (unzip).")]
      }
    } catch {
      return [Problem(whole, "The file can't be \(error.action.rawValue): \(error.reason).")]
    }
  }

  /// Returns all exchanges and problems of a file.
  static func exchanges(in path: String) -> (exchanges: [CapturedExchange], problems: [Problem]) {
    var exchanges: [CapturedExchange] = []
    let problems = read(path, unpackingTo: .held) { exchanges.append($0) }
    return (exchanges, problems)
  }

  /// Reads a file that is a single JSON text: a recording, or a HAR file whose `log` isn't its first member.
  private static func document(_ bytes: [UInt8], _ path: String, _ each: (CapturedExchange) -> Void) -> [Problem] {
    let bytes = HARReader.withoutMark(bytes)
    let folders = Array(path.split(separator: "/").dropLast().reversed().map(String.init))
    let root: JSON
    do {
      root = try JSON.parse(bytes, file: path)
    } catch {
      guard let sentence = ForeignFile.sentence(on: bytes, named: path) else {
        return [Problem(error.location, error.message)]
      }
      return [Problem(SourceLocation(file: path, line: 1, column: 1), sentence)]
    }
    if HARReader.isHAR(root) {
      let result = HARReader.read(root)
      for entry in result.file?.entries ?? [] { each(CapturedExchange(entry, folders: folders)) }
      return result.problems
    }
    guard root["request"] != nil, root["response"] != nil else {
      return [
        Problem(
          root.location,
          ForeignFile.sentence(on: bytes, named: path)
            ?? "Unknown format: expected a recording (with \"request\" and \"response\"), a HAR file (with \"log\") or an access log."
        )
      ]
    }
    let name =
      path.split(separator: "/").last.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : String($0) } ?? path
    let loaded = RecordingLoader.load([
      .init(endpoint: folders.first ?? "", name: name, path: path, bytes: bytes)
    ])
    for recording in loaded.recordings { each(CapturedExchange(recording, folders: folders)) }
    return loaded.problems
  }
}
