import PlumblineJSONTree
import Testing

struct JSONWriterTests {
  @Test func `compact text keeps literals, escapes and order`() throws {
    let text = #"{"b":1.50,"a":[1E+2,"\u0041\/",{"x":-0.0}],"c":{},"d":[]}"#
    #expect(try JSON.parse(text).text == text)
    #expect(try JSON.parse("[ 1 , [ ] , { } , { \"a\" : [ [ 2 ] ] } ]").text == #"[1,[],{},{"a":[[2]]}]"#)
    #expect(try JSON.parse(#"{"a":[1,{"b":2}],"c":3}"#)["a"]?.text == #"[1,{"b":2}]"#)
    #expect(try JSON.parse(" 7 ").text == "7")
  }

  @Test func `pretty text is one item a line`() throws {
    let value = try JSON.parse(#"{"b":1.50,"a":[1,{"x":[]}],"c":{}}"#)
    #expect(
      String(decoding: value.serialized(.pretty), as: UTF8.self) == """
        {
          "b": 1.50,
          "a": [
            1,
            {
              "x": []
            }
          ],
          "c": {}
        }
        """)
    #expect(try JSON.parse(value.prettyText) == value)
  }

  @Test func `a builder writes what was asked for`() {
    let value = JSON.build { json in
      json.object { json in
        json.member("s", "a\"\\\u{8}\t\n\u{c}\r\u{1}\u{1f}é")
        json.member("i", .min)
        json.member("b", false)
        json.member("d", 0.1)
        json.member("j", ["k": []] as JSON)
        json.member("nothing") { _ in }
        json.member("array") { json in
          json.array { json in
            json.null()
            json.array { _ in }
            json.object { $0.member("x", 1) }
            json.number(literal: "1.50")
            json.number(literal: "1.")
            json.value(2)
            json.double(.infinity)
          }
        }
      }
    }
    let expected =
      #"{"s":"a\"\\\b\t\n\f\r\u0001\u001Fé","i":-9223372036854775808,"b":false,"d":0.1,"j":{"k":[]},"nothing":null,"#
      + #""array":[null,[],{"x":1},1.50,null,2,null]}"#
    #expect(value.text == expected)
    #expect(value["s"]?.string == "a\"\\\u{8}\t\n\u{c}\r\u{1}\u{1f}é")
    #expect(JSON.build { _ in } == JSON.null)
  }
}
