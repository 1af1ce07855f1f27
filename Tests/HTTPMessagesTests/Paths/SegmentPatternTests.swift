import PlumblineHTTPMessages
import Testing

/// Parameters within a segment and across slashes.
@Suite struct SegmentPatternTests {
  @Test(arguments: [
    ("/{name}.json", "/report.json", ["report"]), ("/{name}.json", "/a.json.json", ["a.json"]),
    ("/{name}.json", "/report%2Ejson", ["report"]), ("/{name}.json", "/a%2Fb%20c.json", ["a/b c"]),
    ("/{id}:cancel", "/7:cancel", ["7"]), ("/{id}:cancel", "/a:b:cancel", ["a:b"]), ("/v{version}", "/v2.1", ["2.1"]),
    ("/v{version}/x", "/v2/x", ["2"]), ("/{a},{b}", "/1,2", ["1", "2"]), ("/{a},{b}", "/1,2,3", ["1,2", "3"]),
    ("/{a},{b}", "/1%2C5,2", ["1,5", "2"]), ("/{a},{b}", "/1%2c5,%2C", ["1,5", ","]),
    ("/{name}.{format}", "/a.tar.gz", ["a.tar", "gz"]), ("/{a}-{b}", "/x-y-z", ["x-y", "z"]),
    ("/{a}-{b}", "/--x", ["-", "x"]), ("/{a}-{b}", "/---", ["-", "-"]),
    ("/{a}-{b}-{c}", "/1-2-3-4", ["1-2", "3", "4"]),
    ("/{a}ab{b}", "/ababab", ["ab", "ab"]), ("/caf\u{e9}{n}", "/caf%C3%A9s", ["s"]),
    ("/{a}%2C{b}", "/1%2C2", ["1", "2"]),
    ("/{a}2C{b}", "/x%2C2Cy", ["x,", "y"]), ("/{a}%25{b}", "/1%252", ["1", "2"]), ("/{a}%25", "/1%", ["1"]),
    ("/files/x{+path}", "/files/xa/b", ["a/b"]), ("/files/x{+path}", "/files/x/b", ["/b"]),
    ("/v{+version}/meta", "/v1/2/meta", ["1/2"]), ("/a{+b}c/d", "/a1/2c/d", ["1/2"]),
    ("/files/{+path}", "/files/a", ["a"]), ("/files/{+path}", "/files/a/b.txt", ["a/b.txt"]),
    ("/files/{+path}", "/files/a/", ["a/"]), ("/files/{+path}", "/files//a", ["/a"]),
    ("/files/{+path}", "/files/a%2Fb/c%20d", ["a/b/c d"]), ("/files/{+path}/meta", "/files/a/b/meta", ["a/b"]),
    ("/files/{+path}/meta", "/files/meta/meta", ["meta"]),
    ("/{+name}:cancel", "/jobs/7/parts/8:cancel", ["jobs/7/parts/8"]),
    ("/{bucket}/{+key}", "/b/x/y", ["b", "x/y"]), ("/{+path}/{last}", "/a/b/c", ["a/b", "c"]),
  ])
  func `a path that fits is divided in one way`(text: String, path: String, values: [String]) throws {
    let template = try PathTemplate(parsing: text)
    #expect(template.values(in: Array(path.utf8)[...]) == values)
    #expect(template.match(path) == Dictionary(uniqueKeysWithValues: zip(template.parameters, values)))
    let parts = try #require(template.parts(of: Array(path.utf8)[...]))
    #expect(parts.map { "/" + String(decoding: $0.raw, as: UTF8.self) }.joined() == path)
  }

  @Test(arguments: [
    ("/{name}.json", "/.json"), ("/{name}.json", "/report.jso"), ("/{name}.json", "/report.json/"),
    ("/{name}.json", "/a/b.json"), ("/{name}.json", "/report.JSON"), ("/{id}:cancel", "/7%3Acancel"),
    ("/{id}:cancel", "/:cancel"), ("/v{version}", "/v"), ("/v{version}", "/x2"), ("/{a},{b}", "/1%2C2"),
    ("/{a},{b}", "/,2"), ("/{a},{b}", "/1,"), ("/{a}-{b}", "/--"), ("/{a}2C{b}", "/x%2Cy"), ("/{a}C{b}", "/x%2Cy"),
    ("/files/x{+path}", "/files/x"), ("/files/x{+path}", "/files/a/xb"), ("/v{+version}/meta", "/v/meta"),
    ("/files/{+path}", "/files/"), ("/files/{+path}", "/files"), ("/files/{+path}/meta", "/files/meta"),
    ("/files/{+path}/meta", "/files//meta"), ("/files/{+path}/meta", "/files/a/b"), ("/{+name}:cancel", "/a/b"),
    ("/{+name}:cancel", "/:cancel"), ("/{+path}/{last}", "/a"), ("/{+path}/{last}", "/a/"), ("/{+path}", "/"),
  ])
  func `a path that doesn't fit is not matched`(text: String, path: String) throws {
    let template = try PathTemplate(parsing: text)
    #expect(template.values(in: Array(path.utf8)[...]) == nil)
    #expect(template.parts(of: Array(path.utf8)[...]) == nil)
  }

  @Test(arguments: [
    ("/{name}.json", ["name": "a b"], "/a%20b.json"), ("/{name}.json", ["name": "a/b.json"], "/a%2Fb.json.json"),
    ("/{id}:cancel", ["id": "7:8"], "/7%3A8:cancel"), ("/{a},{b}", ["a": "1,2", "b": "3"], "/1%2C2,3"),
    ("/files/{+path}", ["path": "a b/c?/ü"], "/files/a%20b/c%3F/%C3%BC"),
    ("/files/{+path}", ["path": "/a/"], "/files//a/"),
    ("/files/{+path}/meta", ["path": "a/b"], "/files/a/b/meta"),
    ("/{+name}:cancel", ["name": "a/7:8"], "/a/7%3A8:cancel"), ("/files/x{+path}", ["path": "a/b"], "/files/xa/b"),
    ("/{a}-{b}", ["a": "x-y", "b": "z"], "/x-y-z"), ("/things:batch", [:], "/things:batch"),
    ("/{a}%2C{b}", ["a": "1", "b": "2"], "/1%2C2"), ("/{a}\u{e9}", ["a": "1"], "/1%C3%A9"),
  ])
  func `values come into the path so that they come out again`(
    text: String, values: [String: String], path: String
  ) throws {
    let template = try PathTemplate(parsing: text)
    #expect(template.expand(values) == path)
    #expect(template.match(path) == values)
  }

  @Test(arguments: [
    ("/{a}-{b}", ["a": "x", "b": "y-z"]), ("/{id}", ["id": ".."]), ("/{id}", ["id": "."]),
    ("/files/{+path}", ["path": "a/../b"]),
    ("/files/{+path}", ["path": ""]), ("/files/{+path}", [:]), ("/{name}.json", ["name": ""]),
  ])
  func `values that no path says have none`(text: String, values: [String: String]) throws {
    #expect(try PathTemplate(parsing: text).expand(values) == nil)
  }

  @Test(arguments: [
    ("/{a}{b}", 4, "text between them that shows where the first ends"), ("/{+a}/{+b}", 6, "only one {+…}"),
    ("/{a}-{+b}", 5, "takes whole segments"), ("/{a}.{a}", 5, "occurs twice"), ("/{+}", 1, "has a name"),
    ("/{*path}", 1, "{+path}"),
    ("/{path*}", 1, "{+path}"), ("/{path...}", 1, "{+path}"), ("/a{?q}", 2, "no query"), ("/{/a}", 1, "Braces"),
    ("/{;a}", 1, "begins with no \";\""), ("/x{a", 2, "Braces"), ("/x}", 2, "Braces"),
  ])
  func `a wrong template says where and what would be right`(text: String, offset: Int, says: String) {
    let error = #expect(throws: PathTemplate.ParsingError.self) { try PathTemplate(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.message.contains(says) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("/{a}.json/{b}", "/{x}.json/{y}", true), ("/{a}.json", "/{x}%2Ejson", true), ("/{+a}", "/{+b}", true),
    ("/{a}.json", "/{x}.xml", false), ("/{+a}", "/{b}", false), ("/{a},{b}", "/{a}%2C{b}", false),
    ("/{a}", "/{a}/", false),
  ])
  func `two templates are the same whatever their parameters are called`(one: String, other: String, isSame: Bool)
    throws
  {
    let (left, right) = (try PathTemplate(parsing: one), try PathTemplate(parsing: other))
    #expect((left.shape == right.shape) == isSame)
  }
}
