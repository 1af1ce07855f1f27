import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct DepthTests {
  /// Runs a body on a thread with a stack of 512 KiB.
  private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test(arguments: [
    ##"{"items": {"$ref": "#"}, "type": "array"}"##,
    ##"{"anyOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#"}}]}"##,
    ##"{"oneOf": [{"type": "null"}, {"allOf": [{"type": "array"}, {"items": {"$ref": "#"}}], "unevaluatedItems": false}]}"##,
    ##"{"$dynamicAnchor": "n", "type": "array", "items": {"$dynamicRef": "#n"}}"##,
  ])
  func `512 levels are judged on a stack of 512 KiB`(text: String) async throws {
    let found = try await onSmallStack {
      let schema = try compile(text)
      let good = try JSON.parse(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
      let bad = try JSON.parse(String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511))
      _ = schema.undocumented(in: good)
      return (schema.isValid(good), schema.isValid(bad), schema.violations(of: bad).isEmpty)
    }
    #expect(found.0)
    #expect(!found.1)
    #expect(!found.2)
  }

  @Test func `branches within branches cost no exponential time`() throws {
    // Each level evaluates the next one twice, and each branch fails only after that.
    let text =
      ##"{"anyOf": [{"items": {"$ref": "#"}, "type": "array", "maxItems": 0}, {"items": {"$ref": "#"}, "type": "array"}]}"##
    let schema = try compile(text)
    let bad = try JSON.parse(String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60))
    #expect(!schema.isValid(bad))
    #expect(schema.violations(of: bad).map(\.keyword) == ["anyOf"])
    let nested = try compile(
      ##"{"anyOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}], "unevaluatedProperties": false}"##
    )
    let deep = try JSON.parse(String(repeating: #"{"a":"#, count: 60) + "1" + String(repeating: "}", count: 60))
    #expect(nested.isValid(deep))
  }

  @Test func `a hundred thousand elements are unique or not`() throws {
    let schema = try compile(#"{"uniqueItems": true}"#)
    let numbers = (0..<100_000).map { "\($0)" }
    #expect(schema.isValid(try JSON.parse("[" + numbers.joined(separator: ",") + "]")))
    #expect(!schema.isValid(try JSON.parse("[" + numbers.joined(separator: ",") + ",5.0e0]")))
    let objects = (0..<20_000).map { #"{"k\#($0)":[{}],"id":1}"# }
    #expect(schema.isValid(try JSON.parse("[" + objects.joined(separator: ",") + "]")))
  }
}
