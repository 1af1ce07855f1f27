import Foundation

/// The tabs of PhotoScout, in their order: Chat, Trips and History, as its README describes them.
///
/// The README names no icons beyond "SF Symbols", so there are none here.
public enum Tab: Sendable, Hashable, CaseIterable {
  /// The chat of the web app.
  case chat
  /// The plans: `PlansTab`.
  case trips
  /// The conversations, with the profile's menu.
  case history

  /// The content of a tab.
  public enum Content: Sendable, Hashable {
    /// The web app, at this address.
    case web(URL)
    /// The list of plans: ``APIService/fetchPlans()``.
    case plans
    /// The list of conversations: ``APIService/fetchConversations()``.
    case conversations
  }

  /// The tab's name.
  public var title: String {
    switch self {
    case .chat: "Chat"
    case .trips: "Trips"
    case .history: "History"
    }
  }

  /// Returns the tab's content for an app with this configuration.
  public func content(in config: PhotoScoutConfig) -> Content {
    switch self {
    case .chat: .web(config.webAppURL)
    case .trips: .plans
    case .history: .conversations
    }
  }

  /// A Boolean value that indicates whether a swipe deletes an item of the tab's list.
  public var deletesBySwipe: Bool { self == .trips }

  /// A Boolean value that indicates whether the tab has the menu with the user's name, address and the sign-out.
  public var hasProfileMenu: Bool { self == .history }
}
