import Foundation

/// The tabs of PhotoScout in display order, as described in its README: Chat, Trips, and History.
///
/// The README specifies no icons beyond "SF Symbols", so this type has none.
public enum Tab: Sendable, Hashable, CaseIterable {
  /// The web app's chat.
  case chat
  /// The plans, called `PlansTab` in the README.
  case trips
  /// The conversations, with the profile menu.
  case history

  /// The content of a tab.
  public enum Content: Sendable, Hashable {
    /// The web app at the given URL.
    case web(URL)
    /// The list of plans from ``APIService/fetchPlans()``.
    case plans
    /// The list of conversations from ``APIService/fetchConversations()``.
    case conversations
  }

  /// The tab's title.
  public var title: String {
    switch self {
    case .chat: "Chat"
    case .trips: "Trips"
    case .history: "History"
    }
  }

  /// Returns the tab's content for an app with the given configuration.
  public func content(in config: PhotoScoutConfig) -> Content {
    switch self {
    case .chat: .web(config.webAppURL)
    case .trips: .plans
    case .history: .conversations
    }
  }

  /// A Boolean value that indicates whether a swipe deletes an item in the tab's list.
  public var deletesBySwipe: Bool { self == .trips }

  /// A Boolean value that indicates whether the tab has the profile menu, which shows the user's name and email address
  /// and the sign-out button.
  public var hasProfileMenu: Bool { self == .history }
}
