import Foundation
import RealityPortalClient
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct InquiriesViewModelTests {
  private let server = PortalServer()

  @Test func `the badge counts what is unread in all, on its tab only`() async throws {
    let model = InquiriesViewModel(try await server.client())
    #expect(model.unreadCount == 0)
    let watcher = Watcher { model.badge(on: .inquiries) }
    try await model.load()
    #expect(watcher.changes == 1)
    #expect(model.unreadCount == 5)
    #expect(Tab.allCases.map { model.badge(on: $0) } == [0, 0, 0, 5, 0])
  }

  @Test func `a conversation that was read has nothing unread`() async throws {
    let model = InquiriesViewModel(try await server.client())
    try await model.load()
    let watcher = Watcher { model.unreadCount }
    _ = try await model.messages(inquiryId: "501")
    #expect(watcher.changes == 1)
    #expect(model.unreadCount == 3)
    try await model.load()
    #expect(model.unreadCount == 3, "The server says so too.")
  }

  @Test func `a list from before a conversation was read doesn't show it as unread`() async throws {
    let model = InquiriesViewModel(try await server.client())
    try await model.load()
    server[\.late] = "GET /api/v1/inquiries"
    let late = Task { try await model.load() }
    await server.gate.arrival()
    _ = try await model.messages(inquiryId: "501")
    await server.gate.open()
    try await late.value
    #expect(model.unreadCount == 3)
    #expect(!model.isLoading)
  }

  @Test func `a notification of a reply brings them again, no other does`() async throws {
    let model = InquiriesViewModel(try await server.client())
    try await model.load()
    server[\.unread] = [2, 4]
    try await model.receive(PushPayload(json: Data(#"{"aps":{"badge":6}}"#.utf8)))
    #expect(model.unreadCount == 5)
    try await model.receive(
      PushPayload(json: Data(#"{"aps":{},"type":"inquiry_reply","inquiryId":"502"}"#.utf8)))
    #expect(model.unreadCount == 6)
  }

  @Test func `they end with their session, and a later response belongs to no one`() async throws {
    let client = try await server.client()
    let model = InquiriesViewModel(client)
    try await model.load()
    server[\.held] = "GET /api/v1/inquiries"
    let late = Task { try await model.load() }
    await server.gate.arrival()
    await client.session.logout()
    try await shown { model.inquiries.isEmpty }
    await server.gate.open()
    _ = await late.result
    #expect(model.inquiries.isEmpty)
    #expect(model.unreadCount == 0)
    #expect(!model.isLoading)
  }

  @Test(arguments: [([], 0), ([0], 0), ([-3, 2], 2), ([.max, 1], .max), ([.max, .min], Int.max)])
  func `whatever a server counts, the sum is a number to show`(counts: [Int], sum: Int) throws {
    let listing = try PortalServer.value("123")
    let inquiries = counts.map {
      Inquiry(
        id: "1", listing: listing, status: .pending, contactPreference: .either, lastMessage: "", lastMessageAt: .now,
        unreadCount: $0, createdAt: .now)
    }
    #expect(inquiries.unreadCount == sum)
  }
}
