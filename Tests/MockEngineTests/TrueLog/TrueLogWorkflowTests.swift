import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// A day at the dispatch desk in a single session.
@Suite struct TrueLogWorkflowTests {
  private func session() throws -> MockSession {
    MockSession(library: try TrueLog.library.get(), clock: TrueLogReplayTests.clock)
  }

  @Test func `one logs in, edits, comments and assigns, and everything shows it`() throws {
    let session = try session()
    let wrong = session.sendTrueLog(
      .post, "/api/v2/auth/login", as: nil, body: #"{ "email": "ada@truelog.example", "password": "no" }"#)
    #expect((wrong.status, wrong.code) == (401, "INVALID_CREDENTIALS"))
    let login = session.sendTrueLog(
      .post, "/api/v2/auth/login", as: nil, body: #"{ "email": "ada@truelog.example", "password": "demo" }"#)
    #expect(login.data?["expires_at"] == "2026-12-21T02:15:00Z")
    #expect(login.data?["user"]?["can_edit_tickets"] == true)
    let token = try #require(login.data?["token"]?.string)

    let edited = session.sendTrueLog(.put, "/api/v2/tickets/1043", as: token, body: #"{ "priority": "URGENT" }"#)
    #expect((edited.data?["priority"], edited.data?["updated_at"]) == ("URGENT", "2026-11-21T02:15:00Z"))
    #expect(edited.json?["message"] == "Ticket updated.")
    #expect(session.sendTrueLog(.get, "/api/v2/tickets/1043", as: token).data == edited.data)
    #expect(session.sendTrueLog(.put, "/api/v2/tickets/1043", as: token, body: #"{ "customer_id": 4 }"#).status == 422)

    session.sendTrueLog(.post, "/api/v2/tickets/1043/status", as: token, body: #"{ "status": "RESOLVED" }"#).expect(200)
    #expect(session.sendTrueLog(.get, "/api/v2/tickets?status=NEW", as: token).ids == [])
    #expect(session.sendTrueLog(.get, "/api/v2/tickets?status=RESOLVED", as: token).ids == [1043, 1045])
    #expect(session.sendTrueLog(.get, "/api/v2/customers/59/tickets?status=RESOLVED", as: token).ids == [1043])
    let counts = session.sendTrueLog(.get, "/api/v2/dashboard/widgets/ticket_counts/data", as: token).data
    #expect((counts?["by_status"]?["RESOLVED"], counts?["by_status"]?["NEW"], counts?["total"]) == (2, nil, 6))

    let assigned = session.sendTrueLog(
      .post, "/api/v2/tickets/1043/assign", as: token, body: #"{ "assigned_to_id": 9 }"#)
    #expect(assigned.data?["assigned_to"]?["name"] == "Chloe Lim")
    #expect(
      session.sendTrueLog(.post, "/api/v2/tickets/1043/assign", as: token, body: #"{ "assigned_to_id": 1 }"#).status
        == 422)

    let comment = session.sendTrueLog(
      .post, "/api/v2/tickets/1043/comments", as: token, body: #"{ "content": "Done." }"#)
    #expect((comment.status, comment.data?["id"], comment.data?["author"]?["name"]) == (201, 9, "Ada Tan"))
    #expect(session.sendTrueLog(.get, "/api/v2/tickets/1043/comments", as: token).ids == [9])
    #expect(session.sendTrueLog(.get, "/api/v2/tickets/1042/comments", as: token).ids == [7, 8])
    let own = "/api/v2/tickets/1043/comments/9"
    #expect(session.sendTrueLog(.put, own, as: "viewer-token", body: #"{ "content": "No." }"#).status == 403)
    #expect(
      session.sendTrueLog(.put, own, as: token, body: #"{ "content": "All done." }"#).data?["content"] == "All done.")
    session.sendTrueLog(.delete, "/api/v2/tickets/1042/comments/9", as: token).expect(404)
    session.sendTrueLog(.delete, own, as: token).expect(200)
    session.sendTrueLog(.delete, own, as: token).expect(404)

    session.sendTrueLog(.delete, "/api/v2/tickets/1043", as: token).expect(200)
    session.sendTrueLog(.get, "/api/v2/tickets/1043", as: token).expect(404)
    session.sendTrueLog(.get, "/api/v2/tickets/1043/comments", as: token).expect(404)
  }

  @Test func `items go out and come back, and assets change hands`() throws {
    let session = try session()
    func post(_ target: String, _ body: String) -> Seen { session.sendTrueLog(.post, target, body: body) }
    let out = post("/api/v2/accessories/21/checkout", #"{ "customer_id": 57, "quantity": 4 }"#)
    #expect((out.data?["available_quantity"], out.data?["checked_out"]) == (3, 7))
    let much = post("/api/v2/accessories/21/checkout", #"{ "customer_id": 57, "quantity": 4 }"#)
    #expect((much.status, much.code) == (409, "INSUFFICIENT_QUANTITY"))
    #expect(post("/api/v2/accessories/21/checkout", #"{ "customer_id": 4 }"#).status == 422)
    #expect(
      session.sendTrueLog(.get, "/api/v2/dashboard/widgets/accessories_out/data").data?["value"] == 21)
    session.sendTrueLog(.delete, "/api/v2/accessories/21").expect(409)
    let back = post("/api/v2/accessories/21/checkin", #"{ "customer_id": 57, "quantity": 7 }"#)
    #expect((back.data?["available_quantity"], back.data?["checked_out"]) == (10, 0))
    #expect(back.data?["notes"] == "Comes with a 180 W adapter.")
    #expect(post("/api/v2/accessories/21/checkin", #"{ "customer_id": 57 }"#).status == 409)
    session.sendTrueLog(.delete, "/api/v2/accessories/21").expect(200)
    session.sendTrueLog(.get, "/api/v2/accessories/21").expect(404)

    let made = post("/api/v2/accessories", #"{ "name": "Docking cable", "category": "Cables", "total_quantity": 5 }"#)
    #expect((made.status, made.data?["id"], made.data?["available_quantity"]) == (201, 26, 5))
    #expect(session.sendTrueLog(.get, "/api/v2/accessories?search=cable&sort=name&order=desc").ids == [26, 25])

    session.sendTrueLog(.delete, "/api/v2/customers/57").expect(409)
    let moved = post("/api/v2/assets/311/transfer", #"{ "customer_id": 58 }"#)
    #expect((moved.data?["customer_id"], moved.data?["customer"]) == (58, "Kallang Print Studio"))
    session.sendTrueLog(.delete, "/api/v2/customers/58").expect(409)
    session.sendTrueLog(.delete, "/api/v2/assets/311").expect(200)
    #expect(session.sendTrueLog(.get, "/api/v2/assets/311").data?["status"] == "ARCHIVED")
    session.sendTrueLog(.delete, "/api/v2/assets/311?mode=delete").expect(200)
    session.sendTrueLog(.get, "/api/v2/assets/311").expect(404)
    session.sendTrueLog(.delete, "/api/v2/customers/58").expect(200)
    let page = session.sendTrueLog(.get, "/api/v2/customers?per_page=2&page=2&sort=name")
    #expect(page.ids == [57])
    #expect(page.json?["pagination"] == ["page": 2, "per_page": 2, "total": 3, "pages": 2])
  }

  @Test func `a customer is kept while it has items, and gives back no more than it has`() throws {
    let session = try session()
    func post(_ target: String, _ body: String) -> Seen { session.sendTrueLog(.post, target, body: body) }
    let made = post(
      "/api/v2/customers",
      #"{ "name": "Tiong", "contact_number": "+65 6", "address": "1 Tiong Road", "country": "Singapore" }"#)
    let tiong = try #require(made.data?["id"]?.int)
    post("/api/v2/accessories/22/checkout", #"{ "customer_id": \#(tiong), "quantity": 3 }"#).expect(200)
    let kept = session.sendTrueLog(.delete, "/api/v2/customers/\(tiong)")
    #expect((kept.status, kept.code) == (409, "HAS_DEPENDENTS"))
    let foreign = post("/api/v2/accessories/22/checkin", #"{ "customer_id": 57 }"#)
    #expect((foreign.status, foreign.code) == (409, "INSUFFICIENT_QUANTITY"))
    #expect(
      session.sendTrueLog(.get, "/api/v2/accessories/22").data?["checked_out"] == 3,
      "what was refused has changed nothing")
    post("/api/v2/accessories/22/checkin", #"{ "customer_id": \#(tiong), "quantity": 2 }"#).expect(200)
    session.sendTrueLog(.delete, "/api/v2/customers/\(tiong)").expect(409)
    post("/api/v2/accessories/22/checkin", #"{ "customer_id": \#(tiong) }"#).expect(200)
    session.sendTrueLog(.delete, "/api/v2/customers/\(tiong)").expect(200)
    // Accessories that are initially checked out have a borrower too.
    for accessory in try #require(session.sendTrueLog(.get, "/api/v2/accessories").data).elements {
      let id = try #require(accessory["id"]?.int)
      let out = try #require(accessory["checked_out"]?.int)
      let holders = [57, 58, 59, 60].filter { customer in
        out > 0
          && post("/api/v2/accessories/\(id)/checkin", #"{ "customer_id": \#(customer), "quantity": \#(out) }"#)
            .status == 200
      }
      #expect(holders.count == (out > 0 ? 1 : 0), "accessory \(id)")
    }
  }

  @Test func `preferences are one's own, reports need a template, and a reset forgets it all`() throws {
    let session = try session()
    let body = #"{ "theme": { "mode": "dark" }, "notifications": { "sound_enabled": true } }"#
    let saved = session.sendTrueLog(.put, "/api/v2/user/preferences", body: body).data
    #expect(saved?["notifications"] == ["email_enabled": true, "sound_enabled": true])
    #expect(session.sendTrueLog(.get, "/api/v2/user/preferences").data == saved)
    #expect(
      session.sendTrueLog(.get, "/api/v2/user/preferences", as: "client-token").data?["theme"]?["mode"] == "light")
    let report = session.sendTrueLog(
      .post, "/api/v2/reports/generate", body: #"{ "template_id": "tickets_by_status", "format": "csv" }"#)
    #expect((report.status, report.response.mediaType) == (200, "text/csv"))
    session.sendTrueLog(.post, "/api/v2/reports/generate", body: #"{ "template_id": "none" }"#).expect(404)
    session.reset()
    #expect(session.sendTrueLog(.get, "/api/v2/user/preferences").from == "preferences.get/success")
  }
}
