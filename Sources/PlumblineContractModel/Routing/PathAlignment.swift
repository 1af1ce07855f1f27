import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The alignment of a path's segments with a template's: the cheapest way to pair them, with some left out on either
/// side.
package struct PathAlignment {
  /// The cost, or 0 if the path fits.
  package let cost: Int
  /// The main mismatch, or `nil` if the path fits.
  package let reason: String?
  /// The total edit distance of mistyped segments.
  package let letters: Int

  /// The cost of a segment that one side lacks.
  static let gap = 4
  /// The cost of a segment that differs only in case or by a typo.
  static let mistyped = 2
  /// The cost of a segment whose value the parameter doesn't accept.
  static let value = 1
  /// The cost of an unrelated segment.
  static let otherWord = 6
  /// The maximum number of segments to compare. Templates are shorter than that.
  static let longest = 48

  /// Aligns a path with an endpoint's template.
  ///
  /// - Parameter path: The path as sent, percent-encoded and without its query.
  package init(_ path: String, to endpoint: Endpoint) {
    self.init(PathSegments.letters(of: path), to: endpoint)
  }

  init(_ path: [SegmentLetters], to endpoint: Endpoint) {
    let template = Array(endpoint.request.template.segments.prefix(Self.longest))
    let path = Array(path.prefix(Self.longest))
    let pairing = Pairing(path: path, template: template, endpoint: endpoint)
    let steps = pairing.judgingRuns(pairing.cheapest())
    cost = steps.reduce(0) { $0 + $1.cost }
    let misses = steps.filter { $0.cost > 0 }
    letters = misses.reduce(0) { $0 + pairing.letters($1) }
    let extra = misses.filter { $0.template == nil }
    let lacking = misses.filter { $0.path == nil }
    if misses.isEmpty {
      reason = nil
    } else if let first = Self.mismatch(in: misses), let index = first.path {
      let place = first.template ?? 0
      let segment =
        if case .across = template[place] { pairing.run(of: place, in: steps) } else { path[index] }
      reason = pairing.mismatch(segment, with: template[place], at: index)
    } else if let first = extra.first?.path {
      reason =
        extra.count == 1 ? "one segment too many: \"\(path[first].text)\"" : "\(extra.count) segments too many"
    } else {
      let names = lacking.compactMap { $0.template.map { Self.text(template[$0]) } }
      reason = names.count == 1 ? "one segment too few: \(names[0]) is missing" : "\(names.count) segments too few"
    }
  }

  /// Returns the most significant mismatch. This is a pair of different words or, if no segment is missing, a pair with
  /// a wrong value.
  private static func mismatch(in misses: [Step]) -> Step? {
    let pairs = misses.filter { $0.path != nil && $0.template != nil }
    return pairs.first { $0.cost > value } ?? (pairs.count == misses.count ? pairs.first : nil)
  }

  private static func text(_ segment: PathTemplate.Segment) -> String {
    switch segment {
    case .literal(let text): "\"\(text)\""
    case .parameter(let name): "{\(name)}"
    case .pattern(let pattern), .across(let pattern): "\(pattern)"
    }
  }

  /// Returns the cost of matching a segment with a pattern, ignoring values. It is zero if the segment fits, low if it
  /// has a typo, and the full cost otherwise.
  static func cost(of segment: SegmentLetters, as pattern: SegmentPattern) -> Int {
    if segment.text.isEmpty { return gap }
    if segment.values(of: pattern) != nil { return 0 }
    // A percent-encoded delimiter is an ordinary character.
    let isDelimited = pattern.values(inDecoded: segment.text) != nil
    return isDelimited || isNearly(segment.text, pattern) ? mistyped : otherWord
  }

  /// Returns a Boolean value that indicates whether a segment begins and ends with a pattern's texts, except for a
  /// letter or two.
  private static func isNearly(_ text: String, _ pattern: SegmentPattern) -> Bool {
    guard let first = pattern.texts.first, let last = pattern.texts.last, !first.isEmpty || !last.isEmpty,
      text.count > first.count + last.count
    else { return false }
    func isLike(_ sent: Substring, _ wanted: String) -> Bool {
      wanted.isEmpty || Spelling.nearest(String(sent), among: [wanted]) != nil
    }
    return isLike(text.prefix(first.count), first) && isLike(text.suffix(last.count), last)
      && pattern.texts.dropFirst().dropLast().allSatisfy { text.contains($0) }
  }

  /// A segment of the path, of the template, or of both.
  private struct Step {
    var path: Int?
    var template: Int?
    var cost: Int
  }

  private struct Pairing {
    let path: [SegmentLetters]
    let template: [PathTemplate.Segment]
    let endpoint: Endpoint
    /// The template's literals, prepared for comparisons, or `nil` for each parameter.
    private let literals: [SegmentLetters?]

    init(path: [SegmentLetters], template: [PathTemplate.Segment], endpoint: Endpoint) {
      self.path = path
      self.template = template
      self.endpoint = endpoint
      literals = template.map { if case .literal(let text) = $0 { SegmentLetters(text) } else { nil } }
    }

    func cheapest() -> [Step] {
      let width = template.count + 1
      var costs = [Int](repeating: 0, count: (path.count + 1) * width)
      var pairs = [Int](repeating: 0, count: costs.count)
      for row in 0...path.count {
        for column in 0...template.count where row + column > 0 {
          var best = Int.max
          if row > 0, column > 0 {
            pairs[row * width + column] = cost(row - 1, column - 1)
            best = costs[(row - 1) * width + column - 1] + pairs[row * width + column]
          }
          if row > 0 { best = min(best, costs[(row - 1) * width + column] + (column > 0 ? more(column - 1) : gap)) }
          if column > 0 { best = min(best, costs[row * width + column - 1] + gap) }
          costs[row * width + column] = best
        }
      }
      var steps: [Step] = []
      var (row, column) = (path.count, template.count)
      while row + column > 0 {
        let cost = costs[row * width + column]
        let pair = pairs[row * width + column]
        // If several ways cost the same, leave out the last segment. It is more likely to be the added one.
        if row > 0, column > 0, more(column - 1) == 0, cost == costs[(row - 1) * width + column] {
          steps.append(Step(path: row - 1, template: column - 1, cost: 0))
          row -= 1
        } else if row > 0, cost == costs[(row - 1) * width + column] + gap {
          steps.append(Step(path: row - 1, template: nil, cost: gap))
          row -= 1
        } else if row > 0, column > 0, cost == costs[(row - 1) * width + column - 1] + pair {
          steps.append(Step(path: row - 1, template: column - 1, cost: pair))
          (row, column) = (row - 1, column - 1)
        } else {
          steps.append(Step(path: nil, template: column - 1, cost: gap))
          column -= 1
        }
      }
      return steps.reversed()
    }

    /// Returns the cost of letting a segment of the template consume one more segment of the path.
    private func more(_ place: Int) -> Int { if case .across = template[place] { 0 } else { gap } }

    /// Returns the text of a parameter that spans slashes.
    func run(of place: Int, in steps: [Step]) -> SegmentLetters {
      let segments = steps.filter { $0.template == place }.compactMap { $0.path.map { path[$0] } }
      let sent = segments.map { $0.sent ?? Array($0.text.utf8)[...] }.joined(separator: [UInt8(ascii: "/")])
      return SegmentLetters(segments.map(\.text).joined(separator: "/"), sent: Array(sent)[...])
    }

    /// Returns the steps, with the cost of each parameter that spans slashes computed from its whole text.
    func judgingRuns(_ steps: [Step]) -> [Step] {
      var steps = steps
      for (place, segment) in template.enumerated() {
        guard case .across(let pattern) = segment,
          let first = steps.firstIndex(where: { $0.template == place && $0.path != nil })
        else { continue }
        let run = run(of: place, in: steps)
        if run.text.isEmpty {
          steps[first].cost = gap
        } else if let values = run.values(of: pattern) {
          steps[first].cost = zip(pattern.names, values).allSatisfy { fits($1, $0) } ? 0 : value
        } else {
          steps[first].cost = PathAlignment.mistyped
        }
      }
      return steps
    }

    /// Returns the edit distance of a mistyped segment.
    func letters(_ step: Step) -> Int {
      guard step.cost == PathAlignment.mistyped, let index = step.path, let place = step.template,
        case .literal(let text) = template[place]
      else { return 0 }
      return Spelling.distance(path[index].text, text)
    }

    /// Returns the cost of pairing two segments. They may be unrelated words, differ by a typo, or only have a wrong
    /// value.
    private func cost(_ index: Int, _ place: Int) -> Int {
      if let literal = literals[place] { return literal.cost(of: path[index]) }
      let text = path[index].text
      switch template[place] {
      case .literal, .across: return 0
      case .parameter(let name): return text.isEmpty ? gap : fits(text, name) ? 0 : value
      case .pattern(let pattern):
        guard let values = path[index].values(of: pattern) else {
          return PathAlignment.cost(of: path[index], as: pattern)
        }
        return zip(pattern.names, values).allSatisfy { fits($1, $0) } ? 0 : value
      }
    }

    /// Returns a Boolean value that indicates whether a string is a valid value of a parameter.
    private func fits(_ text: String, _ name: String) -> Bool {
      guard let parameter = endpoint.path.first(where: { $0.name == name }) else { return true }
      if let type = parameter.type, !type.takes(segment: text) { return false }
      return parameter.schema.isValid(parameter.reading(segment: text))
    }

    /// Returns a phrase that describes the mismatch of a segment.
    func mismatch(_ segment: SegmentLetters, with place: PathTemplate.Segment, at index: Int) -> String {
      let text = segment.text
      let start = "path segment \(index + 1) is"
      switch place {
      case .literal(let wanted): return "\(start) \"\(text)\", not \"\(wanted)\""
      case .parameter(let name):
        return text.isEmpty ? "{\(name)} is empty" : mismatch(text, of: name)
      case .pattern(let pattern), .across(let pattern):
        if text.isEmpty { return "\(pattern) is empty" }
        guard let values = segment.values(of: pattern) else {
          return pattern.values(inDecoded: text) == nil
            ? "\(start) \"\(text)\", not \(pattern)"
            : "\(start) \"\(segment.written)\", not \(pattern): a delimiter isn't percent-encoded"
        }
        guard let wrong = zip(pattern.names, values).first(where: { !fits($1, $0) }) else {
          return "\(start) \"\(text)\", not \(pattern)"
        }
        return mismatch(wrong.1, of: wrong.0)
      }
    }

    private func mismatch(_ text: String, of name: String) -> String {
      let parameter = endpoint.path.first { $0.name == name }
      let violation = parameter.flatMap { $0.schema.violations(of: $0.reading(segment: text), limit: 1).first }
      guard let violation else { return "\"\(text)\" isn't a valid {\(name)}" }
      return violation.keyword == "type"
        ? "\"\(text)\" is not \(Violation.article(violation.expected))" : "{\(name)}: \(violation.phrase)"
    }

    private var gap: Int { PathAlignment.gap }
    private var value: Int { PathAlignment.value }
  }
}
