/// Point 5: parameters in their styles, cookies, and bodies that aren't JSON.
extension Feature {
  /// Returns an endpoint that responds "yes" if a value is the expected one, otherwise "no".
  private static func telling(_ request: String, _ address: String, _ value: String, _ more: String) -> String {
    """
    "endpoints": { "tell": { "summary": "Tell", "request": "\(request)", "source": "Page 1",
      "success": { "200": [{ "when": { "\(address)": { "const": \(value) } }, "body": { "const": "yes" } }, { "body": { "const": "no" } }] },
      "failures": ["invalid"],
      \(more) } },
    "failures": { "invalid": { "status": 400 } }
    """
  }

  private static let numbers = #"{ "type": "array", "items": { "type": "integer" } }"#
  private static let point =
    #"{ "type": "object", "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } } }"#

  static let parameters: [Feature] = inQueries + elsewhere + bodies

  private static let inQueries: [Feature] = [
    Feature(
      5, "a list in one text of a query",
      telling(
        "GET /a", "query.ids", "[1, 2]",
        """
        "query": { "ids": \(numbers) },
        "styles": { "query": { "ids": { "style": "form", "explode": false } } }
        """),
      asks: [
        Ask("GET /a?ids=1,2", 200, #""yes""#), Ask("GET /a?ids=1%2C2", 200, #""yes""#),
        Ask("GET /a?ids=1,x", 400), Ask("GET /a", 200, #""no""#),
      ],
      mistake: #""styles": { "query": { "ids": {"#, #""styles": { "query": { "idz": {"#,
      says: #"contract.json:6:24: Unknown query parameter "idz"; did you mean "ids"?"#),
    Feature(
      5, "a list between pipes, spaces, and by repeated names",
      telling(
        "GET /a", "query.ids", "[1, 2]",
        """
        "query": { "ids": \(numbers), "words": { "type": "array", "items": { "enum": ["a"] } }, "tag": \(numbers) },
        "styles": { "query": { "ids": { "style": "pipeDelimited" }, "words": { "style": "spaceDelimited" } } }
        """),
      asks: [
        Ask("GET /a?ids=1|2&tag=1&tag=2", 200, #""yes""#), Ask("GET /a?ids=1%7C2", 200, #""yes""#),
        Ask("GET /a?words=a%20b", 400), Ask("GET /a?tag=1,2", 400),
      ],
      mistake: #""pipeDelimited""#, #""pipeDelimiter""#,
      says: #"contract.json:6:42: "pipeDelimiter" is not allowed here; did you mean "pipeDelimited"?"#),
    Feature(
      5, "an object in a query, by brackets and by its members",
      telling(
        "GET /a", "query.near", #"{ "x": 1, "y": 2 }"#,
        """
        "query": { "near": \(point), "page": { "type": "object", "properties": { "size": { "type": "integer" } } } },
        "styles": { "query": { "near": { "style": "deepObject" } } }
        """),
      asks: [
        Ask("GET /a?near[x]=1&near%5By%5D=2&size=3", 200, #""yes""#), Ask("GET /a?near[x]=one", 400),
        Ask("GET /a?near[x]=1&near[y]=2", 200, #""yes""#), Ask("GET /a?size=many", 400),
      ],
      mistake: #""near": { "style": "deepObject" }"#, #""near": { "style": "deepObject", "explode": false }"#,
      says: #"contract.json:6:24: "deepObject" is always exploded; remove "explode"."#),
  ]

  private static let elsewhere: [Feature] = [
    Feature(
      5, "a list in a path, with a name before each element",
      telling(
        "GET /a/{ids}", "path.ids", "[1, 2]",
        """
        "path": { "ids": \(numbers) },
        "styles": { "path": { "ids": { "style": "matrix", "explode": true } } }
        """),
      asks: [Ask("GET /a/;ids=1;ids=2", 200, #""yes""#), Ask("GET /a/1,2", 400)],
      mistake: #""styles": { "path""#, #""styles": { "query""#,
      says: #"contract.json:6:24: Unknown query parameter "ids"; none are defined."#,
      #"contract.json:6:42: "matrix" is not allowed here; expected form, spaceDelimited, pipeDelimited or deepObject."#),
    Feature(
      5, "an object in a header, and one in JSON",
      telling(
        "GET /a", "header.X-Near", #"{ "x": 1, "y": 2 }"#,
        """
        "headers": { "X-Near": \(point), "X-Filter": { "type": "object", "required": ["a"] } },
        "styles": { "headers": { "X-Near": { "explode": true }, "X-Filter": { "contentType": "application/json" } } }
        """),
      asks: [
        Ask("GET /a", 200, #""yes""#, with: ["X-Near": "x=1,y=2", "X-Filter": #"{"a":1}"#]),
        Ask("GET /a", 400, with: ["X-Near": "x,1"]), Ask("GET /a", 400, with: ["X-Filter": "{}"]),
      ],
      mistake: #"{ "explode": true }"#, #"{ "style": "form" }"#,
      says: #"contract.json:6:47: A header can't have the style "form"; expected simple."#),
    Feature(
      5, "cookies",
      telling(
        "GET /a", "cookie.size", "3",
        """
        "cookies": { "size": { "type": "integer" }, "theme": { "enum": ["light", "dark"] } },
        "required": { "cookies": ["theme"] }
        """),
      asks: [
        Ask("GET /a", 200, #""yes""#, with: ["Cookie": "theme=dark; size=3"]), Ask("GET /a", 400),
        Ask("GET /a", 400, with: ["Cookie": "theme=pink"]),
      ],
      mistake: #""cookies": ["theme"]"#, #""cookies": ["them"]"#,
      says: #"contract.json:6:27: The required cookie "them" isn't declared; did you mean "theme"?"#),
  ]

  private static let bodies: [Feature] = [
    Feature(
      5, "a form",
      telling(
        "POST /a", "body#/ids", "[1, 2]",
        """
        "safe": true, "content": { "application/x-www-form-urlencoded": {
          "schema": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" }, "ids": \(numbers) } },
          "encoding": { "ids": { "explode": false } } } }
        """),
      asks: [
        Ask(
          "POST /a", 200, #""yes""#, sending: "name=a+b&ids=1,2",
          with: ["Content-Type": "application/x-www-form-urlencoded"]),
        Ask("POST /a", 400, sending: "ids=1,2", with: ["Content-Type": "application/x-www-form-urlencoded"]),
        Ask("POST /a", 400, sending: #"{ "name": "a" }"#),
      ],
      mistake: #""encoding": { "ids""#, #""encoding": { "id""#,
      says: #"contract.json:7:17: The form has no field "id"; did you mean "ids"?"#),
    Feature(
      5, "a form with parts",
      telling(
        "POST /a", "body#/near", #"{ "x": 1 }"#,
        """
        "safe": true, "content": { "multipart/form-data": {
          "schema": { "type": "object", "required": ["file"], "properties": { "file": { "type": "string", "maxLength": 4 }, "near": \(point) } },
          "encoding": { "file": { "contentType": "image/png" } } } }
        """),
      asks: [
        Ask(
          "POST /a", 200, #""yes""#, sending: parts("file", "\u{89}PN", "near", #"{"x":1}"#),
          with: ["Content-Type": "multipart/form-data; boundary=b"]),
        Ask(
          "POST /a", 400, sending: parts("file", "\u{89}PNG-", "near", #"{"x":1}"#),
          with: ["Content-Type": "multipart/form-data; boundary=b"]),
        Ask("POST /a", 400, sending: "--b--", with: ["Content-Type": "multipart/form-data"]),
      ],
      mistake: #""multipart/form-data""#, #""image/png""#,
      says:
        "contract.json:7:15: image/png has no fields to encode; \"encoding\" applies only to "
        + "application/x-www-form-urlencoded and multipart/form-data."),
    Feature(
      5, "lines of JSON, and JSON under another name",
      telling(
        "POST /a", "body#/1/x", "2",
        """
        "safe": true, "content": {
          "application/x-ndjson": { "schema": { "type": "array", "items": { "type": "object" } } },
          "application/x-amz-json-1.0": { "schema": { "type": "object" } } }
        """),
      asks: [
        Ask(
          "POST /a", 200, #""yes""#, sending: "{\"x\":1}\n{\"x\":2}\n", with: ["Content-Type": "application/x-ndjson"]),
        Ask("POST /a", 400, sending: "{\"x\":1}\n2\n", with: ["Content-Type": "application/x-ndjson"]),
        Ask("POST /a", 200, #""no""#, sending: "{}", with: ["Content-Type": "application/x-amz-json-1.0"]),
        Ask("POST /a", 400, sending: "{,}", with: ["Content-Type": "application/x-amz-json-1.0"]),
      ],
      mistake: #""array", "items""#, #""arrray", "items""#,
      says:
        "contract.json:6:49: 'type' must be one of null, boolean, integer, number, string, array, object, or a list of them, not "
        + "\"arrray\"."),
  ]

  private static func parts(_ texts: String...) -> String {
    stride(from: 0, to: texts.count, by: 2).map { index in
      "--b\r\nContent-Disposition: form-data; name=\"\(texts[index])\"\r\n\r\n\(texts[index + 1])\r\n"
    }.joined() + "--b--\r\n"
  }
}
