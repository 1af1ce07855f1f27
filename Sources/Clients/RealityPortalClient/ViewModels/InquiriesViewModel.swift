import Observation

/// The user's inquiries as views show them, and the number of unread messages for the tab's badge (story 82.2, task
/// 1.5).
///
///     Inquiries().badge(inquiries.badge(on: .inquiries))
///
/// The inquiries are cleared when the session ends.
@MainActor @Observable
public final class InquiriesViewModel {
  /// The user's inquiries, as the server lists them.
  public private(set) var inquiries: [Inquiry] = []
  /// A Boolean value that indicates whether the inquiries are being loaded.
  public private(set) var isLoading = false

  @ObservationIgnored private let client: RealityPortalClient
  @ObservationIgnored private var era: Int
  /// The number of loads so far. It is used to ignore responses to earlier loads.
  @ObservationIgnored private var lastLoad = 0
  /// The number of conversations read so far. It prevents a list that was requested earlier from showing a conversation
  /// as unread again.
  @ObservationIgnored private var readings = 0
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates an empty model for the logged-in user of a client.
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

  /// The total number of unread messages.
  public var unreadCount: Int { inquiries.unreadCount }

  /// Returns the badge number of a tab. It is 0 if there is none, which SwiftUI's `badge` doesn't show.
  public func badge(on tab: Tab) -> Int { tab == .inquiries ? unreadCount : 0 }

  /// Loads the inquiries from the server.
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

  /// Returns the messages of a conversation and marks them as read.
  public func messages(inquiryId: String) async throws -> [Message] {
    let messages = try await client.inquiries.messages(inquiryId: inquiryId)
    forgetOthers()
    readings += 1
    if let index = inquiries.firstIndex(where: { $0.id == inquiryId }), inquiries[index].unreadCount != 0 {
      inquiries[index] = inquiries[index].asRead
    }
    return messages
  }

  /// Reloads the inquiries if the notification is about a reply. Other notifications change nothing.
  public func receive(_ payload: PushPayload) async throws {
    if case .inquiryDetail = payload.route { try await load() }
  }

  /// Clears the inquiries if they belong to an earlier session.
  private func forgetOthers() {
    let current = client.session.latest.state.era
    guard current != era else { return }
    era = current
    if !inquiries.isEmpty { inquiries = [] }
  }
}
