import Foundation
import PlumblineJSONSchema
import TestSupport
import Testing

struct PatternAgreementTests {
  private static let letters = Array("abc".utf8)

  /// Returns all strings of at most `length` letters.
  private func texts(over alphabet: [UInt8], upTo length: Int) -> [[UInt8]] {
    var all: [[UInt8]] = [[]]
    var last = all
    for _ in 0..<length {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      all += last
    }
    return all
  }

  @Test func `small patterns agree with the plainest matcher on all short texts`() throws {
    var numbers = RandomNumbers(seed: 20_260_101)
    let texts = texts(over: Self.letters, upTo: 6)
    for _ in 0..<150 {
      let reference = ReferencePattern.random(&numbers, alphabet: Self.letters, depth: 3)
      let pattern = try #require(try? Pattern(reference.text), "\(reference.text)")
      for text in texts where pattern.matches(text) != reference.matches(text) {
        Issue.record("\(reference.text) on \(String(decoding: text, as: UTF8.self))")
        break
      }
    }
  }

  @Test func `word boundaries agree with the plainest matcher, and so do all ways to match`() throws {
    var numbers = RandomNumbers(seed: 7)
    let alphabet = Array("ab-".utf8)
    let texts = texts(over: alphabet, upTo: 4)
    for _ in 0..<300 {
      let reference = ReferencePattern.random(&numbers, alphabet: alphabet, depth: 3)
      let pattern = try Pattern(reference.text.replacing("[^-", with: "[^\\-"))
      for text in texts {
        let expected = reference.matches(text)
        guard Set(pattern.verdicts(text).verdicts) != [expected] else { continue }
        Issue.record("\(reference.text) on \(String(decoding: text, as: UTF8.self))")
        break
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `looking around agrees with the plainest matcher`(seed: UInt64) throws {
    var numbers = RandomNumbers(seed: seed)
    let texts = texts(over: Self.letters, upTo: 4)
    for round in 0..<60 {
      let random = ReferencePattern.random(&numbers, alphabet: Self.letters, depth: 3, looks: true)
      // Most lookarounds are at the start or the end of a text.
      let look = ReferencePattern.look(
        .random(&numbers, alphabet: Self.letters, depth: 2), isAhead: round % 4 < 2, isNegated: round.isMultiple(of: 2))
      let reference = ReferencePattern.sequence(round % 4 < 2 ? [.start, look, random] : [random, look, .end])
      for reference in [random, reference] {
        let pattern = try #require(try? Pattern(reference.text), "\(reference.text)")
        for text in texts where Set(pattern.verdicts(text).verdicts) != [reference.matches(text)] {
          Issue.record("\(reference.text) on \(String(decoding: text, as: UTF8.self))")
          break
        }
      }
    }
  }

  @Test func `what is behind and ahead of characters of several bytes is found`() throws {
    let cases: [(String, String, Bool)] = [
      ("(?<=é)日", "aé日", true), ("(?<=é)日", "a日é", false), ("(?<!😀)b", "😀b", false), ("(?<!😀)b", "é😀ab", true),
      ("日(?=😀$)", "日日😀", true), ("日(?!😀)", "日😀", false), ("(?<=^.{2})x", "é日x", true), ("(?<=^.{2})x", "éx", false),
    ]
    for (text, sample, expected) in cases {
      let pattern = try Pattern(text)
      #expect(pattern.matches(Array(sample.utf8)) == expected, "\(text) on \(sample)")
      let other = try NSRegularExpression(pattern: text)
      #expect((other.firstMatch(in: sample, range: NSRange(sample.startIndex..., in: sample)) != nil) == expected)
    }
  }

  @Test func `patterns agree with Foundation where both speak the same language`() throws {
    var numbers = RandomNumbers(seed: 99)
    let alphabet = Array("abcé日".unicodeScalars)
    var compared = 0
    for _ in 0..<1_500 {
      let reference = ReferencePattern.random(&numbers, alphabet: Self.letters, depth: 2)
      // Some letters are replaced with multibyte ones; Foundation's \b defines words differently from ECMA-262's.
      let text = reference.text.replacing("\\b", with: "é?").replacing("\\B", with: "[é日]?").replacing("c", with: "日")
      guard let other = try? NSRegularExpression(pattern: text, options: []) else { continue }
      let pattern = try #require(try? Pattern(text), "\(text)")
      for _ in 0..<20 {
        var sample = ""
        for _ in 0..<Int.random(in: 0...7, using: &numbers) {
          sample.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)])
        }
        let range = NSRange(sample.startIndex..., in: sample)
        let expected = other.firstMatch(in: sample, range: range) != nil
        compared += 1
        #expect(pattern.matches(Array(sample.utf8)) == expected, "\(text) on \(sample)")
      }
    }
    #expect(compared > 20_000)
  }

  @Test func `sets of code points agree with their bytes`() throws {
    var numbers = RandomNumbers(seed: 3)
    let edges: [UInt32] = [
      0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x1_0000, 0x3_FFFF, 0x4_0000,
      0xF_FFFF, 0x10_0000, 0x10_FFFF,
    ]
    for _ in 0..<200 {
      var ranges: [ClosedRange<UInt32>] = []
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let low = edges[Int.random(in: 0..<edges.count, using: &numbers)]
        let high = min(
          0x10_FFFF, low + UInt32.random(in: 0...(1 << UInt32.random(in: 0...20, using: &numbers)), using: &numbers))
        ranges.append(low...high)
      }
      let isNegated = Bool.random(using: &numbers)
      let inside = ranges.map { "\\u{\(String($0.lowerBound, radix: 16))}-\\u{\(String($0.upperBound, radix: 16))}" }
      let text = "^[" + (isNegated ? "^" : "") + inside.joined() + "]$"
      let pattern = try #require(try? Pattern(text), "\(text)")
      var samples = edges + ranges.flatMap { [$0.lowerBound, $0.upperBound, $0.lowerBound &- 1, $0.upperBound + 1] }
      for _ in 0..<50 { samples.append(UInt32.random(in: 0...0x10_FFFF, using: &numbers)) }
      for value in samples where value <= 0x10_FFFF {
        let expected = ranges.contains { $0.contains(value) } != isNegated
        #expect(pattern.matches(Self.encoded(value)) == expected, "\(text) on \(String(value, radix: 16))")
      }
    }
  }

  @Test(arguments: ["Latin", "Greek", "Cyrl", "Hebrew", "Thai", "Hangul", "Hira", "Katakana", "Devanagari", "Georgian"])
  func `scripts agree with Foundation for every code point that it knows`(name: String) throws {
    let pattern = try Pattern("^\\p{Script=\(name)}$")
    let other = try NSRegularExpression(pattern: "[\\p{sc=\(name)}\\p{Cn}]+")
    let text = String(String.UnicodeScalarView((UInt32(0)...0x1_FFFF).compactMap(Unicode.Scalar.init)))
    var spans: Set<UInt32> = []
    other.enumerateMatches(in: text, range: NSRange(text.startIndex..., in: text)) { match, _, _ in
      guard let range = match?.range else { return }
      for scalar in (text as NSString).substring(with: range).unicodeScalars { spans.insert(scalar.value) }
    }
    for scalar in text.unicodeScalars {
      let isMember = pattern.matches(Array(String(scalar).utf8))
      // Foundation may also match characters that are unassigned in the system's version of Unicode.
      if isMember {
        #expect(spans.contains(scalar.value), "\(String(scalar.value, radix: 16))")
      } else if scalar.properties.generalCategory != .unassigned, spans.contains(scalar.value) {
        let isNew = scalar.properties.age.map { $0.major >= 16 } ?? true
        #expect(isNew, "\(String(scalar.value, radix: 16))")
      }
    }
  }

  /// Returns the UTF-8 encoding of a code point. Surrogates are encoded like their neighbors.
  private static func encoded(_ value: UInt32) -> [UInt8] {
    if let scalar = Unicode.Scalar(value) { return Array(String(scalar).utf8) }
    return [0xED, UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F)]
  }
}
