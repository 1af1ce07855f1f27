import Testing

/// A reader of the part of OpenMetrics 1.0 that Plumbline uses. It rejects everything that the grammar doesn't allow.
///
/// Families must be contiguous, with `# TYPE` before `# UNIT` before `# HELP`. Samples must have the suffixes of their
/// kind, each series must occur once, buckets must never decrease and must agree with `_count`, and `# EOF` must be at
/// the very end.
struct OpenMetrics {
  struct Malformed: Error, CustomStringConvertible {
    let line: String
    let description: String
  }

  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  private struct Family {
    let name: String
    var kind = "unknown"
    var samples = 0
  }

  private(set) var samples: [Sample] = []
  private(set) var kinds: [String: String] = [:]
  private var family = Family(name: "")
  private var series: Set<String> = []

  init(_ text: String) throws {
    guard text.hasSuffix("\n# EOF\n") else { throw Malformed(line: "", description: "It doesn't end with # EOF.") }
    for line in text.dropLast("# EOF\n".count).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let line = String(line)
      if line.hasPrefix("# ") { try takeDescription(line) } else { try takeSample(line) }
    }
    try checkHistograms()
  }

  /// Returns the value of the only series with this name and these labels. The series may have additional labels.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    let found = samples.filter { sample in
      sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
    }
    return found.count == 1 ? found[0].value : nil
  }

  private mutating func takeDescription(_ line: String) throws {
    let words = line.dropFirst(2).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, Self.isName(words[1]) else { throw Malformed(line: line, description: "No metadata.") }
    if words[1] != family.name {
      guard kinds[words[1]] == nil else { throw Malformed(line: line, description: "The family comes twice.") }
      family = Family(name: words[1])
      guard words[0] == "TYPE" else { throw Malformed(line: line, description: "TYPE comes first.") }
    }
    guard family.samples == 0 else { throw Malformed(line: line, description: "Metadata behind samples.") }
    switch words[0] {
    case "TYPE":
      guard kinds[family.name] == nil, ["counter", "gauge", "histogram", "info"].contains(words[2]) else {
        throw Malformed(line: line, description: "No such type.")
      }
      kinds[family.name] = words[2]
      family.kind = words[2]
    case "UNIT":
      guard family.name.hasSuffix("_" + words[2]) else {
        throw Malformed(line: line, description: "The unit isn't in the name.")
      }
    case "HELP": _ = try Self.unescaped(words[2], of: line)
    default: throw Malformed(line: line, description: "No such metadata.")
    }
  }

  private mutating func takeSample(_ line: String) throws {
    let name = String(line.prefix { $0 != "{" && $0 != " " })
    var rest = line.dropFirst(name.count)
    var labels: [String: String] = [:]
    if rest.first == "{" {
      rest = rest.dropFirst()
      while rest.first != "}" {
        let label = String(rest.prefix { $0 != "=" })
        rest = rest.dropFirst(label.count + 1)
        guard Self.isName(label), rest.first == "\"" else { throw Malformed(line: line, description: "No label.") }
        rest = rest.dropFirst()
        var quoted = ""
        while let next = rest.first, next != "\"" {
          quoted.append(next)
          rest = rest.dropFirst()
          guard next == "\\", let behind = rest.first else { continue }
          quoted.append(behind)
          rest = rest.dropFirst()
        }
        guard labels.updateValue(try Self.unescaped(quoted, of: line), forKey: label) == nil, rest.first == "\"" else {
          throw Malformed(line: line, description: "A label comes twice, or doesn't end.")
        }
        rest = rest.dropFirst()
        if rest.first == "," { rest = rest.dropFirst() }
      }
      rest = rest.dropFirst()
    }
    guard rest.first == " ", let value = Self.number(rest.dropFirst()) else {
      throw Malformed(line: line, description: "No value.")
    }
    let suffixes = [
      "counter": ["_total"], "gauge": [""], "info": ["_info"], "histogram": ["_bucket", "_sum", "_count"],
    ]
    guard let allowed = suffixes[family.kind], allowed.contains(where: { family.name + $0 == name }) else {
      throw Malformed(line: line, description: "It isn't a sample of \(family.name).")
    }
    if family.kind == "counter" || family.kind == "histogram", !(value >= 0) {
      throw Malformed(line: line, description: "A count below 0.")
    }
    let key = name + labels.sorted { $0.key < $1.key }.map { "\u{1}\($0)\u{2}\($1)" }.joined()
    guard series.insert(key).inserted else { throw Malformed(line: line, description: "The series comes twice.") }
    family.samples += 1
    samples.append(Sample(name: name, labels: labels, value: value))
  }

  private func checkHistograms() throws {
    for name in kinds.filter({ $0.value == "histogram" }).keys {
      let buckets = samples.filter { $0.name == name + "_bucket" }
      let bounds = buckets.map { $0.labels["le"].flatMap { Self.number($0[...]) } ?? .nan }
      guard bounds.last == .infinity, zip(bounds, bounds.dropFirst()).allSatisfy(<),
        zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }),
        buckets.last?.value == value(name + "_count"), value(name + "_sum") != nil
      else { throw Malformed(line: name, description: "Its buckets don't agree.") }
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  private static func number(_ text: Substring) -> Double? {
    if text == "+Inf" { return .infinity }
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || ".-+eE".contains($0)) }) else { return nil }
    return Double(text)
  }

  private static func unescaped(_ text: String, of line: String) throws -> String {
    var plain = ""
    var letters = text.makeIterator()
    while let letter = letters.next() {
      guard letter == "\\" else {
        if letter == "\"" { throw Malformed(line: line, description: "A bare quotation mark.") }
        plain.append(letter)
        continue
      }
      switch letters.next() {
      case "\\": plain.append("\\")
      case "\"": plain.append("\"")
      case "n": plain.append("\n")
      default: throw Malformed(line: line, description: "No such escape.")
      }
    }
    return plain
  }
}
