import PlumblineContractModel
import PlumblineJSONTree
import Testing

@Suite struct LinkReaderTests {
  private static func load(_ links: String) -> ContractLoader.Result {
    ContractLoader.load([
      Files.main, Files.endpoints(Files.endpoint("items.get", "GET /items")), Files.file("links.json", links),
    ])
  }

  /// Returns a contract file with a single link that has these members.
  private static func link(_ members: String, id: String = "item.link") -> String {
    #"{ "links": { "\#(id)": { "summary": "Opens", "form": "shop://item/{id}", "source": "Handbook"\#(members) } } }"#
  }

  @Test func `the file has its name, and the old one`() {
    let text = Self.link(#", "made": { "a share": { "given": { "id": "1" }, "link": "shop://item/1" } }"#)
    func load(_ names: String...) -> ContractLoader.Result {
      let files = [Files.main, Files.endpoints(Files.endpoint("items.get", "GET /items"))]
      return ContractLoader.load(files + names.map { Files.file($0, text) })
    }
    let found = load("deep-links.json")
    #expect(found.contract?.links.map(\.id) == ["item.link"], "\(found.problems)")
    #expect(load("links.json").contract?.links.map(\.id) == ["item.link"])
    let both = load("links.json", "deep-links.json")
    #expect(both.contract == nil)
    #expect(
      both.problems.map(\.message) == [
        "links.json is the old name of deep-links.json, and both exist; keep deep-links.json."
      ])
  }

  @Test func `a brace that nothing closes is reported with its place`() {
    let form = Self.load(
      Self.link(#", "made": { "a share": { "link": "shop://item/1" } }"#).replacing("item/{id}", with: "{kind/{id}"))
    #expect(
      form.problems.map(\.description) == [
        #"shop/links.json:1:65: The brace before "kind" is never closed; write a variable part in braces, such as {id}."#
      ])
    let token = Self.load(
      Self.link(
        """
        , "accepted": { "a login": {
          "link": "shop://#id_token={token&x=1", "token": { "header": {}, "claims": {} }, "opens": { "route": "login" } } }
        """))
    #expect(
      token.problems.map(\.description) == [
        #"shop/links.json:2:29: The brace before "token" is never closed; write a variable part in braces, such as {token}."#
      ])
  }

  @Test func `a case is as sure as its link, unless it says otherwise`() throws {
    let result = Self.load(
      Self.link(
        """
        , "standing": "unconfirmed", "refused": {
          "a foreign host": { "link": "https://evil.example/item/1", "standing": "assumed" }, "nothing": { "link": "" }
        }, "made": { "a share": { "link": "shop://item/1", "standing": "documented" } }
        """))
    let link = try #require(result.contract?.links.first, "\(result.problems)")
    #expect(link.standing == .unconfirmed)
    #expect(link.cases.map(\.standing) == [.assumed, .unconfirmed, .documented])
  }

  @Test func `a link is read with its cases, the accepted ones first`() throws {
    let result = Self.load(
      """
      {
        "$schema": "../links.schema.json",
        "links": {
          "item.link": {
            "summary": "Opens an item", "form": "shop://item/{id}", "source": "Handbook, 3", "standing": "assumed",
            "login": true,
            "refused": { "a foreign host": { "link": "https://evil.example/item/1" } },
            "made": { "a share": { "given": { "id": 7, "isNew": true }, "link": "https://shop.example/item/7" } },
            "accepted": {
              "an id": { "link": "shop://item/7", "opens": { "route": "item", "id": "7" }, "landing": { "route": "item" } }
            }
          }
        }
      }
      """)
    #expect(result.problems == [])
    let link = try #require(result.contract?.link("item.link"))
    #expect(link.form == "shop://item/{id}")
    #expect(link.standing == .assumed)
    #expect(link.login == true)
    #expect(link.location.line == 4)
    #expect(link.cases.map(\.title) == ["takes an id", "refuses a foreign host", "makes a share"])
    guard case .take(let opens, let landing) = link.cases[0].duty else { throw Unexpected("not taken") }
    #expect(opens.map(\.name) == ["route", "id"])
    #expect(opens.map(\.text) == ["item", "7"])
    #expect(landing?.map(\.text) == ["item"])
    #expect(link.cases[2].given == ["id": "7", "isNew": "true"])
    #expect(link.cases[2].text == "https://shop.example/item/7")
    #expect(link.cases[1].location.line == 7)
  }

  @Test func `a token that is spelt out is encoded, alone or where the link has a place for it`() throws {
    let token = #""token": { "header": { "alg": "RS256" }, "claims": { "sub": "ä?>" }, "signature": "c2ln" }"#
    let result = Self.load(
      Self.link(
        #", "refused": { "one": { \#(token) }, "two": { "link": "app:/cb#id_token={token}", \#(token) } }"#))
    #expect(result.problems == [])
    let texts = try #require(result.contract?.links.first).cases.map(\.text)
    let encoded = try #require(texts.first)
    let parts = encoded.split(separator: ".")
    #expect(parts.count == 3)
    #expect(parts.last == "c2ln")
    #expect(!encoded.contains { "+/=".contains($0) })
    let plain = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    let claims = try #require(Base64.decode(String(plain)))
    #expect(try JSON.parse(claims)["sub"]?.string == "ä?>")
    #expect(texts.last == "app:/cb#id_token=" + encoded)
  }

  @Test func `a payload is read as the JSON that reaches the client, whatever it is where it is refused`() throws {
    let result = Self.load(
      Self.link(
        #"""
        , "accepted": { "one": { "payload": { "aps": { "badge": 1 },  "id": "\u00e4" }, "opens": { "badge": 1 } } },
          "refused": { "two": { "payload": null }, "three": { "payload": [ 1 ] }, "four": { "link": "{}" },
            "five": { "payload": {}, "given": { "day": 3 } } }
        """#))
    #expect(result.problems == [])
    let cases = try #require(result.contract?.links.first).cases
    #expect(cases.map(\.kind) == [.payload, .payload, .payload, .text, .payload])
    #expect(cases.map(\.text).dropFirst() == ["null", "[1]", "{}", "{}"])
    #expect(try JSON.parse(cases[0].text) == JSON.parse(#"{"id":"ä","aps":{"badge":1}}"#))
    #expect(cases[4].given == ["day": "3"])
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let file: String
    let place: String
    let says: String
    var level = Problem.Level.error

    var testDescription: String { says }
  }

  @Test(arguments: [
    Mistake(file: "{", place: "", says: ""),
    Mistake(file: "{}", place: "{}", says: "This file lacks \"links\""),
    Mistake(file: link(#", "acepted": {}"#), place: #""acepted""#, says: "did you mean \"accepted\"?"),
    Mistake(file: link(#", "standing": "assumd""#), place: #""assumd""#, says: "did you mean \"assumed\"?"),
    Mistake(
      file: link(#", "refused": { "x": {} }"#), place: "{} }", says: "\"x\""),
    Mistake(
      file: link(#", "accepted": { "x": { "link": "a" } }"#), place: #""x""#, says: "\"x\" lacks \"opens\""),
    Mistake(
      file: link(#", "accepted": { "x": { "link": "a", "opens": { "id": null } } }"#), place: "null",
      says: "A string, a number, true or false."),
    Mistake(
      file: link(#", "accepted": { "x": { "link": "a", "opens": {}, "landing": {} } }"#), place: #""landing""#,
      says: "add \"login\": true"),
    Mistake(
      file: link(#", "accepted": { "x": { "link": "a", "opens": {} } }, "refused": { "y": { "link": "a" } }"#),
      place: #""y""#, says: "The same link is accepted on line 1"),
    Mistake(
      file: link(
        #", "accepted": { "x": { "payload": {"a":1,"b":2}, "opens": {} } }, "refused": { "y": { "payload": {"b":2,"a":1.0} } }"#
      ),
      place: #""y""#, says: "The same payload is accepted on line 1"),
    Mistake(
      file: link(#", "refused": { "x": { "payload": {}, "link": "a" } }"#), place: #""link""#,
      says: "either \"payload\" or \"link\""),
    Mistake(
      file: link(#", "refused": { "x": { "payload": {}, "token": { "header": {}, "claims": {} } } }"#),
      place: #""token""#, says: "either \"payload\" or \"token\""),
    Mistake(
      file: link(#", "accepted": { "x": { "payload": [], "opens": {} } }"#), place: "[]", says: "object"),
    Mistake(
      file: link(#", "made": { "x": { "payload": {}, "link": "a" } }"#), place: #""payload""#, says: "\"payload\""),
    Mistake(
      file: link(#", "refused": { "x": { "link": "a#{token}" } }"#), place: #""a#{token}""#, says: "add \"token\""),
    Mistake(
      file: link(#", "refused": { "x": { "link": "a", "token": { "header": {}, "claims": {} } } }"#),
      place: #""token""#, says: "write {token} where it belongs"),
    Mistake(
      file: link(#", "refused": { "x": { "link": "a" } }"#, id: "items.get"), place: #""items.get""#,
      says: "An endpoint already has the id \"items.get\""),
    Mistake(
      file: link(#", "refused": { "x": { "link": "a" }, "x": { "link": "b" } }"#), place: #""x": { "link": "b""#,
      says: "occurs twice"),
    Mistake(file: link(""), place: #""item.link""#, says: "has no case", level: .warning),
  ])
  func `a mistake is reported with its place`(mistake: Mistake) throws {
    let result = Self.load(mistake.file)
    let problem = try #require(result.problems.first)
    #expect(problem.level == mistake.level)
    #expect((result.contract == nil) == (mistake.level == .error))
    #expect(problem.location.file == "shop/links.json")
    #expect(mistake.says.isEmpty || problem.message.contains(mistake.says), "\(problem)")
    if !mistake.place.isEmpty {
      let start = try #require(mistake.file.ranges(of: mistake.place).last).lowerBound
      #expect(problem.location.column == mistake.file[..<start].unicodeScalars.count + 1, "\(problem)")
    }
    #expect(result.problems.count == 1, "\(result.problems)")
  }
}
