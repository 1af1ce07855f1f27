import PlumblineJSONTree
import Testing

struct JSONEditTests {
  private let text = "{\n  \"a\": 1.50,\n  \"b\": [1, 2,  3],\n  \"c\": {}\n}"

  @Test func `replacing keeps all other bytes and the original`() throws {
    let value = try JSON.parse(text)
    #expect(
      value.replacing("/b/1", with: ["x": 1])?.serializedSource
        == "{\n  \"a\": 1.50,\n  \"b\": [1, {\"x\":1},  3],\n  \"c\": {}\n}")
    #expect(value.replacing("", with: 3)?.text == "3")
    #expect(value.replacing("/d", with: 3) == nil)
    #expect(value.replacing("/b/3", with: 3) == nil)
    #expect(value.serializedSource == text)
  }

  @Test func `removing takes the comma along`() throws {
    let value = try JSON.parse(text)
    #expect(value.removing("/a")?.text == #"{"b":[1,2,3],"c":{}}"#)
    #expect(value.removing("/b/0")?["b"]?.text == "[2,3]")
    #expect(value.removing("/b/2")?["b"]?.text == "[1,2]")
    #expect(value.removing("/b/1")?["b"]?.text == "[1,3]")
    #expect(value.removing("/c")?.serializedSource == "{\n  \"a\": 1.50,\n  \"b\": [1, 2,  3]\n}")
    #expect(value.removing("/b/0")?.removing("/b/0")?.removing("/b/0")?["b"]?.count == 0)
    #expect(value.removing("/x") == nil)
    #expect(value.removing("") == nil)
  }

  @Test func `removing a repeated key takes all its members`() throws {
    #expect(try JSON.parse(#"{"a":1,"b":2,"a":3}"#).removing("/a")?.text == #"{"b":2}"#)
    #expect(try JSON.parse(#"{"b":2,"a":1,"a":3}"#).removing("/a")?.text == #"{"b":2}"#)
  }

  @Test func `setting replaces or appends`() throws {
    let value = try JSON.parse(text)
    #expect(value.setting("a", to: true).text == #"{"a":true,"b":[1,2,3],"c":{}}"#)
    #expect(value.setting("d/\"", to: nil).text == #"{"a":1.50,"b":[1,2,3],"c":{},"d/\"":null}"#)
    #expect(JSON.emptyObject.setting("a", to: 1).text == #"{"a":1}"#)
    #expect((try JSON.parse("{ }")).setting("a", to: 1).text == #"{"a":1}"#)
    #expect(JSON(3).setting("a", to: 1) == 3)
  }

  @Test func `inserting, appending and renaming work at a place`() throws {
    let value = try JSON.parse(text)
    #expect(value.inserting(key: "x", value: 1, at: "/c")?["c"]?.text == #"{"x":1}"#)
    #expect(value.inserting(key: "a", value: 1, at: "") == nil)
    #expect(value.inserting(key: "x", value: 1, at: "/b") == nil)
    #expect(value.appending(4, at: "/b")?["b"]?.text == "[1,2,3,4]")
    #expect(value.appending(4, at: "/c") == nil)
    #expect(value.renaming("/b", to: "z")?.members.keys == ["a", "z", "c"])
    #expect(value.renaming("/b", to: "a") == nil)
    #expect(value.renaming("/b/0", to: "a") == nil)
    #expect(value["b"]?.appending(1, at: "")?.text == "[1,2,3,1]")
    #expect(value["c"]?.setting("k", to: 1).text == #"{"k":1}"#)
  }

  @Test func `of a key that is twice the last counts, at every depth`() throws {
    let value = try JSON.parse(#"{"a": 1, "b": [{"c": 1, "c": {"d": 1, "d": 2}}], "a": [3]}"#)
    #expect(value.uniquingKeys.text == #"{"b":[{"c":{"d":2}}],"a":[3]}"#)
    let once = try JSON.parse(#"{ "a" : 1 }"#)
    #expect(once.uniquingKeys.text == once.text)
  }
}

extension JSON {
  /// The text of the whole document, including its layout.
  fileprivate var serializedSource: String { String(decoding: document.bytes, as: UTF8.self) }
}
