import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct RedactorTests {
  private let redactor = Redactor(nil)

  @Test(arguments: [
    ("/a/;token=Zz9-xYw8;token=Qq7-rSt6", "/a/;token=•••;token=•••"),
    ("/b/.Zz9-xYw8.Qq7-rSt6", "/b/.•••.•••"), ("/c/Zz9-xYw8,Qq7-rSt6", "/c/•••,•••"),
    ("/d/;token=Zz9-xYw8;size=3", "/d/;token=•••;size=3"), ("/a/Zz9-xYw8", "/a/•••"),
  ])
  func `a secret in a list or an object of a path is masked, and the marks around it stay`(
    path: String, shown: String
  ) throws {
    let list = #"{ "token": { "type": "array", "items": { "type": "string" } } }"#
    let object = #"{ "token": { "type": "object", "properties": { "token": {}, "size": {} } } }"#
    func styled(_ style: String) -> String {
      #""styles": { "path": { "token": { "style": "\#(style)", "explode": true } } }"#
    }
    let contract = try Files.contract(
      [
        Files.endpoint("a", "GET /a/{token}", #", "path": \#(list), \#(styled("matrix"))"#),
        Files.endpoint("b", "GET /b/{token}", #", "path": \#(list), \#(styled("label"))"#),
        Files.endpoint("c", "GET /c/{token}", #", "path": \#(list)"#),
        Files.endpoint("d", "GET /d/{token}", #", "path": \#(object), \#(styled("matrix"))"#),
      ].joined(separator: ",\n"))
    #expect(Redactor(contract).path(of: Request(method: .get, target: path)) == shown)
  }

  @Test(arguments: [
    ("/resets/8f0c77aa.json", "/resets/•••.json"), ("/shares/a/8f0c77aa:open", "/shares/•••:open"),
    ("/pages/a%20b.8f0c77aa", "/pages/a%20b.•••"), ("/files/a/b.txt", "/files/a/b.txt"),
    ("/files/a%20b/eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl/c", "/files/a%20b/•••/c"),
  ])
  func `a secret parameter is masked also where it is part of a segment or goes across slashes`(
    path: String, shown: String
  ) throws {
    let paths = [
      "/resets/{reset_token}.json", "/shares/{+share_token}:open", "/pages/{name}.{access_token}", "/files/{+path}",
    ]
    let contract = try Files.contract(
      paths.enumerated().map { number, path in
        let names = try PathTemplate(parsing: path).parameters.map { "\"\($0)\": true" }.joined(separator: ", ")
        return Files.endpoint("e\(number)", "GET \(path)", #", "path": { \#(names) }"#)
      }.joined(separator: ",\n"))
    #expect(Redactor(contract).path(of: Request(method: .get, target: path)) == shown)
  }

  @Test(arguments: [
    "before eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl after", "x=eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "eyJhbGciOiJIUz…",
    "key AKIAIOSFODNN7EXAMPLE.", "sk_live_4eC39HqLyjWD", "pk_test_TYooMQauvdEDq54", "rk_live_4eC39HqLyjWD",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "https://ada:pa55word@host/path", "Authorization: Bearer 8f0c77aa", "bearer%208f0c77aa", "token 8f0c77aa",
    "Basic YWRhOnBhc3M=", "wrong password=hunter2 given", "api_key: 8f0c77aa", #"{"password":"x y"}"#,
    #"{\"password\":\"hunter2\"}"#, "<password>hunter2</password>", "<Secret a=\"b\">xyz</Secret>", "pin=123",
    "?a=b&access_token=zz9&c=d", "sessionId = 'abc def'",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "enable_password=hunter2",
    "session=9f86d081884c7d659a2feaa0c55ad015", "logged in with password hunter2.", "ada used passphrase \"x y\" today",
    "with+api+key+8f0c77aa", "the password hunter2 was wrong", "login --password hunter2 --verbose",
    "--api-key 'x y' --n 1", "with pin 123", "curl -u bob:hunter2 https://host/", "curl --user 'bob:x y' https://host/",
    "curl --user='ada@host:hunter2'", "curl -ubob:hunter2", "{&quot;password&quot;:&quot;x y&quot;}",
    "<input name=\"password\" value=\"hunter2\">", "<input value='hunter2' type=text name='password'/>",
    "<INPUT TYPE=password VALUE=hunter2>", "<meta name=\"csrf-token\" content=\"8f0c77aa\" />",
    "<meta content=\"8f0c77aa\" name=\"csrf-token\">", "<token type=\"x\" value=\"8f0c77aa\"/>",
    "<add key=\"ApiKey\" value=\"8f0c77aa\" />", "<a:password b=\"c>d\">\n  x y\n</a:password>",
    "<password>hunter2&amp;x y</password>", "<password><![CDATA[x y]]></password>",
    "<tokens>\n <item>8f0c77aa</item><item><data>hunter2</data></item></tokens>",
    "<string name=\"api_key\">8f0c77aa</string>", "<input name=\\\"password\\\" value=\\\"hunter2\\\">",
    #"got {"tokens": ["x y", {"deep": "hunter2"}]} from it"#, #"credentials={\"left\":\"hunter2\"}"#,
    "tokens=[8f0c77aa, hunter2]", "otp: {typed: [123]}",
  ])
  func `what looks like a secret, or is called one, is masked in a text`(text: String) {
    let shown = redactor.text(text)
    #expect(shown.contains("•••"), "\(shown)")
    for secret in [
      "eyJ", "AKIA", "4eC39", "TYoo", "MfKQ9", "16C7", "pa55", "8f0c", "YWRh", "hunter2", "x y", "xyz", "123", "zz9",
      "abc def", "MIIE",
    ] {
      #expect(!shown.contains(secret), "\(shown)")
    }
  }

  @Test(arguments: [
    "Bearer token missing", "Bearer realm=\"api\"", "The query parameter \"token\" is missing.", "token_type: bearer",
    "max_tokens: 512", "password: required", "token=true", "\"secret\": null", "max_tokens=77", "author: 77aa88bb",
    "next_page_token=8f0c77aa", "eyJustAWord", "a.b.c", "https://host/path@1", "12:30:45", "session: 8f0c",
    "the header x-api-key", "sk_live_", "AKIA", "ticket 1042", "", "enable_password=true", "remember_me=on",
    "Sign in with password authentication.", "with secret sauce", "the pin 1042",
    "Usage: login <user> <password> <host>",
    "session: morning-2026", "docker run -u 1000:1000 x", "curl -u https://host/", "a < b and c > d", "<b>password</b>",
    "<input name=\"colour\" value=\"red-1234\">", "<input name=\"max_tokens\" value=\"512\">", "<password/>",
    "<password></password><user>ada1</user>", "<label id=\"password\">Your 2nd password</label>",
    "<meta name=\"csrf-param\" content=\"authenticity\">", "<password required=\"true\" type=\"x1y2\"/>",
    "<credentials><id>77aa</id><name>Ada 1</name><expires_at>2026-11-21</expires_at></credentials>",
    "curl -H 'Accept: application/json' https://host:8080/a1b2", "token: {user} [REDACTED]",
    #"{"credentials": {"id": "77aa", "expires_at": "2026-11-21", "n": 77, "b": true}, "colour": "red-1234"}"#,
  ])
  func `other texts stay`(text: String) {
    #expect(redactor.changed(text) == nil)
  }

  @Test func `a known secret in a text doesn't end the masking of others`() {
    var table = SecretTable()
    table.add("known-secret", as: "•••")
    let text = "known-secret, then eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl and password=hunter2"
    #expect(Redactor(nil, table).text(text) == "•••, then ••• and password=•••")
  }

  @Test func `what is left of a secret before an ellipsis is masked`() {
    var table = SecretTable()
    table.add("648194694", as: "•••", within: .word, isSecret: false)
    let redactor = Redactor(nil, table)
    #expect(redactor.text("got 648194694…") == "got •••…")
    #expect(redactor.text("got 64819…") == "got •••…")
    #expect(redactor.text("got a64819…, 648…") == "got a64819…, 648…")
  }

  @Test func `a text of many unfinished tags or brackets costs little`() {
    for part in ["<password><a>", #"{"token":["#, #"<a x="<a" "#, "<token a=b "] {
      #expect(redactor.changed(String(repeating: part, count: 20_000)) == nil)
    }
    #expect(redactor.text(String(repeating: "<password><![CDATA[", count: 2000)).count < 100)
  }

  @Test func `a member's name decides, and never of booleans, null, counts and listed values`() throws {
    let body = try JSON.parse(
      #"""
      { "password": "hunter2", "token": ["a1", { "value": "b2" }], "max_tokens": 512, "token_type": "bearer",
        "cvv": 123456, "pin": "9876", "secret": null, "has_password": true, "secrets": true, "tokens": 9,
        "tokens_by": { "access": "stays" }, "credentials": { "user": "ada", "old": "c3" },
        "passwords": { "left": "f6", "list": ["g7", { "deep": { "er": "h8" }, "id": "i-9", "expires_at": "2026-11-21" }],
          "type": "bcrypt", "n": 7 }, "enable_secret": "j1", "enable_password": "yes", "remember_me": "k2k2",
        "otp": { "typed": "482913", "length": 6, "channel": "sms" }, "session": "9f86d081884c7d659a2feaa0c55ad015",
        "fields": [{ "name": "X-API-Key", "value": "d4" }, { "name": "colour", "value": "red" }],
        "note": "{\"apiKey\":\"e5e5\",\"n\":1}", "passenger": "Ada", "next_page_token": "8f0c77aa" }
      """#)
    let shown = redactor.json(body)
    #expect(
      shown
        == (try JSON.parse(
          #"""
          { "password": "•••", "token": ["•••", { "value": "•••" }], "max_tokens": 512, "token_type": "bearer",
            "cvv": "•••", "pin": "•••", "secret": null, "has_password": true, "secrets": true, "tokens": 9,
            "tokens_by": { "access": "stays" }, "credentials": { "user": "ada", "old": "•••" },
            "passwords": { "left": "•••", "list": ["•••", { "deep": { "er": "•••" }, "id": "i-9",
              "expires_at": "2026-11-21" }], "type": "bcrypt", "n": 7 }, "enable_secret": "•••",
            "enable_password": "yes", "remember_me": "•••",
            "otp": { "typed": "•••", "length": 6, "channel": "sms" }, "session": "•••",
            "fields": [{ "name": "X-API-Key", "value": "•••" }, { "name": "colour", "value": "red" }],
            "note": "{\"apiKey\":\"•••\",\"n\":1}", "passenger": "Ada", "next_page_token": "8f0c77aa" }
          """#)),
      "\(shown)")
  }

  @Test func `header fields keep what says nothing`() {
    let fields = redactor.fields([
      "Authorization": "Bearer 8f0c", "X-Auth-Token": "8f0c", "Cookie": "theme=dark; sid=77", "X-Colour": "red",
      "Set-Cookie": "sid=77; Path=/; HttpOnly", "X-Page-Token": "88aa99bb",
      "Session": "8f0c", "X-Shopify-Hmac-Sha256": "8f0c=", "X-Access-Level": "staff",
    ])
    #expect(
      fields.map(\.value) == [
        "Bearer •••", "•••", "theme=•••; sid=•••", "red", "sid=•••; Path=/; HttpOnly", "88aa99bb", "•••", "•••",
        "staff",
      ])
  }

  @Test(arguments: [
    ("/a?token=x%20y&n=1", "/a?token=•••&n=1"), ("/a?pin=12&max_tokens=5", "/a?pin=•••&max_tokens=5"),
    ("/reset/token/8f0c77aa", "/reset/token/•••"), ("/auth/token/refresh", "/auth/token/refresh"),
    ("/a?q=eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "/a?q=•••"), ("/a?b", "/a?b"),
  ])
  func `a path and query show no secret`(target: String, shown: String) {
    #expect(redactor.target(of: Request(method: .get, target: target)) == shown)
  }

  @Test func `forms of both kinds show no secret`() {
    let form = Request(
      method: .post, target: "/", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Body("user=ada&password=a%20b&n=1"))
    #expect(
      String(decoding: redactor.body(of: form), as: UTF8.self) == "user=ada&password=%E2%80%A2%E2%80%A2%E2%80%A2&n=1")
    let parts = Request(
      method: .post, target: "/", headers: ["Content-Type": "multipart/form-data; boundary=\"b\""],
      body: Body(
        "--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n"
          + "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n8f0c\r\n--b--\r\n"))
    let shown = String(decoding: redactor.body(of: parts), as: UTF8.self)
    #expect(shown.contains("\r\n\r\nada\r\n"))
    #expect(shown.contains("\r\n\r\n•••\r\n--b--"))
    #expect(!shown.contains("8f0c"))
  }
}
