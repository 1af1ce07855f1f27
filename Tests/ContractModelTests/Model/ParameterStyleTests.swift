import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The table of OpenAPI 3.1.1, section 4.8.12.6 ("Style Examples"), in both directions. Each example is parsed, and
/// serializing the result produces the example again.
@Suite struct ParameterStyleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let place: ParameterStyle.Place
    let style: String
    let explode: Bool
    /// The value, as JSON text.
    let value: String
    /// The value as it's sent, which is a query or cookies without their delimiter, a header field's value, or a path
    /// segment.
    let sent: String

    var testDescription: String { "\(style), explode \(explode): \(sent)" }
  }

  private static let array = #"["blue","black","brown"]"#
  private static let object = #"{"R":100,"G":200,"B":150}"#

  private static func rows(
    _ place: ParameterStyle.Place, _ style: String, _ explode: Bool, string: String?, array: String?, object: String?
  ) -> [Row] {
    func row(_ value: String, _ sent: String) -> Row {
      Row(place: place, style: style, explode: explode, value: value, sent: sent)
    }
    return [string.map { row(#""blue""#, $0) }, array.map { row(Self.array, $0) }, object.map { row(Self.object, $0) }]
      .compactMap { $0 }
  }

  static let table: [Row] =
    rows(
      .path, "matrix", false, string: ";color=blue", array: ";color=blue,black,brown",
      object: ";color=R,100,G,200,B,150")
    + rows(
      .path, "matrix", true, string: ";color=blue", array: ";color=blue;color=black;color=brown",
      object: ";R=100;G=200;B=150")
    + rows(.path, "label", false, string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150")
    + rows(.path, "label", true, string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150")
    + rows(.path, "simple", false, string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150")
    + rows(.path, "simple", true, string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150")
    + rows(.headers, "simple", false, string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150")
    + rows(.headers, "simple", true, string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150")
    + rows(
      .query, "form", false, string: "color=blue", array: "color=blue,black,brown", object: "color=R,100,G,200,B,150")
    + rows(
      .query, "form", true, string: "color=blue", array: "color=blue&color=black&color=brown",
      object: "R=100&G=200&B=150")
    + rows(
      .query, "spaceDelimited", false, string: nil, array: "color=blue%20black%20brown",
      object: "color=R%20100%20G%20200%20B%20150")
    + rows(
      .query, "pipeDelimited", false, string: nil, array: "color=blue%7Cblack%7Cbrown",
      object: "color=R%7C100%7CG%7C200%7CB%7C150")
    + rows(
      .query, "deepObject", true, string: nil, array: nil,
      object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150")
    + rows(.cookies, "form", false, string: "color=blue", array: nil, object: nil)
    + rows(
      .cookies, "form", true, string: "color=blue", array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150")

  @Test(arguments: table)
  func `what the table shows is read, and written`(row: Row) throws {
    let value = try JSON.parse(row.value)
    let reading = try reading(row, row.sent)
    let parameter = try #require(Self.parameter(of: reading.endpoint, at: row.place))
    #expect(Self.value(in: reading, at: row.place) == value)
    #expect(RequestValidation(reading, in: try contract(row)).faults().isEmpty)
    #expect(Self.text(of: value, parameter, row.place) == row.sent)
  }

  @Test(arguments: [
    ("form", #"["a,b","c d","e%f","g&h"]"#), ("form", #"["a+b","","ü"]"#), ("spaceDelimited", #"["a,b","c%d"]"#),
    ("pipeDelimited", #"["a b","c,d"]"#), ("form", "[]"), ("form", #"["a"]"#),
  ])
  func `what is written is read as it was, whatever characters it has`(style: String, text: String) throws {
    let value = try JSON.parse(text)
    for explode in style == "form" ? [true, false] : [false] {
      let row = Row(place: .query, style: style, explode: explode, value: Self.array, sent: "")
      let style = ParameterStyle(try #require(ParameterStyle.Kind(rawValue: style)), explode: explode)
      let sent = style.queryItems(value, named: "color").joined(separator: "&")
      let read = Self.value(in: try reading(row, sent), at: .query)
      #expect(read == value || value.count == 0 && read == nil, "\(sent)")
    }
  }

  @Test(arguments: [
    // Some clients encode commas, send plus signs for spaces, or leave pipes unencoded.
    ("form", "color=blue%2Cblack", #"["blue","black"]"#), ("spaceDelimited", "color=blue+black", #"["blue","black"]"#),
    ("pipeDelimited", "color=blue|black", #"["blue","black"]"#), ("form", "color=", "[]"),
    ("form", "color=blue,bl%2Cack", #"["blue","bl,ack"]"#), ("form", "color=a%2Cb%2525", #"["a","b%25"]"#),
  ])
  func `other spellings of a list are read`(style: String, sent: String, value: String) throws {
    let row = Row(place: .query, style: style, explode: false, value: Self.array, sent: sent)
    #expect(Self.value(in: try reading(row, sent), at: .query)?.text == value)
  }

  @Test func `an encoded comma in a path is a letter`() throws {
    let row = Row(place: .path, style: "simple", explode: false, value: Self.array, sent: "")
    #expect(Self.value(in: try reading(row, "a%2Cb"), at: .path)?.text == #"["a,b"]"#)
  }

  @Test(arguments: [
    ("1%2C2", "[1,2]"), ("1,2", "[1,2]"), ("7", "[7]"), ("x%2C2", #"["x,2"]"#), ("1%2c 2", "[1,2]"),
  ])
  func `where a list in a path isn't right with it, an encoded comma separates`(sent: String, value: String) throws {
    let schema = #"{ "type": "array", "items": { "type": "integer" } }"#
    let loaded = ContractLoader.load([
      Files.main, Files.endpoints(Files.endpoint("get", "GET /a/{ids}", #", "path": { "ids": \#(schema) }"#)),
    ])
    let endpoint = try #require(loaded.contract?.endpoints.first, "\(loaded.problems)")
    let reading = RequestReading(Request(method: .get, target: "/a/\(sent)"), for: endpoint)
    #expect(reading.path("ids")?.text == value)
  }

  @Test(arguments: [(true, "R=100, G=200,\tB = 3"), (false, "R, 100 ,G,\t200, B , 3")])
  func `white space around the elements of a header field is nothing`(explode: Bool, sent: String) throws {
    let schema = """
      { "type": "object", "properties": { "R": { "type": "integer" }, "G": { "type": "integer" } } }
      """
    let row = Row(place: .headers, style: "simple", explode: explode, value: "{}", sent: "")
    let value = Self.value(in: try reading(row, sent, schema: schema), at: .headers)
    #expect(value?["R"] == 100)
    #expect(value?["G"] == 200)
  }

  @Test func `a list that isn't written in its style doesn't fit`() throws {
    let row = Row(place: .query, style: "form", explode: false, value: #"[1,2]"#, sent: "")
    let reading = try reading(row, "color=1;2", schema: #"{ "type": "array", "items": { "type": "integer" } }"#)
    let faults = RequestValidation(reading, in: try contract(row)).faults()
    #expect(faults.map(\.pointer) == ["/request/query/color/0"])
    let mistyped = try self.reading(
      Row(place: .path, style: "label", explode: false, value: "7", sent: ""), "7", schema: #"{ "type": "integer" }"#)
    #expect(mistyped.path("color")?.text == "7")
  }

  @Test func `brackets make objects, lists and what is inside of them`() throws {
    let schema = """
      { "type": "object", "properties": {
        "price": { "type": "object", "properties": { "min": { "type": "number" } } },
        "tags": { "type": "array", "items": { "type": "string" } }, "open": { "type": "boolean" } } }
      """
    let row = Row(place: .query, style: "deepObject", explode: true, value: "{}", sent: "")
    let sent = "color[price][min]=1.5&color%5Btags%5D[]=a&color[tags][]=b&color[open]=true&other=1"
    let reading = try reading(row, sent, schema: schema)
    #expect(reading.query("color")?.text == #"{"price":{"min":1.5},"tags":["a","b"],"open":true}"#)
    #expect(reading.queryNames == ["color", "other"])
    let single = try self.reading(row, "color[tags]=a&color[7]=x&color[=y&color]=z", schema: schema)
    #expect(single.query("color")?.text == #"{"tags":["a"],"7":"x"}"#)
  }

  @Test func `a parameter may be JSON`() throws {
    let contract = try Files.contract(
      Files.endpoint(
        "items.list", "GET /items",
        """
        , "query": { "filter": { "type": "object", "required": ["a"] } },
          "styles": { "query": { "filter": { "contentType": "application/json" } } }
        """))
    let endpoint = try #require(contract.endpoint("items.list"))
    let reading = RequestReading(Request(method: .get, target: "/items?filter=%7B%22a%22:1%7D"), for: endpoint)
    #expect(reading.query("filter")?.text == #"{"a":1}"#)
    #expect(endpoint.query[0].style.queryItems(["a": 1], named: "filter") == ["filter=%7B%22a%22%3A1%7D"])
  }

  @Test(arguments: [
    "", "&", "=", "color", "color[", "color[]", "color[]]", "color[a", "[", "color[[a]]=1", "%", "a=%zz",
  ])
  func `nothing that a query holds upsets the reading`(query: String) throws {
    for style in ["form", "spaceDelimited", "pipeDelimited", "deepObject"] {
      for schema in [#"{ "type": "array" }"#, #"{ "type": "object", "properties": { "a": true } }"#] {
        let row = Row(place: .query, style: style, explode: style == "deepObject", value: "1", sent: "")
        let reading = try reading(row, query, schema: schema)
        _ = RequestValidation(reading, in: try contract(row, schema: schema)).faults()
      }
    }
  }

  // MARK: - The contract

  private func contract(_ row: Row, schema: String? = nil) throws -> Contract {
    let usual =
      switch row.value.first {
      case "[": #"{ "type": "array", "items": { "type": "string" } }"#
      case "{":
        """
        { "type": "object", "properties": {
          "R": { "type": "integer" }, "G": { "type": "integer" }, "B": { "type": "integer" } } }
        """
      default: #"{ "type": "string" }"#
      }
    return try Files.contract(
      Files.endpoint(
        "items.get", row.place == .path ? "GET /items/{color}" : "GET /items",
        """
        , "\(row.place.rawValue)": { "color": \(schema ?? usual) },
          "styles": { "\(row.place.rawValue)": { "color": { "style": "\(row.style)", "explode": \(row.explode) } } }
        """))
  }

  private func reading(_ row: Row, _ sent: String, schema: String? = nil) throws -> RequestReading {
    let endpoint = try #require(try contract(row, schema: schema).endpoint("items.get"))
    let request =
      switch row.place {
      case .path: Request(method: .get, target: "/items/\(sent)")
      case .query: Request(method: .get, target: "/items?\(sent)")
      case .headers: Request(method: .get, target: "/items", headers: ["Color": sent])
      case .cookies: Request(method: .get, target: "/items", headers: ["Cookie": sent])
      }
    return RequestReading(request, for: endpoint)
  }

  private static func parameter(of endpoint: Endpoint, at place: ParameterStyle.Place) -> Parameter? {
    switch place {
    case .path: endpoint.path.first
    case .query: endpoint.query.first
    case .headers: endpoint.headers.first
    case .cookies: endpoint.cookies.first
    }
  }

  private static func value(in reading: RequestReading, at place: ParameterStyle.Place) -> JSON? {
    switch place {
    case .path: reading.path("color")
    case .query: reading.query("color")
    case .headers: reading.header("color")
    case .cookies: reading.cookie("color")
    }
  }

  private static func text(of value: JSON, _ parameter: Parameter, _ place: ParameterStyle.Place) -> String {
    switch place {
    case .path: parameter.style.pathText(value, named: "color")
    case .query: parameter.style.queryItems(value, named: "color").joined(separator: "&")
    case .headers: parameter.style.headerText(value)
    case .cookies: parameter.style.queryItems(value, named: "color").joined(separator: "; ")
    }
  }
}
