import Foundation
import PlumblineAPIClient
import TestSupport
import Testing
import TrueLogClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client's methods, each of which must send the documented request and decode the documented response.
@Suite struct ServiceTests {
  /// Runs a call, and returns the request line and the body that it sent.
  private func sent(
    answering payload: String, status: Int = 200, _ call: (TrueLogClient) async throws -> Void
  ) async throws -> String {
    let transport = StubTransport(status: status, #"{"success":true,"data":\#(payload)}"#)
    let client = TrueLogClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:1")), apiKey: "demo-key", transport: transport)
    try await call(client)
    let request = try #require(transport.requests.first)
    #expect(transport.requests.count == 1)
    let path = request.url?.absoluteString.dropFirst("http://127.0.0.1:1".count) ?? ""
    let body = request.httpBody.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(request.httpMethod ?? "") \(path)\(body)"
  }

  @Test func `users`() async throws {
    let line = try await sent(answering: Samples.list(Samples.userSummary)) { client in
      let value = try await client.users.listUsers(search: "ada").map(\.id)
      #expect(value == [3])
    }
    #expect(line == "GET /api/v1/users?search=ada")
  }

  @Test func `ticket lists`() async throws {
    let line = try await sent(answering: Samples.list(Samples.ticket)) { client in
      let page = try await client.tickets.listTickets(
        page: 2, perPage: 2, status: .onHold, sort: .updatedAt, order: .desc, search: "dock")
      #expect(page.items.map(\.id) == [1042])
    }
    #expect(
      line == "GET /api/v2/tickets?page=2&per_page=2&status=ON_HOLD&sort=updated_at&order=desc&search=dock")
    #expect(
      try await sent(answering: "[]") { _ = try await $0.tickets.listTickets() } == "GET /api/v2/tickets")
  }

  @Test func `tickets`() async throws {
    let lines = [
      try await sent(answering: Samples.ticket) { _ = try await $0.tickets.getTicket(ticketId: 1042) },
      try await sent(answering: Samples.ticket) {
        _ = try await $0.tickets.updateTicket(ticketId: 1042, TicketUpdate(priority: .urgent))
      },
      try await sent(answering: Samples.ticket) {
        _ = try await $0.tickets.updateTicketStatus(ticketId: 1042, status: "DONE")
      },
      try await sent(answering: Samples.ticket) {
        _ = try await $0.tickets.updateTicketStatus(ticketId: 1042, status: .resolvedDelivered, customStatus: "c")
      },
      try await sent(answering: Samples.ticket) {
        _ = try await $0.tickets.assignTicket(ticketId: 1042, assignedToId: 5)
      },
      try await sent(answering: "null") { try await $0.tickets.deleteTicket(ticketId: 1042) },
    ]
    #expect(
      lines == [
        "GET /api/v2/tickets/1042", #"PUT /api/v2/tickets/1042 {"priority":"URGENT"}"#,
        #"POST /api/v2/tickets/1042/status {"status":"DONE"}"#,
        #"POST /api/v2/tickets/1042/status {"custom_status":"c","status":"RESOLVED_DELIVERED"}"#,
        #"POST /api/v2/tickets/1042/assign {"assigned_to_id":5}"#, "DELETE /api/v2/tickets/1042",
      ])
  }

  @Test func `comments`() async throws {
    let lines = [
      try await sent(answering: Samples.list(Samples.comment)) {
        _ = try await $0.tickets.listComments(ticketId: 1042)
      },
      try await sent(answering: Samples.comment, status: 201) {
        _ = try await $0.tickets.addComment(ticketId: 1042, content: "hi")
      },
      try await sent(answering: Samples.comment) {
        _ = try await $0.tickets.updateComment(ticketId: 1042, commentId: 7, content: "@ben")
      },
      try await sent(answering: "null") { try await $0.tickets.deleteComment(ticketId: 1042, commentId: 7) },
    ]
    #expect(
      lines == [
        "GET /api/v2/tickets/1042/comments", #"POST /api/v2/tickets/1042/comments {"content":"hi"}"#,
        #"PUT /api/v2/tickets/1042/comments/7 {"content":"@ben"}"#, "DELETE /api/v2/tickets/1042/comments/7",
      ])
  }

  @Test func `assets`() async throws {
    let lines = [
      try await sent(answering: Samples.list(Samples.asset, Samples.bareAsset)) {
        _ = try await $0.assets.listAssets(status: .inStock, sort: .assetTag, order: .asc, search: "latitude")
      },
      try await sent(answering: Samples.asset) { _ = try await $0.assets.getAsset(assetId: 311) },
      try await sent(answering: Samples.asset) {
        _ = try await $0.assets.updateAsset(assetId: 311, AssetUpdate(condition: .fair))
      },
      try await sent(answering: Samples.asset) { client in
        let value = try await client.assets.removeAsset(assetId: 311)?.id
        #expect(value == 311)
      },
      try await sent(answering: Samples.asset) { client in
        let value = try await client.assets.removeAsset(assetId: 311, mode: nil)?.id
        #expect(value == 311)
      },
      try await sent(answering: "null") { client in
        let value = try await client.assets.removeAsset(assetId: 311, mode: .delete)
        #expect(value == nil)
      },
      try await sent(answering: Samples.asset) {
        _ = try await $0.assets.transferAsset(assetId: 311, AssetTransfer(customerId: 58))
      },
    ]
    #expect(
      lines == [
        "GET /api/v2/assets?status=IN_STOCK&sort=asset_tag&order=asc&search=latitude", "GET /api/v2/assets/311",
        #"PUT /api/v2/assets/311 {"condition":"FAIR"}"#, "DELETE /api/v2/assets/311?mode=archive",
        "DELETE /api/v2/assets/311", "DELETE /api/v2/assets/311?mode=delete",
        #"POST /api/v2/assets/311/transfer {"customer_id":58}"#,
      ])
  }

  @Test func `an archived asset that is not returned is a decoding error`() async throws {
    await #expect(throws: APIError.self) {
      _ = try await sent(answering: "null") { _ = try await $0.assets.removeAsset(assetId: 311) }
    }
  }

  @Test func `accessories`() async throws {
    let lines = [
      try await sent(answering: Samples.list(Samples.accessory)) {
        _ = try await $0.accessories.listAccessories(page: 1, perPage: 2, category: "docks", sort: .name)
      },
      try await sent(answering: Samples.accessory) { _ = try await $0.accessories.getAccessory(accessoryId: 21) },
      try await sent(answering: Samples.accessory, status: 201) {
        _ = try await $0.accessories.createAccessory(NewAccessory(name: "n", category: "c"))
      },
      try await sent(answering: Samples.accessory) {
        _ = try await $0.accessories.updateAccessory(accessoryId: 21, AccessoryUpdate(totalQuantity: 9))
      },
      try await sent(answering: "null") { try await $0.accessories.deleteAccessory(accessoryId: 22) },
      try await sent(answering: Samples.accessory) {
        _ = try await $0.accessories.checkinAccessory(accessoryId: 21, AccessoryCheckin(customerId: 57))
      },
      try await sent(answering: Samples.accessory) {
        _ = try await $0.accessories.checkoutAccessory(
          accessoryId: 21, AccessoryCheckout(customerId: 57, quantity: 50))
      },
    ]
    #expect(
      lines == [
        "GET /api/v2/accessories?page=1&per_page=2&category=docks&sort=name", "GET /api/v2/accessories/21",
        #"POST /api/v2/accessories {"category":"c","name":"n"}"#,
        #"PUT /api/v2/accessories/21 {"total_quantity":9}"#, "DELETE /api/v2/accessories/22",
        #"POST /api/v2/accessories/21/checkin {"customer_id":57}"#,
        #"POST /api/v2/accessories/21/checkout {"customer_id":57,"quantity":50}"#,
      ])
  }

  @Test func `customers`() async throws {
    let new = NewCustomer(name: "n", contactNumber: "1", address: "a", country: "c")
    let lines = [
      try await sent(answering: Samples.list(Samples.customer)) {
        _ = try await $0.customers.listCustomers(perPage: 1000, sort: .createdAt, search: "harbour")
      },
      try await sent(answering: Samples.customer) { _ = try await $0.customers.getCustomer(customerId: 57) },
      try await sent(answering: Samples.customer, status: 201) { _ = try await $0.customers.createCustomer(new) },
      try await sent(answering: Samples.customer) {
        _ = try await $0.customers.updateCustomer(customerId: 57, CustomerUpdate(email: "not-an-email"))
      },
      try await sent(answering: "null") { try await $0.customers.deleteCustomer(customerId: 58) },
      try await sent(answering: Samples.list(Samples.ticket)) {
        _ = try await $0.customers.listCustomerTickets(customerId: 57, page: 1, perPage: 2, status: .new)
      },
    ]
    #expect(
      lines == [
        "GET /api/v2/customers?per_page=1000&sort=created_at&search=harbour", "GET /api/v2/customers/57",
        #"POST /api/v2/customers {"address":"a","contact_number":"1","country":"c","name":"n"}"#,
        #"PUT /api/v2/customers/57 {"email":"not-an-email"}"#, "DELETE /api/v2/customers/58",
        "GET /api/v2/customers/57/tickets?page=1&per_page=2&status=NEW",
      ])
  }

  @Test func `the dashboard`() async throws {
    let lines = [
      try await sent(answering: Samples.list(Samples.widget)) { client in
        let value = try await client.dashboard.listWidgets().map(\.kind)
        #expect(value == [.count])
      },
      try await sent(answering: Samples.ticketCounts) { client in
        guard case .ticketCounts(let counts) = try await client.dashboard.getWidgetData(widgetId: "ticket_counts")
        else { throw WrongShape() }
        #expect(counts.total == 5)
      },
      try await sent(answering: Samples.assetCounts) { client in
        guard case .assetCounts(let counts) = try await client.dashboard.getWidgetData(widgetId: "asset_counts")
        else { throw WrongShape() }
        #expect(counts.byStatus == [.inStock: 4])
      },
      try await sent(answering: Samples.widgetData) { client in
        guard case .other(let data) = try await client.dashboard.getWidgetData(widgetId: "up/time")
        else { throw WrongShape() }
        #expect(data.value == 99.5)
      },
    ]
    #expect(
      lines == [
        "GET /api/v2/dashboard/widgets", "GET /api/v2/dashboard/widgets/ticket_counts/data",
        "GET /api/v2/dashboard/widgets/asset_counts/data", "GET /api/v2/dashboard/widgets/up%2Ftime/data",
      ])
  }

  @Test func `preferences and notifications`() async throws {
    let lines = [
      try await sent(answering: Samples.preferences) { client in
        let value = try await client.preferences.getPreferences().theme.mode
        #expect(value == .dark)
      },
      try await sent(answering: Samples.preferences) {
        _ = try await $0.preferences.updatePreferences(PreferencesUpdate(theme: .init(mode: .auto)))
      },
      try await sent(answering: Samples.list(Samples.notification)) { client in
        let value = try await client.notifications.listNotifications().map(\.isRead)
        #expect(value == [false])
      },
    ]
    #expect(
      lines == [
        "GET /api/v2/user/preferences", #"PUT /api/v2/user/preferences {"theme":{"mode":"auto"}}"#,
        "GET /api/v2/notifications",
      ])
  }

  private struct WrongShape: Error {}
}
