import PlumblineContractModel
import PlumblineJSONTree
import Testing

struct XMLTextTests {
  @Test(arguments: [
    (#"{ "id": 7, "tag": ["a", "b"] }"#, "<r><id>7</id><tag>a</tag><tag>b</tag></r>"),
    (#"{ "a": { "b": true, "c": null, "d": {} }, "e": [] }"#, "<r><a><b>true</b><c/><d/></a></r>"),
    (#"[1, [2]]"#, "<r><item>1</item><item><item>2</item></item></r>"), ("null", "<r/>"),
    (#""a < b & \"c\"\u0001""#, "<r>a &lt; b &amp; &quot;c&quot; </r>"),
    (#"{ "2 x": 1, "é": 2, "": 3 }"#, "<r><_2_x>1</_2_x><_>2</_><_>3</_></r>"),
  ])
  func `members become elements, and lists repeat theirs`(value: String, text: String) throws {
    let document = XMLText.document(try JSON.parse(value), root: "r")
    #expect(document == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(text)\n")
  }

  @Test func `of no value there is an empty element`() {
    #expect(XMLText.document(Optional.none, root: "a b").contains("<a_b/>"))
  }
}
