import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Recordings of a real server, which must not reveal anything about people but can still be replayed.
@Suite struct PersonalTests {
  private static let seat: HeaderFields = ["Cookie": "seat=agent-seat"]

  private func data(_ answer: String, keepsPersonal: Bool = false) throws -> JSON {
    let plan = try Shop.plan(
      [Shop.exchange(.get, "/items/7", Self.seat, answer: "{ \"ok\": true, \"data\": \(answer) }")],
      keepsPersonal: keepsPersonal)
    return try #require(plan.files.first?.recording.responseBody?["data"])
  }

  @Test func `email addresses, telephone numbers and postal addresses become fakes of their formats`() throws {
    let data = try data(
      """
      { "email": "olga@corp.sg", "note": "Mail Olga@corp.sg or bob.o'x@mail.corp.co.uk.", "phone": "+65 9123-4567",
        "mobileNumber": 6591234567, "address": "12 Orchard Road, #05-01", "zip": "D-23882", "sales": ["olga@corp.sg"],
        "shipping_address": { "line1": "77 Long Street", "city": "Oldtown", "country": "SG" } }
      """)
    #expect(
      data
        == (try JSON.parse(
          """
          { "email": "person-1@example.com", "note": "Mail person-1@example.com or person-2@example.com.",
            "phone": "+55 5555-5551", "mobileNumber": 5555555552, "address": "1 Example Street", "zip": "A-11111",
            "sales": ["person-1@example.com"],
            "shipping_address": { "line1": "2 Example Street", "city": "Example Town 1", "country": "SG" } }
          """)),
      "\(data)")
  }

  @Test func `what isn't about people stays`() throws {
    let text = """
      { "ip_address": "10 dot 0", "mac_address": "aa bb 77", "email_verified": true, "phone_model": "iPhone 12",
        "support": "help@shop.example", "me": "ada@example.com", "local": "root@localhost", "icon": "icon@2x.png",
        "city": "Singapore", "mobile": true, "phone": "none", "postal": "x", "address": "https://shop.example/a 1",
        "author": "Ada Tan", "git": "ssh://git@host.corp.com/a" }
      """
    #expect(try data(text) == JSON.parse(text))
  }

  @Test(arguments: [
    "10.0.0.1:80", "fe80::1%eth0", "00:1b:44:11:3a:b7", "db.internal:5432", "10.0.0.0/8", "dynamic",
    "10.0.0.1 10.0.0.2", "db.internal", "/run/docker.sock", "0x52908400098527886E0F7030069857D2E4169EE7",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
  ])
  func `an address of a machine is none of people`(text: String) throws {
    let data = try data("{ \"address\": \"\(text)\", \"addresses\": [\"\(text)\"] }")
    #expect(data["address"]?.string == text && data["addresses"]?[0]?.string == text, "\(data)")
  }

  @Test(arguments: [
    "東京都千代田区丸の内1-1-1", "Bahnhofstrasse", "Hauptstr.5", "Bahnhofstrasse 5.1 8000 Zürich", "Unit 2.04 Elm Road",
    "Dr.Meier:Seestrasse 4", "Flat 2:1:3 Elm Road", "5 Hill Road",
  ])
  func `a postal address is one, however it is written`(text: String) throws {
    let data = try data("{ \"home_address\": \"\(text)\", \"street\": \"\(text)\" }")
    for name in ["home_address", "street"] { #expect(data[name]?.string != text, "\(data)") }
  }

  @Test func `everything stays where that is wanted`() throws {
    let text = #"{ "email": "olga@corp.sg", "phone": "+65 9123 4567" }"#
    #expect(try data(text, keepsPersonal: true) == JSON.parse(text))
  }

  @Test func `an equal value is equal in every later request and answer`() throws {
    let plan = try Shop.plan([
      Shop.exchange(.get, "/items/7", Self.seat, answer: #"{ "data": { "email": "olga@corp.sg" } }"#),
      Shop.exchange(.get, "/items/7?full=true&mail=olga%40corp.sg", Self.seat),
      Shop.exchange(
        .post, "/items/7/buy", Self.seat, #"{ "to": "olga@corp.sg", "phone": "+65 9123 4567" }"#, status: 201,
        answer: #"{ "data": { "said": "to olga@corp.sg, +65 9123 4567" } }"#),
    ])
    #expect(!plan.text.contains("olga") && !plan.text.contains("9123"), "\(plan.text)")
    let recordings = plan.files.map(\.recording)
    try #require(recordings.count == 3)
    #expect(recordings[1].request.target == "/items/7?full=true&mail=person-1%40example.com")
    #expect(recordings[2].requestBody?["to"]?.string == "person-1@example.com")
    #expect(recordings[2].responseBody?["data"]?["said"]?.string == "to person-1@example.com, +55 5555 5551")
    #expect(plan.files[2].replaced.contains("/request/body/phone"))
  }

  @Test(arguments: [
    ("/find/Nora%20Quist", [:], ""), ("/find/x?names=Nora%20Quist,Bo", [:], ""),
    ("/find/x?by[name]=Nora+Quist", [:], ""),
    ("/find/x", ["X-Called": "Nora Quist"], ""),
    ("/find/x", ["Content-Type": "application/x-www-form-urlencoded"], "id=1&name=Nora+Quist"),
    ("/find/x", ["Content-Type": "application/x-www-form-urlencoded"], "names=Nora+Quist&names=Bo"),
    ("/find/x", ["Content-Type": "application/x-ndjson"], "{\"name\":\"Nora Quist\"}\n{\"name\":\"Nora Quist\"}\n"),
    ("/find/x", ["Content-Type": "text/plain"], "Nora Quist"),
    (
      "/find/x", ["Content-Type": "multipart/form-data; boundary=b"],
      "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nNora Quist\r\n--b--\r\n"
    ),
  ])
  func `what a schema calls personal goes from wherever it is in a request`(
    target: String, fields: [String: String], body: String
  ) throws {
    var headers = Self.seat
    for (name, value) in fields { headers[name] = value }
    let plan = try Shop.plan([Shop.exchange(.post, target, headers, body)])
    try #require(plan.files.count == 1)
    #expect(!plan.text.contains("Nora") && !plan.text.contains("Quist"), "\(plan.text)")
    #expect(plan.text.contains("Person"), "\(plan.text)")
  }

  @Test func `a cookie that is a parameter stays, and one that is a credential doesn't`() throws {
    let plan = try Shop.plan([Shop.exchange(.post, "/find/x", ["Cookie": "seat=agent-seat; theme=dark; other=1"])])
    let recording = try #require(plan.files.first?.recording, "\(plan.skips)")
    #expect(recording.request.headers["cookie"] == "theme=dark")
    var headers = recording.request.headers
    headers.set(credentials: [("Cookie", "seat=agent-seat"), ("X-Key", "demo-key")])
    #expect(headers["cookie"] == "theme=dark; seat=agent-seat")
    #expect(headers["x-key"] == "demo-key")
  }

  @Test func `a schema's word counts, and its values, patterns and keys are kept`() throws {
    let plan = try Shop.plan([
      Shop.exchange(
        .get, "/people", Self.seat,
        answer: """
          { "data": [ { "id": "olga@corp.sg", "name": "Olga Tan", "born": "1990-05-06", "phone": "+65 1234",
            "team": "red@corp.sg", "address": "Hall 7", "names": ["Bo Li", "Olga Tan"], "hotline": "+65 800 1234" } ] }
          """),
      Shop.exchange(.get, "/people?who=Olga%20Tan", Self.seat),
    ])
    let person = try #require(plan.files.first?.recording.responseBody?["data"]?[0], "\(plan.skips)")
    #expect(person["id"]?.string == "olga@corp.sg", "the key of a collection")
    #expect(person["name"]?.string == "Person 1")
    #expect(person["born"]?.string == "2000-01-02")
    #expect(person["phone"]?.string == "+65 5551", "the pattern asks for +65")
    #expect(person["team"]?.string == "red@corp.sg", "the enum lists it")
    #expect(person["address"]?.string == "Hall 7", "x-personal is false")
    #expect(person["names"] == ["Person 2", "Person 1"])
    #expect(person["hotline"]?.string == "+55 555 5552", "by its format")
    #expect(plan.files.last?.recording.request.target == "/people?who=Person%201")
  }

  @Test func `a cursor has an equal fake in the request that it was made for`() throws {
    let plan = try Shop.plan([
      Shop.exchange(.get, "/items/1", Self.seat, answer: #"{ "data": { "next_page_token": "Qk9-aa77xx" } }"#),
      Shop.exchange(
        .get, "/items/1?page_token=Qk9-aa77xx", Self.seat,
        answer: #"{ "data": { "next_page_token": "Qk9-bb77xx", "next": "/items/1?page_token=Qk9-bb77xx" } }"#),
      Shop.exchange(.get, "/items/1?page_token=Qk9-bb77xx", Self.seat, answer: #"{ "data": { "cursor": "12" } }"#),
    ])
    #expect(!plan.text.contains("Qk9"), "\(plan.text)")
    let recordings = plan.files.map(\.recording)
    try #require(recordings.count == 3, "\(plan.skips)")
    for (one, next) in zip(recordings, recordings.dropFirst()) {
      let token = try #require(one.responseBody?["data"]?["next_page_token"]?.string)
      #expect(next.request.queryItems.first?.value == token)
    }
    #expect(recordings[1].request.target != recordings[2].request.target)
    #expect(recordings[1].responseBody?["data"]?["next"]?.string == recordings[2].request.target)
    #expect(recordings[2].responseBody?["data"]?["cursor"]?.string == "12", "a short one hides nothing")
  }
}
