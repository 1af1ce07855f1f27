import PlumblineHTTPMessages
import Testing

@Suite struct PathTemplateTests {
  @Test func `a path that fits gives its decoded values`() throws {
    let template = try PathTemplate(parsing: "/tickets/{id}/comments/{comment}")
    #expect(template.parameters == ["id", "comment"])
    #expect(template.match("/tickets/42/comments/a%2Fb%20c") == ["id": "42", "comment": "a/b c"])
    #expect(template.match("/tick%65ts/42/comments/7") == ["id": "42", "comment": "7"])
  }

  @Test(arguments: [
    "/tickets//comments/7", "/tickets/1/comments/", "/tickets/1/comments", "/tickets/1/comments/7/",
    "tickets/1/comments/7",
    "/Tickets/1/comments/7", "", "/",
  ])
  func `a path that doesn't fit is not matched`(_ path: String) throws {
    #expect(try PathTemplate(parsing: "/tickets/{id}/comments/{comment}").match(path) == nil)
  }

  @Test func `the root and a slash at the end are paths of their own`() throws {
    #expect(try PathTemplate(parsing: "/").match("/") == [:])
    #expect(try PathTemplate(parsing: "/a/").match("/a/") == [:])
    #expect(try PathTemplate(parsing: "/a/").match("/a") == nil)
    #expect(try PathTemplate(parsing: "/").expand([:]) == "/")
  }

  @Test func `values are encoded into the path and come back`() throws {
    let template = try PathTemplate(parsing: "/a b/{x}")
    #expect(template.expand(["x": "ü/?"]) == "/a%20b/%C3%BC%2F%3F")
    #expect(template.match("/a%20b/%C3%BC%2F%3F") == ["x": "ü/?"])
    #expect(template.expand([:]) == nil)
    #expect(template.expand(["x": ""]) == nil)
    #expect(template.description == "/a b/{x}")
  }

  @Test(arguments: [
    ("/a/{x}/{y}", "/a/%7e1/b%2Cc", ["x": "~1", "y": "b,c"], "/a/%7e1/b%2Cc"),
    ("/a/{x}/{y}", "/a/%7e1/b%2Cc", ["x": "2,3", "y": "b,c"], "/a/2%2C3/b%2Cc"),
    ("/{a},{b}/%61", "/1%2C5,2/a", ["a": "1,5", "b": "3"], "/1%2C5,3/a"),
    ("/f/{+p}", "/f/%61/b", ["p": "a/b"], "/f/%61/b"), ("/f/{+p}", "/f/%61/b", ["p": "a/c"], "/f/a/c"),
  ])
  func `other values leave the rest of a path as it was spelled`(
    text: String, path: String, values: [String: String], other: String
  ) throws {
    #expect(try PathTemplate(parsing: text).expand(values, like: path) == other)
  }

  @Test(arguments: [
    ("/{x}/{y}", "/a/b", ["x": "a"]), ("/{x}/{y}", "/a", ["x": "a", "y": "b"]),
    ("/{x}/{y}", "/%2E%2e/b", ["x": "..", "y": "b"]), ("/{x}/{y}", "/a/b", ["x": "a", "y": "."]),
    ("/{a}-{b}", "/1-2", ["a": "x", "b": "y-z"]),
  ])
  func `a path like another says the values or isn't made`(text: String, path: String, values: [String: String]) throws
  {
    #expect(try PathTemplate(parsing: text).expand(values, like: path) == nil)
  }

  @Test(arguments: [
    ("", 0), ("tickets", 0), ("/a/{}", 3), ("/a/{b", 3), ("/a/b}", 4), ("/{a}/{a}", 5), ("/a?b", 2),
    ("/{a{b}}", 1),
  ])
  func `a wrong template says where`(_ text: String, _ offset: Int) {
    let error = #expect(throws: PathTemplate.ParsingError.self) { try PathTemplate(parsing: text) }
    #expect(error?.offset == offset)
  }
}
