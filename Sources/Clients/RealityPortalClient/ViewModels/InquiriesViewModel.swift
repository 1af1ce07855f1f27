import Observation

/// One's inquiries as views show them, and how many messages of them are unread: the tab's badge (story 82.2, task 1.5).
///
///     Inquiries().badge(inquiries.badge(on: .inquiries))
///
/// They go with the session that they belong to.
@MainActor @Observable
public final class InquiriesViewModel {
  /// One's own inquiries, as the server lists them.
  public private(set) var inquiries: [Inquiry] = []
  /// A Boolean value that indicates whether the server is being asked for them.
  public private(set) var isLoading = false

  @ObservationIgnored private let client: RealityPortalClient
  @ObservationIgnored private var era: Int
  /// Counts what was asked for, so that an answer that comes late changes nothing.
  @ObservationIgnored private var lastLoad = 0
  /// Counts the conversations that were read, so that a list from before it doesn't show them as unread.
  @ObservationIgnored private var readings = 0
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Shows the inquiries of whoever is logged in to a client; none until they are loaded.
  public init(_ client: RealityPortalClient) {
    self.client = client
    let changes = client.session.latest.changes()
    era = client.session.latest.state.era
    following = Task { [weak self] in
      for await _ in changes { self?.forgetOthers() }
    }
  }

  deinit {
    following?.cancel()
  }

  /// How many messages are unread in all.
  public var unreadCount: Int { inquiries.unreadCount }

  /// The number on a tab; 0 for none, which SwiftUI's `badge` doesn't show.
  public func badge(on tab: Tab) -> Int { tab == .inquiries ? unreadCount : 0 }

  /// Asks the server for the inquiries.
  public func load() async throws {
    forgetOthers()
    lastLoad += 1
    let (load, begun) = (lastLoad, era)
    isLoading = true
    defer { if load == lastLoad { isLoading = false } }
    while load == lastLoad, begun == era {
      let seen = readings
      let loaded = try await client.inquiries.inquiries()
      forgetOthers()
      if readings != seen { continue }
      if load == lastLoad, begun == era { inquiries = loaded }
      return
    }
  }

  /// Reads a conversation. Its messages aren't unread any more.
  public func messages(inquiryId: String) async throws -> [Message] {
    let messages = try await client.inquiries.messages(inquiryId: inquiryId)
    forgetOthers()
    readings += 1
    if let index = inquiries.firstIndex(where: { $0.id == inquiryId }), inquiries[index].unreadCount != 0 {
      inquiries[index] = inquiries[index].asRead
    }
    return messages
  }

  /// Loads the inquiries again when a notification tells of a reply; any other changes nothing.
  public func receive(_ payload: PushPayload) async throws {
    if case .inquiryDetail = payload.route { try await load() }
  }

  /// Forgets what belonged to a session before this one.
  private func forgetOthers() {
    let current = client.session.latest.state.era
    guard current != era else { return }
    era = current
    if !inquiries.isEmpty { inquiries = [] }
  }
}
