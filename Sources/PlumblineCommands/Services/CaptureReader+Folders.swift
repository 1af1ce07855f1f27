import PlumblineContractModel
import PlumblineWorkspace

extension CaptureReader {
  /// All exchanges of a file of any kind, with what is wrong with it.
  static func exchanges(in path: String) -> (exchanges: [CapturedExchange], problems: [Problem]) {
    guard ExchangeLines.areIn(path) else {
      let read = read(path)
      return (read.exchanges, read.problems)
    }
    var exchanges: [CapturedExchange] = []
    var lines = ExchangeLines(path)
    lines.read { exchanges.append($0) }
    return (exchanges, lines.problems)
  }

  private static let endings = [".har", ".json", ".jsonl", ".ndjson", ".har.gz", ".jsonl.gz", ".ndjson.gz"]

  /// The files below a folder that may be captures, sorted.
  static func files(in folder: String) -> [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if FileSystem.isFolder(path) { return files(in: path) }
      return endings.contains { name.hasSuffix($0) } ? [path] : []
    }
  }
}
