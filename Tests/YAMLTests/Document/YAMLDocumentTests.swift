import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

struct YAMLDocumentTests {
  private let text = """
    # An interface.
    openapi: 3.1.0
    paths:
      /pets/{id}:
        get:
          parameters:
          - &id {name: id, "in": 'path'}
          - schema: &text !!str
          responses:
            200: { description: A pet }
            404: &none
              description: "é: \\u00e9"   # not there
            410: *none
    """

  private func place(_ pointer: JSONPointer, _ text: String) throws -> String? {
    try YAMLDocument.parse(text, file: "a.yaml").root.at(pointer)?.location.description
  }

  @Test func `values are where they are written`() throws {
    let get: JSONPointer = "/paths/~1pets~1{id}/get"
    let places: [(String, String)] = [
      ("/parameters", "7:7"), ("/parameters/0", "7:13"), ("/parameters/0/name", "7:20"), ("/parameters/0/in", "7:30"),
      ("/parameters/1", "8:9"), ("/parameters/1/schema", "8:17"), ("/responses/200", "10:14"),
      ("/responses/200/description", "10:29"),
      ("/responses/404/description", "12:24"), ("/responses/410", "13:14"), ("/responses/410/description", "12:24"),
    ]
    for (pointer, expected) in places {
      let pointer = try #require(JSONPointer(get.description + pointer))
      #expect(try place(pointer, text) == "a.yaml:\(expected)", "\(pointer)")
    }
    #expect(try place("", text) == "a.yaml:2:1")
    #expect(try place("/openapi", text) == "a.yaml:2:10")
    #expect(try place("/paths", text) == "a.yaml:4:3")
  }

  @Test func `keys are where they are written`() throws {
    let root = try YAMLDocument.parse(
      "a:\n  &x b: 1\n  ? c\n  : 2\n", file: "k"
    ).root
    #expect(root.keyLocation(of: "a")?.description == "k:1:1")
    #expect(root["a"]?.keyLocation(of: "b")?.description == "k:2:3")
    #expect(root["a"]?.keyLocation(of: "c")?.description == "k:3:5")
    #expect(root["a"]?["c"]?.location.description == "k:4:5")
  }

  @Test func `columns count characters, and every line break counts`() throws {
    let root = try YAMLDocument.parse("\u{FEFF}é: ü\r\nb: [ö, c]\rd: e\n").root
    #expect(root["é"]?.location.description == "1:5")
    #expect(root["b"]?[1]?.location.description == "2:8")
    #expect(root["d"]?.location.description == "3:4")
  }

  @Test func `a document is JSON's in all else`() throws {
    let document = try YAMLDocument.parse("b: [1, 0x10, +.5]\na: {c: ~, 200: yes}\n", file: "x.yaml")
    #expect(document.file == "x.yaml")
    #expect(document.bytes == Array(#"{"b":[1,16,0.5],"a":{"c":null,"200":"yes"}}"#.utf8))
    #expect(document.root == (try JSON.parse(#"{"a": {"200": "yes", "c": null}, "b": [1.0, 16, 5e-1]}"#)))
    #expect(document.root["a"]?["200"]?.string == "yes")
    #expect(document.root["b"]?[1]?.int == 16)
    #expect(!document.hasDuplicateKeys)
    #expect(document.root.setting("b", to: 1).text == #"{"b":1,"a":{"c":null,"200":"yes"}}"#)
  }

  @Test func `what is cut off anywhere is read or refused`() throws {
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      do throws(YAMLSyntaxError) {
        _ = try YAMLDocument.parse(Array(bytes[..<count]))
      } catch {
        #expect(error.offset <= count)
        #expect(error.excerpt.hasSuffix("^"))
      }
    }
  }

  @Test func `what is changed anywhere is read or refused`() throws {
    var random = RandomNumbers(seed: 7)
    let letters = Array("\n\n  \t-?:,[]{}#&*!|>'\"%@`\\a0.~<é\u{85}\u{7F}\r".utf8) + [0, 0xFF]
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = letters.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
        }
      }
      do throws(YAMLSyntaxError) {
        let document = try YAMLDocument.parse(bytes)
        let again = try YAMLDocument.parse(document.bytes)
        #expect(again.root == document.root)
      } catch {
        #expect(error.offset <= bytes.count)
      }
    }
  }
}
