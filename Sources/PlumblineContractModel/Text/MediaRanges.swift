import PlumblineASCII

/// The media types that a client accepts, according to its `Accept` field (RFC 9110 section 12.5.1).
///
///     let ranges = MediaRanges("text/csv;q=0.8, application/*")
///     ranges.preferred(among: ["text/csv", "application/json"])       // "application/json"
package struct MediaRanges: Sendable {
  private struct Range {
    let essence: String
    /// The weight, from 0 to 1000.
    let quality: Int

    /// The precision of the range. A type is more precise than `type/*`, which is more precise than `*/*`.
    var precision: Int { essence == "*/*" ? 0 : essence.hasSuffix("/*") ? 1 : 2 }
  }

  private let ranges: [Range]

  /// Creates the ranges of a field.
  ///
  /// - Parameter field: The field's values, joined with commas if there are several.
  package init(_ field: String) {
    ranges = field.split(separator: ",").compactMap { item in
      let parts = item.split(separator: ";", omittingEmptySubsequences: false)
      let essence = MediaType.essence(of: String(parts.first ?? ""))
      guard essence.contains("/") else { return nil }
      let weight = parts.dropFirst().lazy.map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        .first { $0.hasPrefix("q=") }
      return Range(essence: essence, quality: weight.map { Self.quality($0.dropFirst(2)) } ?? 1000)
    }
  }

  /// Returns a weight (RFC 9110 section 12.4.2) in thousandths. For example, `0.8` becomes 800. An invalid weight is 0.
  private static func quality(_ text: Substring) -> Int {
    guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let value = Double(text),
      value.isFinite
    else { return 0 }
    return Int(min(value, 1) * 1000)
  }

  /// Returns the preference for a media type, from 0 (unacceptable) to 1000. The most precise matching range determines
  /// it. A documented range is as acceptable as a requested type within it.
  package func quality(of essence: String) -> Int {
    if ranges.isEmpty { return 1000 }
    let own = ranges.filter { MediaType.isInRange(essence, $0.essence) || MediaType.isInRange($0.essence, essence) }
    return own.max { $0.precision < $1.precision }?.quality ?? 0
  }

  /// Returns the most preferred type, or the first of those if there are several, or `nil` if none is acceptable. A
  /// vendor-specific JSON type counts as JSON if nothing else is acceptable.
  package func preferred(among essences: [String]) -> String? {
    var best: (essence: String, quality: Int)?
    for essence in essences {
      let quality = quality(of: essence)
      if quality > best?.quality ?? 0 { best = (essence, quality) }
    }
    if let best { return best.essence }
    guard ranges.contains(where: { $0.quality > 0 && MediaType.isJSON($0.essence) }) else { return nil }
    return essences.first(where: MediaType.isJSON)
  }
}
