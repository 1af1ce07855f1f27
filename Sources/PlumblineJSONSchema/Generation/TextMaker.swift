import PlumblineJSONTree

/// A generator of strings for formats, patterns, and lengths. The strings are as plausible as the member's name allows.
struct TextMaker {
  private static let lengthLimit = 100_000
  private static let shownLength = 200
  /// The number of strings to try if automata only approximate the demand.
  private static let roughTexts = 40

  private let demand: Demand
  private let context: ValueContext
  private let size: GenerationSize
  private let writers: TextWriters

  init(_ demand: Demand, _ context: ValueContext, _ size: GenerationSize, _ writers: TextWriters) {
    self.demand = demand
    self.context = context
    self.size = size
    self.writers = writers
  }

  func candidates() -> [JSON] {
    var texts: [String] = []
    let formatted = demand.formats.flatMap {
      FormatSamples.texts($0.rawValue, context, demand.minLength, demand.maxLength)
    }
    let isPlain = demand.formats.isEmpty && demand.patterns.isEmpty && demand.notPatterns.isEmpty
    if size != .minimal || !isPlain { texts += formatted + MemberTexts.texts(context) }
    if !demand.patterns.isEmpty || !demand.notPatterns.isEmpty {
      // Keep strings suggested by the name only if they are valid. Strings generated from the patterns nearly always
      // are.
      texts = texts.filter(fits)
      texts += written()
      if size == .minimal { texts.sort { $0.unicodeScalars.count < $1.unicodeScalars.count } }
    }
    if demand.minLength <= Self.lengthLimit {
      let plain = MemberTexts.plain(context)
      texts.append(fitted(size == .minimal && isPlain && context.variation == 0 ? "" : plain))
      if texts.isEmpty || !isPlain || !demand.excluded.isEmpty {
        texts += ["", "a", "A", "1", " ", "~", "\u{1}"].map(fitted)
      }
      if size == .maximal, isPlain, demand.maxLength <= Self.lengthLimit { texts.insert(stretched(plain), at: 0) }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.map { JSON($0) }
  }

  /// Returns strings that satisfy the patterns and formats together.
  private func written() -> [String] {
    var texts: [String] = []
    let patterns = demand.patterns + demand.formats.compactMap(\.pattern)
    for (way, clauses) in PatternClauses.ways(matching: patterns, avoiding: demand.notPatterns).enumerated() {
      guard var writer = writers.writer(clauses, patterns, demand.notPatterns, way: way) else { continue }
      for variation in context.variation..<context.variation + (clauses.isExact ? 2 : Self.roughTexts) {
        let text = writer.text(from: demand.minLength, to: demand.maxLength, size: size, variation: variation)
        if let text, clauses.isExact || fits(text) { texts.append(text) }
      }
      if !texts.isEmpty { break }
    }
    return texts
  }

  private func fits(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return demand.patterns.allSatisfy { $0.matches(bytes) } && !demand.notPatterns.contains { $0.matches(bytes) }
      && demand.minLength...max(demand.minLength, demand.maxLength) ~= text.unicodeScalars.count
  }

  /// Returns a string, truncated or repeated to satisfy the length limits.
  private func fitted(_ text: String) -> String {
    Self.cut(Self.repeated(text, to: demand.minLength), to: demand.maxLength)
  }

  private func stretched(_ text: String) -> String {
    let length = demand.maxLength == .max ? Self.shownLength : demand.maxLength
    return Self.cut(Self.repeated(text, to: length), to: length)
  }

  private static func repeated(_ text: String, to length: Int) -> String {
    let count = text.unicodeScalars.count
    if count >= length { return text }
    let more = " " + (text.isEmpty ? "text" : text.lowercased())
    let rounds = (length - count) / max(1, more.unicodeScalars.count) + 1
    let whole = cut(text + String(repeating: more, count: rounds), to: length)
    return text.isEmpty ? cut("t" + whole.dropFirst(), to: length) : whole
  }

  private static func cut(_ text: String, to length: Int) -> String {
    if text.unicodeScalars.count <= length { return text }
    var kept = String(text.unicodeScalars.prefix(length))
    // A trailing space looks like a mistake.
    if kept.unicodeScalars.last == " " {
      kept.unicodeScalars.removeLast()
      kept += "s"
    }
    return kept
  }
}
