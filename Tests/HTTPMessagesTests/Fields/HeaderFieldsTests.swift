import PlumblineHTTPMessages
import Testing

@Suite struct HeaderFieldsTests {
  @Test func `names are looked up whatever their case, and repeated fields are kept in order`() {
    var fields: HeaderFields = ["Set-Cookie": "a", "X": "1", "set-cookie": "b"]
    #expect(fields["SET-COOKIE"] == "a")
    #expect(fields.values("Set-cookie") == ["a", "b"])
    #expect(fields.map(\.name) == ["Set-Cookie", "X", "set-cookie"])
    fields["set-cookie"] = "c"
    #expect(fields.values("set-cookie") == ["c"])
    #expect(fields.map(\.name) == ["Set-Cookie", "X"])
    fields["X"] = nil
    #expect(!fields.contains("x"))
    fields["New"] = "n"
    #expect(fields.count == 2)
    fields.remove("new")
    #expect(fields == ["SET-COOKIE": "c"])
    fields.remove("set-cookie")
    #expect(fields.isEmpty)
  }

  @Test func `equal fields have the same order and the same values`() {
    #expect(["A": "1", "B": "2"] as HeaderFields == ["a": "1", "b": "2"])
    #expect(["A": "1", "B": "2"] as HeaderFields != ["b": "2", "a": "1"])
    #expect(["A": "x"] as HeaderFields != ["A": "X"])
  }

  @Test(arguments: [
    ("", "v"), ("a b", "v"), ("a:", "v"), ("ü", "v"), ("a", "x\ny"), ("a", "\0"), ("a", " x"), ("a", "x\t"),
  ])
  func `a checked field is legal on the wire`(_ name: String, _ value: String) {
    var fields = HeaderFields()
    let isAppended = fields.append(checked: name, value: value)
    #expect(!isAppended)
    #expect(fields.isEmpty)
    #expect(HeaderFields(checked: [(name, value)]) == nil)
    #expect(HeaderFields(checked: [("X-Ok", "grün und\tgut"), ("empty", "")])?.count == 2)
  }

  @Test func `bytes that are no UTF-8 read as Latin 1`() {
    var fields = HeaderFields()
    fields.append(name: Array("A".utf8), value: [0x67, 0xFC])
    fields.append(name: "B", value: "ü")
    #expect(fields["a"] == "gü")
    #expect(fields["b"] == "ü")
    #expect(fields.bytes("a").map(Array.init) == [0x67, 0xFC])
  }

  @Test func `media types lose parameters and capitals, and lists are searched by token`() {
    #expect((["Content-Type": " Application/JSON ; charset=utf-8"] as HeaderFields).mediaType == "application/json")
    #expect((HeaderFields()).mediaType == nil)
    let fields: HeaderFields = ["Connection": "Upgrade ,\tCLOSE", "connection": "x"]
    #expect(fields.lists("close", in: "connection"))
    #expect(!fields.lists("clos", in: "connection"))
    #expect(fields.lists("x", in: "connection"))
  }
}
