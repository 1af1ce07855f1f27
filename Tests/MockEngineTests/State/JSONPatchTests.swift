import PlumblineJSONTree
import Testing

@testable import PlumblineMockEngine

@Suite struct JSONPatchTests {
  private static let value = #"{"a":{"b":1,"c":[1,2]},"~x/y":null}"#

  @Test(arguments: [
    (#"[{"op":"add","path":"/d","value":5}]"#, #"{"a":{"b":1,"c":[1,2]},"~x/y":null,"d":5}"#),
    (#"[{"op":"add","path":"/a/b","value":null}]"#, #"{"a":{"b":null,"c":[1,2]},"~x/y":null}"#),
    (#"[{"op":"add","path":"/a/c/1","value":9}]"#, #"{"a":{"b":1,"c":[1,9,2]},"~x/y":null}"#),
    (#"[{"op":"add","path":"/a/c/-","value":9}]"#, #"{"a":{"b":1,"c":[1,2,9]},"~x/y":null}"#),
    (#"[{"op":"remove","path":"/a/c/0"},{"op":"remove","path":"/~0x~1y"}]"#, #"{"a":{"b":1,"c":[2]}}"#),
    (#"[{"op":"replace","path":"/a","value":{}}]"#, #"{"a":{},"~x/y":null}"#),
    (#"[{"op":"move","from":"/a/c/0","path":"/a/b"}]"#, #"{"a":{"b":1,"c":[2]},"~x/y":null}"#),
    (#"[{"op":"copy","from":"/a/c","path":"/e"}]"#, #"{"a":{"b":1,"c":[1,2]},"~x/y":null,"e":[1,2]}"#),
    (#"[{"op":"test","path":"/a/c","value":[1,2]},{"op":"add","path":"","value":7}]"#, "7"),
    ("[]", value),
  ])
  func `steps are done one after the other`(steps: String, result: String) throws {
    let patch = try JSONPatch(try JSON.parse(steps))
    #expect(try patch.applied(to: try JSON.parse(Self.value), atMost: 1000) == (try JSON.parse(result)))
  }

  @Test func `copies of copies end before they are many`() throws {
    let copies = Array(repeating: #"{"op":"copy","from":"/a","path":"/a/c/-"}"#, count: 60).joined(separator: ",")
    let patch = try JSONPatch(try JSON.parse("[\(copies)]"))
    #expect(throws: JSONPatch.Refusal.self) { try patch.applied(to: try JSON.parse(Self.value), atMost: 64 << 20) }
  }

  @Test(arguments: [
    #"[{"op":"remove","path":"/z"}]"#, #"[{"op":"replace","path":"/z","value":1}]"#,
    #"[{"op":"add","path":"/z/y","value":1}]"#,
    #"[{"op":"add","path":"/a/c/3","value":1}]"#, #"[{"op":"add","path":"/a/c/01","value":1}]"#,
    #"[{"op":"add","path":"/a/c/-1","value":1}]"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#,
    #"[{"op":"copy","from":"/z","path":"/y"}]"#, #"[{"op":"test","path":"/a/b","value":2}]"#,
    #"[{"op":"add","path":"/y"}]"#,
    #"[{"op":"sing","path":"/a"}]"#, "[5]", #"[{"op":"add","path":"y","value":1}]"#, #"[{"op":"remove","path":""}]"#,
  ])
  func `a step with nothing to work on undoes all of them`(steps: String) throws {
    let patch = try JSONPatch(try JSON.parse(steps))
    #expect(throws: JSONPatch.Refusal.self) { try patch.applied(to: try JSON.parse(Self.value), atMost: 1000) }
  }

  @Test func `a value that doubles with each step stops growing`() throws {
    let copies = (0..<60).map { #"{"op":"copy","from":"/a","path":"/a/x\#($0)"}"# }
    let steps = "[" + copies.joined(separator: ",") + "]"
    let patch = try JSONPatch(try JSON.parse(steps))
    let refusal = #expect(throws: JSONPatch.Refusal.self) {
      try patch.applied(to: try JSON.parse(Self.value), atMost: 100_000)
    }
    #expect(refusal?.cause == .unprocessable)
  }

  @Test(arguments: [
    ("{}", JSONPatch.Refusal.Cause.malformed, "body: A JSON Patch must be a list of steps."),
    (
      #"[{"op":"sing","path":"/a"}]"#, .malformed,
      #"body#/0: sing /a: its "op" isn't add, remove, replace, move, copy or test."#
    ),
    (#"[{"op":"remove","path":"/a"},{"op":"add","path":"/y"}]"#, .malformed, #"body#/1: add /y: it has no "value"."#),
    (#"[{"op":"copy","from":"z","path":"/y"}]"#, .malformed, #"body#/0: copy z /y: its "from" isn't a JSON Pointer."#),
    (
      #"[{"op":"replace","path":"/a/z","value":1}]"#, .unprocessable,
      "body#/0: replace /a/z: there is no value at /a/z."
    ),
    (
      #"[{"op":"add","path":"/a/c/3","value":1}]"#, .unprocessable,
      "body#/0: add /a/c/3: the list at /a/c has no such index."
    ),
    (
      #"[{"op":"move","from":"/a","path":"/a/b"}]"#, .unprocessable,
      "body#/0: move /a /a/b: a value can't be moved into itself."
    ),
    (
      #"[{"op":"remove","path":"/a/b"},{"op":"test","path":"/a/b","value":1}]"#, .conflicting,
      "body#/1: test /a/b: the value at /a/b doesn't equal the expected one."
    ),
  ])
  func `a refusal says which step is why`(steps: String, cause: JSONPatch.Refusal.Cause, message: String) {
    let refusal = #expect(throws: JSONPatch.Refusal.self) {
      try JSONPatch(try JSON.parse(steps)).applied(to: try JSON.parse(Self.value), atMost: 1000)
    }
    #expect(refusal?.cause == cause && refusal?.message == message, "\(String(describing: refusal))")
  }
}
