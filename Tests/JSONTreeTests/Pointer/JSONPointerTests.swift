import PlumblineJSONTree
import Testing

struct JSONPointerTests {
  private let example: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  @Test(arguments: [
    ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"),
    ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func `the examples of RFC 6901 lead where it says`(text: String, expected: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(example.at(pointer)?.text == expected)
    #expect(pointer.description == text)
    #expect(example.at(pointer)?.pointer == pointer)
  }

  @Test(arguments: [
    ("#", ""), ("#/foo", "/foo"), ("#/c%25d", "/c%d"), ("#/k%22l", "/k\"l"), ("#/%20", "/ "), ("/a%20b", "/a b"),
    ("#/m~0n", "/m~0n"),
    ("#/%C3%A9", "/é"),
  ])
  func `the fragment form is decoded`(fragment: String, text: String) throws {
    #expect(JSONPointer(fragment: fragment)?.description == text)
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"])
  func `a malformed pointer is nil`(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test func `a malformed fragment is nil`() {
    #expect(JSONPointer(fragment: "#/%2") == nil)
    #expect(JSONPointer(fragment: "#/%zz") == nil)
    #expect(JSONPointer(fragment: "#a") == nil)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/x", "/none", "/foo/0/x", "/foo/99999999999999999999",
  ])
  func `a pointer to nothing leads nowhere`(text: String) throws {
    #expect(example.at(try #require(JSONPointer(text))) == nil)
  }

  @Test func `pointers are built, joined and ordered`() {
    #expect((JSONPointer() + "/a/b").appending("c/d").appending(3).description == "/a/b/c~1d/3")
    #expect(("/a/b" as JSONPointer).parent == "/a")
    #expect(JSONPointer().parent == nil)
    #expect((["/b", "/10", "/2", "", "/2/a"] as [JSONPointer]).sorted() == ["", "/2", "/2/a", "/10", "/b"])
    #expect(("/a/b" as JSONPointer).isWithin("/a"))
    #expect(!("/ab" as JSONPointer).isWithin("/a"))
  }
}
