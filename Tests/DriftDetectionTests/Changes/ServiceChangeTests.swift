import PlumblineContractModel
import PlumblineDriftDetection
import Testing

/// Changes of the accepted callers, the servers and the state, and of the links that clients open instead of calling.
struct ServiceChangeTests {
  private static let credentials =
    #""credentials": { "key": { "in": "header", "name": "X-Key", "environment": "K" }, "session": { "in": "bearer", "environment": "S" } }"#

  private func changes(authentication old: String, _ new: String) -> [Drift] {
    func contract(_ authentication: String) -> String {
      "\(Self.credentials), \(ChangedContracts.endpoint("\"authentication\": \(authentication)"))"
    }
    return ChangedContracts.changes(contract(old), contract(new))
  }

  @Test(arguments: [
    (#"["key"]"#, #"["key", "session"]"#), (#"[]"#, #"["key"]"#), (#"[["session"], []]"#, #"["session"]"#),
    (#"[["key"], ["session"]]"#, #"["key"]"#), (#"["key"]"#, #"["session"]"#),
  ])
  func `callers that were admitted have to be admitted still`(old: String, new: String) {
    let found = changes(authentication: old, new)
    #expect(found.rules == ["change.access.credential-added"])
    #expect(found.first?.severity == .breaking)
  }

  @Test(arguments: [
    (#"["key", "session"]"#, #"["key"]"#), (#"["key"]"#, #"[]"#), (#"["session"]"#, #"[["session"], []]"#),
    (#"["key"]"#, #"[["key"], ["session"]]"#),
  ])
  func `weaker requirements are a notice`(old: String, new: String) {
    let found = changes(authentication: old, new)
    #expect(found.rules == ["change.access.credential-removed"])
    #expect(found.first?.severity == .notice)
  }

  /// A scheme that the translation couldn't read, next to a credential that it could.
  private static let unread = #"[["key"], []], "x-security": [{ "key": "credential" }, { "sig": "unread scheme" }]"#
  private static let unreadAlone = #"[], "x-security": [{ "sig": "unread scheme" }]"#
  private static let certificate = #"[], "x-security": [{ "tls": "client certificate" }]"#

  @Test(arguments: [
    (unread, #"["key"]"#), (unreadAlone, #"["key"]"#), (#"["key"]"#, unreadAlone), (#"[]"#, unreadAlone),
    (unreadAlone, certificate), (unreadAlone, unreadAlone.replacing("sig", with: "hmac")),
  ])
  func `a scheme that can't be read is an unknown requirement, never none`(old: String, new: String) {
    let found = changes(authentication: old, new)
    #expect(found.rules == ["change.access.credential-added"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.witness == nil)
  }

  @Test func `an unknown requirement beside others hides nothing`() {
    #expect(changes(authentication: Self.unread, Self.unread) == [])
    let found = changes(authentication: Self.unread, #"["session"]"#)
    #expect(found.first?.severity == .breaking)
    #expect(
      found.first?.message == "Access with only header x-key was removed: Authorization: Bearer is now required.")
    let freed = changes(authentication: Self.unreadAlone, "[]")
    #expect(freed.rules == ["change.access.credential-removed"])
    #expect(freed.first?.expected == "unread scheme sig")
  }

  @Test func `a client's certificate is needed as a credential is`() {
    let found = changes(authentication: "[]", Self.certificate)
    #expect(found.rules == ["change.access.credential-added"])
    #expect(found.first?.severity == .breaking)
    #expect(found.first?.actual == "client certificate tls")
  }

  @Test func `a credential's name is the contract's own affair`() {
    func contract(_ name: String, _ header: String) -> String {
      """
      "credentials": { "\(name)": { "in": "header", "name": "\(header)", "environment": "K" } },
      \(ChangedContracts.endpoint("\"authentication\": [\"\(name)\"]"))
      """
    }
    #expect(ChangedContracts.changes(contract("key", "X-Key"), contract("apiKey", "x-key")) == [])
    let moved = ChangedContracts.changes(contract("key", "X-Key"), contract("key", "X-API-Key"))
    #expect(moved.rules == ["change.access.credential-added"])
  }

  @Test func `a permission more is breaking, one less a notice`() {
    func contract(_ requires: String) -> String {
      """
      \(Self.credentials), "personas": { "owner": { "credentials": { "session": "o" }, "permissions": ["edit"] } },
      \(ChangedContracts.endpoint("\"authentication\": [\"session\"], \"requires\": [\(requires)]"))
      """
    }
    let found = ChangedContracts.changes(contract(""), contract("\"edit\""))
    #expect(found.rules == ["change.access.requirement-added"])
    #expect(found.first?.detail == "the permission edit")
    #expect(ChangedContracts.changes(contract("\"edit\""), contract("")).rules == ["change.access.requirement-removed"])
  }

  // MARK: Servers

  private func changes(servers old: String, _ new: String) -> [Drift] {
    func contract(_ servers: String) -> String { "\"servers\": { \(servers) }, \(ChangedContracts.endpoint(""))" }
    return ChangedContracts.changes(contract(old), contract(new))
  }

  @Test func `servers come, go and move`() {
    let (one, two) = (#""a": { "url": "https://a.example" }"#, #""b": { "url": "https://b.example" }"#)
    #expect(changes(servers: one, "\(one), \(two)").rules == ["change.server.added"])
    #expect(changes(servers: "\(one), \(two)", one).rules == ["change.server.removed"])
    #expect(changes(servers: one, #""a": { "url": "https://c.example" }"#).rules == ["change.server.moved"])
    #expect(changes(servers: one, #""c": { "url": "https://a.example" }"#) == [])
    let sealed = #""a": { "url": "https://a.example", "writes": "never" }"#
    let found = changes(servers: one, sealed)
    #expect(found.rules == ["change.server.writes-changed"])
    #expect(found.first?.endpoint == "servers.a")
    #expect(found.first?.severity == .warning)
  }

  @Test func `a server of the same host with another path has moved, whatever it is called`() {
    let one = #""d-example": { "url": "https://d.example" }"#
    let found = changes(servers: one, #""d-example-v1": { "url": "https://d.example/v1" }"#)
    #expect(found.rules == ["change.server.moved"])
    #expect(found.first?.expected == "https://d.example")
    #expect(found.first?.actual == "https://d.example/v1")
    // With two candidates, neither is assumed to be the old server.
    let two = #""v1": { "url": "https://d.example/v1" }, "v2": { "url": "https://d.example/v2" }"#
    let rules = changes(servers: one, two).rules.sorted()
    #expect(rules == ["change.server.added", "change.server.added", "change.server.removed"])
  }

  @Test func `a path of the only server moves all paths, where there was no server and it is at the same place`() {
    let below = #""localhost-v1": { "url": "http://localhost/v1" }"#
    let found = changes(servers: "", below)
    #expect(found.rules == ["change.server.moved"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.expected == "/")
    let back = changes(servers: below, "")
    #expect(back.rules == ["change.server.moved"])
    #expect(back.first?.actual == "/")
    #expect(changes(servers: "", #""a": { "url": "https://a.example/v1" }"#).rules == ["change.server.added"])
  }

  @Test func `a prefix that moves between paths and a relative server is nothing, even where ids have it`() {
    let endpoints = ChangedContracts.endpoint("", id: "v1.pets.get", request: "GET /v1/pets")
    let shorter = ChangedContracts.endpoint("", id: "pets.get", request: "GET /pets")
    let server = #""servers": { "localhost-v1": { "url": "http://localhost/v1" } }, "#
    #expect(ChangedContracts.changes(endpoints, server + shorter) == [])
    #expect(ChangedContracts.changes(server + shorter, endpoints) == [])
  }

  // MARK: State

  private func contract(
    state: String?, collection: String = #""key": "/id""#, failures: String = #""gone": { "status": 410, "body": {} }"#
  ) -> String {
    let rule = state.map { ", \"state\": { \($0) }" } ?? ""
    let item =
      #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" }, "no": { "type": "integer" }, "a": { "type": "integer" } } }"#
    let endpoint = ChangedContracts.endpoint(
      """
      "failures": ["gone"], "query": { "sort": { "type": "string" }, "order": { "type": "string" } },
      "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } }\(rule)
      """, id: "notes.list", request: "GET /notes")
    return """
      "failures": { \(failures) }, "schemas": { "Note": \(item) },
      "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, \(collection) } }, \(endpoint)
      """
  }

  private static let list = #""action": "list", "collection": "notes""#

  @Test func `what an endpoint does to what is remembered is compared as it is written`() {
    let (none, some) = (contract(state: nil), contract(state: Self.list))
    #expect(ChangedContracts.changes(none, some).rules == ["change.state.added"])
    #expect(ChangedContracts.changes(some, none).rules == ["change.state.removed"])
    let sorted = contract(state: Self.list + #", "sort": "query.sort""#)
    let found = ChangedContracts.changes(some, sorted)
    #expect(found.rules == ["change.state.list-changed"])
    #expect(found.first?.detail == "sort")
    #expect(found.first?.severity == .warning)
    let guarded = contract(
      state: Self.list + #", "guards": [{ "unless": { "query.sort": { "type": "string" } }, "failure": "gone" }]"#)
    #expect(ChangedContracts.changes(some, guarded).rules == ["change.state.guards-changed"])
    let when = contract(state: Self.list + #", "when": { "query.sort": { "type": "string" } }"#)
    #expect(ChangedContracts.changes(some, when).rules == ["change.state.action-changed"])
    let turned = contract(state: #""collection": "notes", "action": "list""#)
    #expect(ChangedContracts.changes(some, turned) == [])
  }

  @Test func `what becomes of an item is compared as it is written`() {
    func contract(_ merge: String, id: String = "id") -> String {
      let body = #"{ "type": "object", "properties": { "a": { "type": "integer" } } }"#
      return """
        "schemas": { "Note": { "type": "object", "properties": { "id": { "type": "integer" }, "a": { "type": "integer" } } } },
        "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id" } },
        \(ChangedContracts.endpoint(
          """
          "path": { "\(id)": { "type": "integer" } }, "body": \(body),
          "state": { "action": "update", "collection": "notes", "key": "path.\(id)", "merge": "\(merge)" }
          """, request: "PUT /notes/{\(id)}"))
        """
    }
    #expect(ChangedContracts.changes(contract("shallow"), contract("deep")).rules == ["change.state.effect-changed"])
    // The name of a path parameter isn't visible to clients.
    #expect(ChangedContracts.changes(contract("shallow"), contract("shallow", id: "note")) == [])
  }

  @Test func `a resource that is kept differently is reported at the endpoints that use it`() {
    let found = ChangedContracts.changes(
      contract(state: Self.list), contract(state: Self.list, collection: #""key": "/no""#))
    #expect(found.rules == ["change.state.collection-changed"])
    #expect(found.first?.endpoint == "notes.list")
    #expect(found.first?.detail == "notes.key")
    #expect(ChangedContracts.changes(contract(state: nil), contract(state: nil, collection: #""key": "/no""#)) == [])
  }

  // MARK: Links

  private func changes(links old: String, _ new: String) -> [Drift] {
    func contract(_ links: String) -> Contract {
      Notes.make(files: [
        "contract.json":
          "{ \"plumbline\": 1, \"service\": \"notes\", \"title\": \"Notes\", \"envelope\": null, \(ChangedContracts.endpoint("")) }",
        "links.json": "{ \"links\": { \(links) } }",
      ])
    }
    return ContractComparison(old: contract(old), new: contract(new)).changes()
  }

  private func link(
    _ name: String = "note.open", form: String = "notes://note/{id}", login: String = "false",
    _ cases: String = #""accepted": { "a note": { "link": "notes://note/7", "opens": { "id": "7" } } }"#
  ) -> String {
    "\"\(name)\": { \"summary\": \"Opens\", \"form\": \"\(form)\", \"source\": \"1\", \"login\": \(login), \(cases) }"
  }

  @Test func `links come, go and change`() {
    #expect(changes(links: link(), link()) == [])
    #expect(changes(links: link(), "\(link()), \(link("note.make"))").rules == ["change.link.added"])
    let gone = changes(links: "\(link()), \(link("note.make"))", link())
    #expect(gone.rules == ["change.link.removed"])
    #expect(gone.first?.endpoint == "note.make")
    #expect(gone.first?.severity == .breaking)
    #expect(changes(links: link(), link(form: "notes://notes/{id}")).rules == ["change.link.form-changed"])
    #expect(changes(links: link(), link(login: "true")).rules == ["change.link.login-changed"])
    let other = link(
      "note.open", #""accepted": { "a note": { "link": "notes://note/7", "opens": { "id": "07" } } }"#)
    #expect(changes(links: link(), other).rules == ["change.link.case-changed"])
  }
}

extension ServiceChangeTests {
  @Test func `a service that is gone is breaking, one more is a notice`() {
    let removal = ServicePresence.removal(of: Notes.contract)
    #expect(removal.rule == Rule.change.service.removed)
    #expect(removal.severity == .breaking)
    #expect(removal.service == "notes")
    let addition = ServicePresence.addition(of: Notes.contract)
    #expect(addition.rule == Rule.change.service.added)
    #expect(addition.severity == .notice)
  }
}
