import PlumblineASCII

/// A path segment with parameters and text around them, such as `{name}.json`, `{id}:cancel`, `v{version}` or
/// `{lat},{lon}`.
///
/// # How a segment is divided
///
/// From left to right, each parameter takes as much as it can, and none is ever empty. `{name}.{format}` reads
/// `a.tar.gz` as `a.tar` and `gz`, and `{a}-{b}` reads `x-y-z` as `x-y` and `z`. To get the same result without
/// backtracking, the strings between the parameters are searched from the end, each as far to the right as possible.
///
/// A segment is divided before it is decoded. A character that RFC 3986 reserves (section 2.2: `,` `:` `;` `@` `!` …)
/// has a different meaning when it is encoded, so `{a},{b}` reads `1%2C5,2` as `1,5` and `2`. All other characters have
/// the same meaning in either form (section 2.3), so `report%2Ejson` is the same as `report.json`.
package struct SegmentPattern: Sendable, Hashable, CustomStringConvertible {
  /// The names of the parameters, in order. There is at least one.
  package let names: [String]
  /// The percent-decoded strings before, between and after the parameters. There is one more than there are names. The
  /// first and the last may be empty.
  package let texts: [String]
  /// A Boolean value that indicates whether the pattern's single parameter may span slashes.
  package let goesAcross: Bool
  /// The strings, with everything decoded except reserved characters.
  let literals: [[UInt8]]

  /// Creates a pattern.
  ///
  /// - Parameter texts: The strings as written in the template, percent-encoded. There must be one more than there are
  ///   names.
  init(names: [String], texts: [ArraySlice<UInt8>], goesAcross: Bool) {
    precondition(texts.count == names.count + 1 && !names.isEmpty)
    self.names = names
    self.texts = texts.map { PercentEncoding.decode($0) }
    self.goesAcross = goesAcross
    literals = texts.map { Array(PercentEncoding.normal($0)) }
  }

  package var description: String {
    zip(names, texts.dropFirst()).reduce(texts[0]) { $0 + "{\(goesAcross ? "+" : "")\($1.0)}" + $1.1 }
  }

  /// Returns a Boolean value that indicates whether two patterns match the same segments, regardless of the names of
  /// their parameters.
  package func isSameShape(as other: SegmentPattern) -> Bool {
    literals == other.literals && goesAcross == other.goesAcross
  }

  /// Returns a Boolean value that indicates whether this pattern is tried before another one for the same segment. The
  /// pattern with more text comes first, then the one whose text begins earlier, then the one with fewer parameters.
  /// Finally, alphabetical order makes the result deterministic.
  package func precedes(_ other: SegmentPattern) -> Bool {
    let (own, others) = (literals.map(\.count), other.literals.map(\.count))
    let (length, otherLength) = (own.reduce(0, +), others.reduce(0, +))
    if length != otherLength { return length > otherLength }
    if own[0] != others[0] { return own[0] > others[0] }
    if own.count != others.count { return own.count < others.count }
    for (one, another) in zip(literals, other.literals) where one != another {
      return one.lexicographicallyPrecedes(another)
    }
    return false
  }

  /// Returns a Boolean value that indicates whether a part of a path, as sent, matches the pattern.
  package func fits(_ raw: ArraySlice<UInt8>) -> Bool {
    !isElsewhere(raw) && ranges(in: PercentEncoding.normal(raw)) != nil
  }

  /// Returns the decoded values of the parameters, in order, or `nil` if the part doesn't match.
  package func values(in raw: ArraySlice<UInt8>) -> [String]? {
    rawValues(in: raw)?.map { PercentEncoding.decode($0) }
  }

  /// Returns the values with everything decoded except reserved characters, or `nil` if the part doesn't match.
  func rawValues(in raw: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    if isElsewhere(raw) { return nil }
    let part = PercentEncoding.normal(raw)
    return ranges(in: part).map { $0.map { part[$0] } }
  }

  /// Returns the values in a string that is already decoded, or `nil` if it doesn't match.
  package func values(inDecoded text: String) -> [String]? {
    values(in: Array(text.replacing("%", with: "%25").utf8)[...])
  }

  /// Returns a Boolean value that indicates whether the last byte alone rules out a match, to avoid a full comparison.
  private func isElsewhere(_ raw: ArraySlice<UInt8>) -> Bool {
    guard let last = literals[literals.count - 1].last, let sent = raw.last else { return raw.isEmpty }
    // An encoded byte ends with a hexadecimal digit.
    return sent != last && sent != UInt8(ascii: "%") && !sent.isHexDigit
  }

  /// Returns the ranges of the values in a part in its normal form, or `nil` if it doesn't match.
  private func ranges(in part: ArraySlice<UInt8>) -> [Range<Int>]? {
    let (first, last) = (literals[0], literals[literals.count - 1])
    guard part.count >= first.count + last.count + names.count, part.starts(with: first),
      part.suffix(last.count).elementsEqual(last)
    else { return nil }
    let start = part.startIndex + first.count
    var end = part.endIndex - last.count
    guard isBoundary(end, in: part), isBoundary(start, in: part) else { return nil }
    var ranges: [Range<Int>] = []
    for literal in literals.dropFirst().dropLast().reversed() {
      guard let place = self.last(literal, in: part, from: start, before: end) else { return nil }
      ranges.append(place + literal.count..<end)
      end = place
    }
    guard start < end else { return nil }
    ranges.append(start..<end)
    return ranges.reversed()
  }

  /// Returns the last position of a string with at least one character before and after it, or `nil` if there is none.
  private func last(_ text: [UInt8], in part: ArraySlice<UInt8>, from start: Int, before end: Int) -> Int? {
    var place = end - 1 - text.count
    while place > start {
      if part[place...].starts(with: text), isBoundary(place, in: part), isBoundary(place + text.count, in: part) {
        return place
      }
      place -= 1
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a position isn't in the middle of an encoded byte.
  private func isBoundary(_ place: Int, in part: ArraySlice<UInt8>) -> Bool {
    let mark = UInt8(ascii: "%")
    return !(place - 1 >= part.startIndex && part[place - 1] == mark)
      && !(place - 2 >= part.startIndex && part[place - 2] == mark)
  }
}
