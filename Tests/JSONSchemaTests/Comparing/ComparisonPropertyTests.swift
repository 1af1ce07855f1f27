import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport
import Testing

struct ComparisonPropertyTests {
  /// The number of pairs that are compared, which is `PLUMBLINE_PAIRS` or a small default.
  static let pairs = ProcessInfo.processInfo.environment["PLUMBLINE_PAIRS"].flatMap(Int.init) ?? 600

  @Test(arguments: RandomSeed.ofThisRun)
  func `what is proven compatible has no value that says otherwise, and every witness is one`(
    seed: RandomSeed
  ) throws {
    var numbers = seed.numbers
    var (proven, refuted, undecided) = (0, 0, 0)
    for number in 0..<Self.pairs {
      let pair = RandomSchemaPair(&numbers)
      let old = try JSONDocument.parse(pair.values.serialized())
      let new = try JSONDocument.parse(pair.bounds.serialized())
      guard let own = try? SchemaLibrary().compile(old.root), let other = try? SchemaLibrary().compile(new.root) else {
        continue
      }
      let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .all)
      let inclusion = comparison.inclusion(of: old.root, on: .old, in: new.root)
      for witness in inclusion.gaps.compactMap(\.witness) {
        #expect(own.isValid(witness), "\(number): \(old.root) → \(new.root): \(witness)")
        #expect(!other.isValid(witness), "\(number): \(old.root) → \(new.root): \(witness)")
      }
      if inclusion.isProvenByLetter {
        proven += 1
        for value in values(of: own) where !other.isValid(value) {
          Issue.record("\(number): \(old.root) isn't within \(new.root): \(value)")
        }
      } else if inclusion.gaps.contains(where: { $0.witness != nil }) {
        refuted += 1
      } else {
        undecided += 1
      }
    }
    // Nearly every pair is decided, and both results are common.
    #expect(proven > Self.pairs / 10)
    #expect(refuted > Self.pairs / 10)
    #expect(undecided < Self.pairs / 20, "\(proven) proven, \(refuted) refuted, \(undecided) undecided")
  }

  @Test(arguments: RandomSeed.ofThisRun)
  func `a schema has all the values of itself, whatever the order of its members`(seed: RandomSeed) throws {
    var numbers = seed.numbers
    for _ in 0..<Self.pairs / 3 {
      let schema = RandomSchemaPair(&numbers).values
      let old = try JSONDocument.parse(schema.serialized())
      let new = try JSONDocument.parse(shuffled(schema, &numbers).serialized())
      guard (try? SchemaLibrary().compile(old.root)) != nil else { continue }
      let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .all)
      let inclusion = comparison.inclusion(of: old.root, on: .old, in: new.root)
      #expect(inclusion.isProven, "\(old.root)")
      #expect(inclusion.unknown.isEmpty, "\(old.root)")
      #expect(inclusion.absent.isEmpty, "\(old.root)")
    }
  }

  /// Returns values that the schema accepts and whose members are all named by it.
  private func values(of schema: Schema) -> [JSON] {
    var found: [JSON] = []
    for size in GenerationSize.allCases {
      for seed in UInt64(0)..<4 {
        guard case .success(let value) = schema.generate(size, seed: seed) else { continue }
        let all = [value] + schema.breakages(of: value, limit: 20).map(\.value)
        found += all.filter { schema.isValid($0) && schema.undocumented(in: $0).isEmpty }
      }
    }
    return found
  }

  private func shuffled(_ value: JSON, _ numbers: inout RandomNumbers) -> JSON {
    switch value.kind {
    case .object:
      return .object(value.members.shuffled(using: &numbers).map { ($0.key, shuffled($0.value, &numbers)) })
    case .array: return .array(value.elements.map { shuffled($0, &numbers) })
    default: return value
    }
  }
}
