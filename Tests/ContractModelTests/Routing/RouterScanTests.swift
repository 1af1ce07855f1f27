import PlumblineContractModel
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Results of the router for random templates and paths, compared with those of trying every template in every way.
@Suite struct RouterScanTests {
  /// A template as the test reads it. Each segment is a list of pieces, which are literal text or `nil` for a
  /// parameter.
  private struct Plain {
    var segments: [(pieces: [String?], goesAcross: Bool)] = []

    var text: String {
      var number = 0
      return segments.map { segment in
        "/"
          + segment.pieces.map { piece -> String in
            if let piece { return piece }
            number += 1
            return segment.goesAcross ? "{+p\(number)}" : "{p\(number)}"
          }.joined()
      }.joined()
    }

    /// Returns the rank of a segment, which is literal, pattern, whole or across.
    func rank(_ place: Int) -> Int {
      let segment = segments[place]
      if segment.goesAcross { return 3 }
      if !segment.pieces.contains(nil) { return 0 }
      return segment.pieces.count == 1 ? 2 : 1
    }

    func words(_ place: Int) -> [String] { segments[place].pieces.map { $0 ?? "{}" } }
  }

  /// Returns the characters of a path, in which reserved characters may be percent-encoded.
  private static func units(_ text: String) -> [String] {
    var units: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "%" {
        let code = rest.prefix(3).uppercased()
        units.append(["%2E": ".", "%61": "a", "%2D": "-"][code] ?? code)
        rest = rest.dropFirst(3)
      } else {
        units.append(String(first))
        rest = rest.dropFirst()
      }
    }
    return units
  }

  /// Returns every way to divide units among pieces, the greediest first. The test uses only the first.
  private static func divide(_ units: ArraySlice<String>, _ pieces: ArraySlice<String?>) -> [[String]]? {
    guard let piece = pieces.first else { return units.isEmpty ? [] : nil }
    if let piece {
      let wanted = Self.units(piece)
      guard units.count >= wanted.count, Array(units.prefix(wanted.count)) == wanted else { return nil }
      return divide(units.dropFirst(wanted.count), pieces.dropFirst())
    }
    for count in stride(from: units.count, to: 0, by: -1) {
      if let rest = divide(units.dropFirst(count), pieces.dropFirst()) { return [Array(units.prefix(count))] + rest }
    }
    return nil
  }

  private static func fit(_ template: Plain, _ path: [String], from place: Int = 0) -> [[String]]? {
    guard place < template.segments.count else { return path.isEmpty ? [] : nil }
    let segment = template.segments[place]
    for count in segment.goesAcross ? Array(stride(from: path.count, to: 0, by: -1)) : [1] where count <= path.count {
      let text = path.prefix(count).joined(separator: "/")
      // Literals are compared after decoding, so encoding reserved characters makes no difference.
      let own =
        template.rank(place) == 0
        ? (decoded(text) == decoded(segment.pieces.compactMap { $0 }.joined()) ? [] : nil)
        : divide(units(text)[...], segment.pieces[...])
      if let own, let rest = fit(template, Array(path.dropFirst(count)), from: place + 1) { return own + rest }
    }
    return nil
  }

  private static func decoded(_ text: String) -> String { PercentEncoding.decode(text) }

  /// Returns a Boolean value that indicates whether a template is tried before the other, according to the documented
  /// rules.
  private static func precedes(_ one: Plain, _ other: Plain) -> Bool {
    for place in 0..<min(one.segments.count, other.segments.count) {
      let (rank, otherRank) = (one.rank(place), other.rank(place))
      if rank != otherRank { return rank < otherRank }
      if rank == 3 {
        let (tail, otherTail) = (one.segments.count - place, other.segments.count - place)
        if tail != otherTail { return tail > otherTail }
      }
      if one.words(place) == other.words(place) { continue }
      func pattern(_ plain: Plain) -> SegmentPattern? {
        switch try? PathTemplate(parsing: plain.text).segments[place] {
        case .pattern(let pattern), .across(let pattern): pattern
        default: nil
        }
      }
      // Only this order is taken from the product. Its rules have their own tests.
      if let left = pattern(one), let right = pattern(other) { return left.precedes(right) }
    }
    return false
  }

  private static let letters = ["a", "b", ".", "-", ":", "ab", "%3A", ","]

  private func word(_ random: inout RandomNumbers) -> String {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? "a" }.joined()
  }

  private func template(_ random: inout RandomNumbers) -> Plain {
    var plain = Plain()
    var hasAcross = false
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3: plain.segments.append(([word(&random)], false))
      case 3, 4: plain.segments.append(([nil], false))
      case 5 where !hasAcross:
        hasAcross = true
        let ends = [[nil], [nil, word(&random)], [word(&random), nil]] as [[String?]]
        plain.segments.append((ends.randomElement(using: &random) ?? [nil], true))
      default:
        let ways =
          [
            [nil, word(&random)], [word(&random), nil], [nil, word(&random), nil],
            [word(&random), nil, word(&random), nil],
          ]
          as [[String?]]
        plain.segments.append((ways.randomElement(using: &random) ?? [nil], false))
      }
    }
    return plain
  }

  /// Returns a path that is likely to match one of the templates.
  private func path(_ templates: [Plain], _ random: inout RandomNumbers) -> [String] {
    guard let plain = templates.randomElement(using: &random) else { return [] }
    return plain.segments.flatMap { segment -> [String] in
      let count = segment.goesAcross ? Int.random(in: 1...3, using: &random) : 1
      var words = (0..<count).map { _ in
        segment.pieces.map { piece -> String in
          if let piece { return Int.random(in: 0..<4, using: &random) == 0 ? piece.replacing("a", with: "%61") : piece }
          return (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Self.letters.randomElement(using: &random) ?? "a"
          }.joined()
        }.joined()
      }
      if Int.random(in: 0..<12, using: &random) == 0 { words.append("") }
      return words
    }
  }

  @Test(arguments: RandomSeed.ofThisRun)
  func `the router finds what trying everything finds, and divides it alike`(seed: RandomSeed) throws {
    var random = seed.numbers
    for _ in 0..<300 {
      var shapes: Set<[PathTemplate.Shape]> = []
      var plains: [Plain] = []
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        let plain = template(&random)
        if shapes.insert(try PathTemplate(parsing: plain.text).shape).inserted { plains.append(plain) }
      }
      let templates = try plains.map { try PathTemplate(parsing: $0.text) }
      let router = Router(templates.map { Endpoints.plain(.get, $0) })
      for _ in 0..<30 {
        let segments = path(plains, &random)
        let sent = "/" + segments.joined(separator: "/")
        guard sent != "/" else { continue }
        let fits = plains.indices.compactMap { index in Self.fit(plains[index], segments).map { (index, $0) } }
        let best = fits.min { Self.precedes(plains[$0.0], plains[$1.0]) }
        let all = templates.map(\.text).joined(separator: " ")
        for (index, values) in fits {
          let wanted = values.map { Self.decoded($0.joined()) }
          #expect(templates[index].values(in: Array(sent.utf8)[...]) == wanted, "\(templates[index]) \(sent)")
        }
        switch router.route(.get, path: sent) {
        case .found(let endpoint):
          #expect(endpoint.request.template.text == best.map { templates[$0.0].text }, "\(sent) of \(all)")
        case .methodMissing, .conditionMissing, .nothing:
          #expect(best == nil, "\(sent) of \(all)")
        }
      }
    }
  }

  @Test(arguments: [
    (["/a/{x}", "/a/b"], "/a/b", "/a/b"), (["/{x}", "/{x}.json"], "/r.json", "/{x}.json"),
    (["/{x}.json", "/{x}.tar.json"], "/r.tar.json", "/{x}.tar.json"), (["/{x}ab", "/ab{x}"], "/abxab", "/ab{x}"),
    (["/{x}.{y}", "/{x}."], "/a..", "/{x}."), (["/{+p}", "/{x}"], "/a", "/{x}"), (["/{+p}", "/{x}"], "/a/b", "/{+p}"),
    (["/{+p}", "/{+p}/meta"], "/a/meta", "/{+p}/meta"), (["/{+p}", "/{+p}.json"], "/a/b.json", "/{+p}.json"),
    (["/{+p}/{a}/{b}", "/{+p}/meta"], "/x/y/meta", "/{+p}/{a}/{b}"), (["/a/{+p}", "/{x}/b"], "/a/b", "/a/{+p}"),
    (["/{a}-{b}", "/{a}.{b}"], "/x-y.z", "/{a}-{b}"),
  ])
  func `of several that fit the most definite is found, in any order of the contract`(
    texts: [String], path: String, found: String
  ) throws {
    for order in [texts, texts.reversed()] {
      let router = Router(try order.map { Endpoints.plain(.get, try PathTemplate(parsing: $0)) })
      guard case .found(let endpoint) = router.route(.get, path: path) else {
        Issue.record("\(path) isn't found")
        continue
      }
      #expect(endpoint.request.template.text == found)
    }
  }

  @Test func `a path of very many segments and texts costs little`() throws {
    let texts = ["/{+p}/meta", "/{+p}:cancel", "/{a}-{b}-{c}-{d}", "/{a}a{b}a{c}a{d}x"]
    let router = Router(try texts.map { Endpoints.plain(.get, try PathTemplate(parsing: $0)) })
    for path in [String(repeating: "/a", count: 50_000), "/" + String(repeating: "a", count: 50_000)] {
      guard case .nothing = router.route(.get, path: path) else {
        Issue.record("found")
        continue
      }
    }
  }
}
