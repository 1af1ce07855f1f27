import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

/// Reads files with exchanges: recordings and HAR files, told apart by what is in them.
enum CaptureReader {
  /// What came of a file.
  struct Result {
    var exchanges: [CapturedExchange] = []
    var problems: [Problem] = []
  }

  static func read(_ path: String) -> Result {
    let bytes: [UInt8]
    let whole = SourceLocation(file: path, line: 0, column: 0)
    if FileSystem.isFolder(path) {
      return Result(problems: [Problem(whole, "This is a folder; name files in it, such as \(path)/*.har.")])
    }
    do {
      bytes = HARReader.withoutMark(try FileSystem.read(path))
    } catch {
      return Result(
        problems: [
          Problem(
            whole, "The file can't be \(error.action.rawValue): \(error.reason).")
        ])
    }
    if bytes.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) {
      return Result(problems: [Problem(whole, "The file is empty: a recording or a HAR file is a JSON object.")])
    }
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return Result(problems: [Problem(whole, "The file is packed; unpack it first (gunzip, unzip).")])
    }
    let folders = Array(path.split(separator: "/").dropLast().reversed().map(String.init))
    let root: JSON
    do {
      root = try JSON.parse(bytes, file: path)
    } catch {
      return Result(problems: [Problem(error.location, error.message)])
    }
    if HARReader.isHAR(root) { return captured(bytes, path, folders) }
    guard root["request"] != nil, root["response"] != nil else {
      return Result(
        problems: [
          Problem(
            root.location,
            "This is neither a recording, which has a \"request\" and a \"response\", nor a HAR file, which has a \"log\"."
          )
        ])
    }
    let name =
      path.split(separator: "/").last.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : String($0) } ?? path
    let loaded = RecordingLoader.load([
      .init(endpoint: folders.first ?? "", name: name, path: path, bytes: bytes)
    ])
    return Result(
      exchanges: loaded.recordings.map { recording in
        CapturedExchange(
          exchange: recording.exchange, url: nil, folders: folders, recording: recording, location: recording.location,
          on: recording.provenance.on)
      }, problems: loaded.problems)
  }

  private static func captured(_ bytes: [UInt8], _ path: String, _ folders: [String]) -> Result {
    let result = HARReader.read(bytes, path: path)
    let entries = result.file?.entries ?? []
    return Result(
      exchanges: entries.map { entry in
        var exchange = entry.exchange
        exchange.recording = "\(entry.location)"
        return CapturedExchange(
          exchange: exchange, url: entry.url, folders: folders, recording: nil, location: entry.location,
          on: entry.source["startedDateTime"]?.string)
      }, problems: result.problems)
  }
}
