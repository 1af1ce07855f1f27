/// The selected tab, and the navigation path of each tab (story 82.2).
///
/// This is a value without a user interface. An app keeps it in the state that its views observe.
public struct NavigationCoordinator: Sendable, Hashable {
  /// The selected tab.
  public private(set) var selectedTab: Tab = .home
  /// A Boolean value that indicates whether a user is logged in.
  public private(set) var isAuthenticated: Bool
  /// A Boolean value that indicates whether the login covers the screen.
  public private(set) var isLoginShown = false
  private var paths: [Tab: [Route]] = [:]
  private var authGuard = AuthGuard()

  /// Creates a coordinator that starts on the home tab.
  public init(isAuthenticated: Bool = false) {
    self.isAuthenticated = isAuthenticated
  }

  /// Returns the routes on top of a tab's first screen. The last one is visible.
  public func path(of tab: Tab) -> [Route] { paths[tab] ?? [] }

  /// The current route, ignoring a login that covers it.
  public var current: Route { path(of: selectedTab).last ?? selectedTab.root }

  /// Opens a route. If the route requires a login, guests are sent to the login first.
  public mutating func navigate(to route: Route) {
    let opened = authGuard.open(route, isAuthenticated: isAuthenticated)
    if opened == .login {
      isLoginShown = true
      return
    }
    show(opened)
  }

  /// Selects a tab, which reappears in its last state. If the tab requires a login, guests are sent to the login.
  public mutating func select(_ tab: Tab) {
    if tab.requiresAuth, !isAuthenticated { return navigate(to: tab.root) }
    selectedTab = tab
  }

  /// Opens a link on top of the home tab, so that the user can go back to the home screen.
  ///
  /// - Returns: `true` if the link belongs to the app.
  @discardableResult
  public mutating func open(link: String) -> Bool {
    guard let route = ListingLink.route(for: link) else { return false }
    open(route)
    return true
  }

  /// Opens the route of a tapped notification: a listing on top of the home tab, or a conversation on top of the
  /// inquiries, which guests reach after a login.
  ///
  /// - Returns: `true` if there is a route. Otherwise, the app's state doesn't change.
  @discardableResult
  public mutating func open(_ payload: PushPayload) -> Bool {
    guard let route = payload.route else { return false }
    open(route)
    return true
  }

  /// Opens a route that comes from outside the app, on top of the first screen of its tab.
  private mutating func open(_ route: Route) {
    if isAuthenticated || !route.requiresAuth {
      // A login that covers the screen would hide the route.
      cancelLogin()
      selectedTab = route.tab ?? .home
      paths[selectedTab] = []
    }
    navigate(to: route)
  }

  /// Goes back one screen.
  public mutating func back() {
    if isLoginShown { return cancelLogin() }
    _ = paths[selectedTab]?.popLast()
  }

  /// Completes a login by opening the remembered destination.
  public mutating func loggedIn() {
    isAuthenticated = true
    isLoginShown = false
    show(authGuard.landing())
  }

  /// Closes the login without logging in.
  public mutating func cancelLogin() {
    isLoginShown = false
    authGuard.cancel()
  }

  /// Completes a logout by closing everything that requires a login.
  public mutating func loggedOut() {
    isAuthenticated = false
    authGuard.cancel()
    for tab in Tab.allCases {
      let kept = path(of: tab).prefix { !$0.requiresAuth }
      paths[tab] = tab.requiresAuth ? [] : Array(kept)
    }
    if selectedTab.requiresAuth { selectedTab = .home }
  }

  private mutating func show(_ route: Route) {
    selectedTab = route.tab ?? selectedTab
    if route == selectedTab.root {
      paths[selectedTab] = []
    } else if current != route {
      paths[selectedTab, default: []].append(route)
    }
  }
}
