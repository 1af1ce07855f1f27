import PlumblineJSONTree
import Testing

struct JSONEqualityTests {
  @Test(arguments: [
    ("1", "1.0"), ("[1,2]", "[1.0, 20e-1]"), (#"{"a":1,"b":[{}]}"#, #"{"b":[{}],"a":1e0}"#), (#""\u0041""#, #""A""#),
    (#"{"\u0061":1}"#, #"{"a":1}"#),
    (#"[{"a":null}]"#, #"[ {"a" : null} ]"#), (#""\/""#, #""/""#),
  ])
  func `equal values hash alike`(one: String, other: String) throws {
    let (one, other) = (try JSON.parse(one), try JSON.parse(other))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(Set([one, other]).count == 1)
  }

  @Test(arguments: [
    ("1", "\"1\""), ("1", "true"), ("0", "false"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"),
    (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":{"b":1},"c":{"d":2}}"#, #"{"a":{"d":2},"c":{"b":1}}"#), ("null", "{}"), ("[]", "{}"),
    (#""é""#, #""e\u0301""#),
  ])
  func `other values differ`(one: String, other: String) throws {
    #expect(try JSON.parse(one) != JSON.parse(other))
  }

  @Test func `objects of many members compare whatever their order`() throws {
    let members = (0..<1000).map { ("key\($0)", JSON($0)) }
    #expect(JSON.object(members) == JSON.object(members.reversed()))
    #expect(JSON.object(members).hashValue == JSON.object(members.reversed()).hashValue)
    #expect(JSON.object(members) != JSON.object(Array(members.dropLast()) + [("other", 999)]))
  }

  @Test func `a missing member is nil and a null one is not`() throws {
    let value = try JSON.parse(#"{"a": null}"#)
    #expect(value["b"] == nil)
    #expect(value["a"] != nil)
    #expect(value["a"] == JSON.null)
    #expect(value.stringEquals("a") == false)
    #expect(JSON("a\u{1F600}").stringEquals("a😀"))
  }

  @Test func `literals make values`() {
    let value: JSON = ["s": "a\nb", "i": -3, "d": 1.5, "t": true, "n": nil, "a": [1, [], [:]]]
    #expect(value.text == #"{"s":"a\nb","i":-3,"d":1.5,"t":true,"n":null,"a":[1,[],{}]}"#)
    #expect(JSON(Double.nan).isNull)
    #expect(JSON(1e300).double == 1e300)
  }
}
