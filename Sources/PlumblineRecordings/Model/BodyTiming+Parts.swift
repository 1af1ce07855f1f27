import PlumblineHTTPMessages

extension BodyTiming {
  /// Returns the times of parts that end at the given ascending offsets. Each is the time of the piece that contains
  /// the part's last byte, or that of the last piece if the part ends later.
  func times(ofPartsEnding ends: [Int]) -> [Duration] {
    var index = 0
    return ends.map { end in
      while index + 1 < parts.count, parts[index].end < end { index += 1 }
      return parts.isEmpty ? .zero : parts[index].time
    }
  }

  /// Returns the same timing for a body whose parts end at different offsets, or `nil` if the number of parts differs.
  func moved(from ends: [Int], to others: [Int]) -> BodyTiming? {
    guard ends.count == others.count, !parts.isEmpty else { return nil }
    let times = times(ofPartsEnding: ends)
    return BodyTiming(zip(others, times).map { BodyTiming.Part(end: $0.0, time: $0.1) })
  }
}
