import PlumblineASCII

/// Text with parameters in it, as one part of a path has it: `{name}.json`, `{id}:cancel`, `v{version}`, `{lat},{lon}`.
///
/// # How a segment is divided
///
/// From left to right each parameter takes as much as it can, and none is ever empty: `{name}.{format}` reads `a.tar.gz` as
/// `a.tar` and `gz`, and `{a}-{b}` reads `x-y-z` as `x-y` and `z`. The texts in between are looked for from the end, each as
/// far to the right as it goes, which comes to the same and never has to try again.
///
/// A segment is divided before it is decoded. A character that RFC 3986 reserves (section 2.2: `,` `:` `;` `@` `!` …) is
/// another one when it is encoded, so `1%2C5,2` is `1,5` and `2` to `{a},{b}`; all others are the same either way
/// (section 2.3), so `report%2Ejson` is `report.json`.
package struct SegmentPattern: Sendable, Hashable, CustomStringConvertible {
  /// The names of the parameters, in order; at least one.
  package let names: [String]
  /// The texts before, between and after the parameters, percent-decoded: one more than there are names. Those at the ends
  /// may be empty.
  package let texts: [String]
  /// A Boolean value that indicates whether its one parameter may go across slashes.
  package let goesAcross: Bool
  /// The texts with only reserved characters still encoded.
  let literals: [[UInt8]]

  /// - Parameter texts: as the template has them, percent-encoded; one more than names.
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

  /// Returns a Boolean value that indicates whether two take the same segments, regardless of the names of their
  /// parameters.
  package func isSameShape(as other: SegmentPattern) -> Bool {
    literals == other.literals && goesAcross == other.goesAcross
  }

  /// Returns a Boolean value that indicates whether it is tried before another in the same place: the one with more text, then
  /// the one whose text begins earlier, then the one with fewer parameters; last, so that the order is never left to chance, by
  /// the alphabet.
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

  /// Returns a Boolean value that indicates whether a part of a path as sent fits.
  package func fits(_ raw: ArraySlice<UInt8>) -> Bool {
    !isElsewhere(raw) && ranges(in: PercentEncoding.normal(raw)) != nil
  }

  /// Returns the decoded values of the parameters, in their order; `nil` if the part doesn't fit.
  package func values(in raw: ArraySlice<UInt8>) -> [String]? {
    rawValues(in: raw)?.map { PercentEncoding.decode($0) }
  }

  /// Returns the values with only reserved characters still encoded.
  func rawValues(in raw: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    if isElsewhere(raw) { return nil }
    let part = PercentEncoding.normal(raw)
    return ranges(in: part).map { $0.map { part[$0] } }
  }

  /// Returns the values in a string that is already decoded.
  package func values(inDecoded text: String) -> [String]? {
    values(in: Array(text.replacing("%", with: "%25").utf8)[...])
  }

  /// Returns a Boolean value that indicates whether the last byte alone shows that a part doesn't fit, which avoids a
  /// full comparison.
  private func isElsewhere(_ raw: ArraySlice<UInt8>) -> Bool {
    guard let last = literals[literals.count - 1].last, let sent = raw.last else { return raw.isEmpty }
    // An encoded byte ends with a hexadecimal digit.
    return sent != last && sent != UInt8(ascii: "%") && !sent.isHexDigit
  }

  /// Returns the ranges of the values in a part in its normal form.
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

  /// Returns the last place of a string that has at least one character before and after it.
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

  /// Returns a Boolean value that indicates whether a place isn't in the middle of an encoded byte.
  private func isBoundary(_ place: Int, in part: ArraySlice<UInt8>) -> Bool {
    let mark = UInt8(ascii: "%")
    return !(place - 1 >= part.startIndex && part[place - 1] == mark)
      && !(place - 2 >= part.startIndex && part[place - 2] == mark)
  }
}
