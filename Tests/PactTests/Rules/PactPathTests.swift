import Testing

@testable import PlumblinePact

struct PactPathTests {
  @Test(
    arguments: [
      ("$", []), ("$.body.id", [.member("body"), .member("id")]), ("$[0].*", [.index(0), .anyMember]),
      ("$.items[*]['a.b']", [.member("items"), .anyIndex, .member("a.b")]),
      ("$['two']['@str']", [.member("two"), .member("@str")]), (#"$['it\'s']"#, [.member("it's")]),
      ("$.a-b.0", [.member("a-b"), .member("0")]),
    ] as [(String, [PactPath.Token])])
  func `an expression is read token by token`(_ text: String, _ tokens: [PactPath.Token]) {
    #expect(PactPath(text)?.tokens == tokens)
  }

  @Test(arguments: ["", "id", "$.", "$..id", "$[", "$[x]", "$['a'", "$['a]", "$.a[-1]", "$a"])
  func `what is no expression is refused`(_ text: String) {
    #expect(PactPath(text) == nil)
  }

  @Test(arguments: ["$", "$.items[0].id", "$.items[*].*", "$['a b'][2]", "$.alligator['@name']", #"$['it\'s']"#])
  func `a description reads back as the same expression`(_ text: String) throws {
    let path = try #require(PactPath(text))
    #expect(PactPath(path.description) == path)
  }

  @Test func `a name weighs more than a wildcard, and a longer expression more than a shorter one`() throws {
    let place = try #require(PactPath("$.items[0].id"))
    let weights = try ["$.items[*].id", "$.items[*].*", "$.items", "$"].map { text in
      try #require(PactPath(text)).weight(at: place)
    }
    // 2·2·1·2·4, 2·2·1·1·4, 2·2·2, 2·1
    #expect(weights == [32, 16, 8, 2])
  }

  @Test(arguments: ["$.items[1]", "$.other", "$.items[0].id.more", "$[*]"])
  func `an expression for other places weighs nothing`(_ text: String) throws {
    let place = try #require(PactPath("$.items[0].id"))
    #expect(try #require(PactPath(text)).weight(at: place) == 0)
  }
}
