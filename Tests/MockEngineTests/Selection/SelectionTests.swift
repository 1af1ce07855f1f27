import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct SelectionTests {
  private static func get(_ path: String, _ more: String = "") -> String {
    #"{ "method": "GET", "path": "\#(path)"\#(more) }"#
  }

  private static func put(_ id: Int, _ body: String, _ more: String = "") -> String {
    #"{ "method": "PUT", "path": "/items/\#(id)", "body": \#(body)\#(more) }"#
  }

  @Test func `a recording with nothing to bind is sent as it was rendered`() throws {
    let session = try Shop.session([
      try Shop.recording("items.get", "success", request: Self.get("/items/7"))
    ])
    let seen = session.send(.get, "/items/7")
    #expect(seen.isRendered)
    #expect(seen.status == 200)
    #expect(seen.text == #"{"ok":true,"data":{"id":7,"name":"Seven"}}"#)
    #expect(seen["content-type"] == "application/json")
    #expect(seen.from == "items.get/success")
  }

  @Test func `the nearest path, then query, then body wins, and ties go by name`() throws {
    let list = try [("a", ""), ("b", #", "query": { "page": "2" }"#), ("c", #", "query": { "page": "2", "q": "x" }"#)]
      .map { try Shop.recording("items.list", $0.0, request: Self.get("/items", $0.1)) }
    let session = try Shop.session(
      list + [
        try Shop.recording("items.get", "eight", request: Self.get("/items/8")),
        try Shop.recording("items.get", "seven", request: Self.get("/items/7")),
        try Shop.recording("items.put", "b-both", request: Self.put(7, #"{ "name": "x", "size": "S" }"#)),
        try Shop.recording("items.put", "a-name", request: Self.put(7, #"{ "name": "x" }"#)),
        try Shop.recording("items.put", "a-other", request: Self.put(8, #"{ "name": "y", "size": "S" }"#)),
      ])
    #expect(session.send(.get, "/items").from == "items.list/a")
    #expect(session.send(.get, "/items?page=2").from == "items.list/b")
    #expect(session.send(.get, "/items?q=x&page=2").from == "items.list/c")
    #expect(session.send(.get, "/items?page=9").from == "items.list/a")
    #expect(session.send(.get, "/items/7").from == "items.get/seven")
    #expect(session.send(.get, "/items/77").from == "items.get/eight")
    #expect(session.send(.put, "/items/7", body: #"{"size":"S","name":"x"}"#).from == "items.put/b-both")
    #expect(session.send(.put, "/items/7", body: #"{"name":"z"}"#).from == "items.put/a-name")
    #expect(session.send(.put, "/items/8", body: #"{"name":"x"}"#).from == "items.put/a-other")
  }

  @Test(arguments: ["7.0", "7e0", "07", "+7"])
  func `a recording answers its own path, and none that only equals it`(id: String) throws {
    let session = try Shop.session([try Shop.recording("items.get", "success", request: Self.get("/items/7"))])
    #expect(session.send(.get, "/items/%37").from == "items.get/success")
    let seen = session.send(.get, "/items/\(id)")
    #expect((seen.status, seen.code) == (404, "NOT_FOUND"), "\(seen)")
  }

  @Test func `the caller's own recording is preferred`() throws {
    let session = try Shop.session([
      try Shop.recording("items.get", "a", request: Self.get("/items/7", #", "persona": "guest""#)),
      try Shop.recording("items.get", "b", request: Self.get("/items/7")),
    ])
    #expect(session.send(.get, "/items/7", as: "guest-token").from == "items.get/a")
    #expect(session.send(.get, "/items/7").from == "items.get/b")
  }

  @Test func `a failure answers only what brought it about`() throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.put", "conflict", request: Self.put(7, #"{ "name": "taken" }"#, #", "persona": "owner""#), status: 409,
        body: Shop.failure("CONFLICT")),
      try Shop.recording("items.put", "success", request: Self.put(7, #"{ "name": "x" }"#)),
    ])
    #expect(session.send(.put, "/items/7", body: #"{ "name": "taken" }"#).from == "items.put/conflict")
    #expect(session.send(.put, "/items/7", body: #"{"name":"takes"}"#).from == "items.put/success")
    #expect(session.send(.put, "/items/8", body: #"{"name":"taken"}"#).from == "items.put/success")
    let other = try Shop.session(
      session.library.recordings, options: MockOptions(persona: "guest"),
      endpoints: Shop.endpoints.replacing(#""requires": ["can_edit"], "#, with: ""))
    #expect(other.send(.put, "/items/7", body: #"{"name":"taken"}"#).from == "items.put/success")
  }

  @Test func `a failure of a request that the contract doesn't allow answers no right one`() throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.put", "a-nameless", request: Self.put(7, "{}"), status: 409, body: Shop.failure("CONFLICT")),
      try Shop.recording("items.put", "success", request: Self.put(8, #"{ "name": "x" }"#)),
    ])
    #expect(session.send(.put, "/items/7", body: #"{"name":"y"}"#).from == "items.put/success")
  }

  @Test func `a documented field distinguishes recordings, and so does the Accept of a 406`() throws {
    let endpoints = Shop.endpoints.replacing(
      #""request": "GET /items/{id}", "source": "Handbook","#,
      with: #""request": "GET /items/{id}", "source": "Handbook", "headers": { "If-None-Match": true },"#)
    func request(_ name: String, _ value: String) -> String {
      #"{ "method": "GET", "path": "/items/7", "headers": { "\#(name)": "\#(value)" } }"#
    }
    let session = try Shop.session(
      [
        try Shop.recording(
          "items.get", "a-odd", request: request("if-none-match", "odd"), status: 409, body: Shop.failure("CONFLICT")),
        try Shop.recording(
          "items.get", "b-picky", request: request("accept", "text/html"), status: 406, body: Shop.failure("NO")),
        try Shop.recording("items.get", "success", request: Self.get("/items/7")),
      ], endpoints: endpoints)
    #expect(session.send(.get, "/items/7").from == "items.get/success")
    #expect(session.send(.get, "/items/7", headers: ["If-None-Match": "odd"]).from == "items.get/a-odd")
    #expect(session.send(.get, "/items/7", headers: ["Accept": "text/html"]).from == "items.get/b-picky")
    #expect(session.send(.get, "/items/7", headers: ["Accept": "text/csv"]).from == "items.get/success")
  }

  @Test(arguments: [500, 503, 429, 408])
  func `what data can't cause never answers by its fit`(status: Int) throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.get", "a-failure", request: Self.get("/items/7"), status: status, body: Shop.failure("X")),
      try Shop.recording("items.get", "success", request: Self.get("/items/7")),
    ])
    #expect(session.send(.get, "/items/7").from == "items.get/success")
  }

  @Test func `an answer to another condition is never given`() throws {
    let deleted = try Shop.recording(
      "items.delete", "a-deleted",
      request: #"{ "method": "DELETE", "path": "/items/7", "query": { "mode": "delete" } }"#, body: #"{ "ok": true }"#)
    let session = try Shop.session([deleted])
    #expect(session.send(.delete, "/items/7?mode=delete").from == "items.delete/a-deleted")
    #expect(session.send(.delete, "/items/9?mode=delete").from == "items.delete/a-deleted")
    let seen = session.send(.delete, "/items/7?mode=archive")
    #expect(seen.from == "synthesised")
    #expect(seen.json?["data"]?["id"]?.int != nil)
  }

  @Test func `an unknown item gets the best success, a missing one 404 everywhere`() throws {
    let session = try Shop.session([
      try Shop.recording("items.get", "success", request: Self.get("/items/7")),
      try Shop.recording(
        "items.get", "not-found", request: Self.get("/items/404"), status: 404, body: Shop.failure("NOT_FOUND")),
      try Shop.recording("items.put", "success", request: Self.put(7, #"{ "name": "x" }"#)),
    ])
    #expect(session.send(.get, "/items/77").from == "items.get/success")
    #expect(session.send(.get, "/items/404").from == "items.get/not-found")
    let put = session.send(.put, "/items/404", body: #"{"name":"x"}"#)
    #expect(put.status == 404)
    #expect(put.code == "NOT_FOUND")
    #expect(put.from == "built")
    #expect(session.send(.delete, "/items/404").status == 404)
    #expect(session.send(.delete, "/items/7").status == 200)
  }

  @Test func `nothing recorded is made from the schema, the same each time`() throws {
    let session = try Shop.session()
    let seen = session.send(.get, "/items")
    #expect(seen.from == "synthesised")
    #expect(seen.status == 200)
    #expect(seen.json?["ok"]?.bool == true)
    #expect(seen.json?["data"]?.kind == .array)
    #expect(seen.json?["pages"]?.int ?? 0 >= 1)
    #expect(seen.text == (try Shop.session()).send(.get, "/items").text)
    let item = session.send(.get, "/items/7").json?["data"]
    #expect(item?["id"]?.int != nil)
    #expect(item?["name"]?.string != nil)
  }

  @Test func `a console can ask why`() throws {
    let session = try Shop.session([
      try Shop.recording("items.get", "success", request: Self.get("/items/7"))
    ])
    func why(_ target: String) -> String {
      session.explain(
        Request(method: .get, target: target, headers: ["X-Key": "k", "Authorization": "Bearer owner-token"]))
    }
    #expect(why("/items/7") == "items.get/success: its request is the same")
    #expect(why("/items/9") == "items.get/success: its request is the closest match; path.id is 9, not 7")
    #expect(why("/items").hasPrefix("synthesised: no recording matches"))
    #expect(why("/nowhere") == "built: no endpoint has this path")
  }
}
