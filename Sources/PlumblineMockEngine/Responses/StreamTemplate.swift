import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A recorded stream, split where its events or lines take values from the request. All other bytes stay the same, as
/// do the times of its parts.
struct StreamTemplate: Sendable {
  private struct Gap: Sendable {
    let range: Range<Int>
    let recorded: JSON
    let address: Address
  }

  private let bytes: [UInt8]
  /// The gaps in the order of their positions, without overlaps.
  private let gaps: [Gap]

  /// Splits a response. Returns `nil` if it isn't a stream or has no bindings.
  init?(_ response: Response, bindings: [Recording.Binding]) {
    guard bindings.contains(where: { $0.header == nil }), let values = StreamJSON(response),
      let bytes = response.body.bytes
    else { return nil }
    var found: [Gap] = []
    for binding in bindings where binding.header == nil {
      guard let (value, range) = values.value(at: binding.target) else { continue }
      found.append(Gap(range: range, recorded: value, address: binding.address))
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var gaps: [Gap] = []
    for gap in found where gap.range.lowerBound >= gaps.last?.range.upperBound ?? 0 { gaps.append(gap) }
    guard !gaps.isEmpty else { return nil }
    self.bytes = bytes
    self.gaps = gaps
  }

  /// Returns the stream filled in with a request's values, along with its timing adjusted to the new lengths, or `nil`
  /// if that equals the recorded stream.
  func filled(
    for reading: RequestReading, _ timing: BodyTiming?
  ) -> (bytes: [UInt8], timing: BodyTiming?)? {
    var filled: [UInt8] = []
    // For each changed gap, its end in the recorded stream and the difference in length.
    var moves: [(behind: Int, by: Int)] = []
    var next = 0
    for gap in gaps {
      guard let new = BoundValue.sent(at: gap.address, in: reading, like: gap.recorded), new != gap.recorded
      else { continue }
      filled += bytes[next..<gap.range.lowerBound]
      filled += new.serialized()
      next = gap.range.upperBound
      moves.append((behind: next, by: filled.count - next))
    }
    guard !moves.isEmpty else { return nil }
    filled += bytes[next...]
    return (filled, timing.map { Self.timing($0, moved: moves) })
  }

  private static func timing(_ timing: BodyTiming, moved moves: [(behind: Int, by: Int)]) -> BodyTiming {
    var index = 0
    var by = 0
    var parts: [BodyTiming.Part] = []
    for part in timing.parts {
      while index < moves.count, moves[index].behind <= part.end {
        by = moves[index].by
        index += 1
      }
      parts.append(BodyTiming.Part(end: part.end + by, time: part.time))
    }
    return BodyTiming(parts)
  }
}
