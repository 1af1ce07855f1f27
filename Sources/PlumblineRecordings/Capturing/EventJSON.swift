import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The JSON that the events of a stream carry as their data, each on a line of its own: `data: {"text":"Hel"}`.
struct EventJSON {
  private struct Line {
    let number: Int
    /// Where the JSON begins.
    let start: Int
    let json: JSON
  }

  private let lines: [[UInt8]]
  private let found: [Line]

  /// - Returns: `nil` for an answer that is no stream of events.
  init?(_ response: Response) {
    guard response.mediaType == MediaType.eventStream, let bytes = response.body.bytes else { return nil }
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    var found: [Line] = []
    for (number, line) in lines.enumerated() where line.starts(with: "data:".utf8) {
      guard let start = line.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }),
        let json = try? JSON.parse(Array(line.dropFirst("data:".utf8.count)))
      else { continue }
      found.append(Line(number: number, start: start, json: json))
    }
    self.found = found
  }

  /// The values in order.
  var values: [JSON] { found.map(\.json) }

  /// The stream's bytes with other values where a closure gives one.
  func bytes(changing change: (JSON) -> JSON?) -> [UInt8] {
    var lines = lines
    for line in found {
      guard let other = change(line.json) else { continue }
      let old = lines[line.number]
      let end: [UInt8] = old.last == 0x0D ? [0x0D] : []
      lines[line.number] = Array(old[..<line.start]) + other.serialized() + end
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
