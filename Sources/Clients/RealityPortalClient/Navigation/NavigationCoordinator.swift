/// Which tab is shown and what lies on top of it, each tab's apart (story 82.2).
///
/// A value without a user interface: an app keeps it in what its views observe.
public struct NavigationCoordinator: Sendable, Hashable {
  /// The tab that is shown.
  public private(set) var selectedTab: Tab = .home
  /// A Boolean value that indicates whether somebody is logged in.
  public private(set) var isAuthenticated: Bool
  /// A Boolean value that indicates whether the login lies over everything.
  public private(set) var isLoginShown = false
  private var paths: [Tab: [Route]] = [:]
  private var authGuard = AuthGuard()

  /// Begins at home.
  public init(isAuthenticated: Bool = false) {
    self.isAuthenticated = isAuthenticated
  }

  /// What lies on top of a tab's first screen, the last of it shown.
  public func path(of tab: Tab) -> [Route] { paths[tab] ?? [] }

  /// What is shown below a login.
  public var current: Route { path(of: selectedTab).last ?? selectedTab.root }

  /// Goes to a route: guests to the login if it needs one, and there after it.
  public mutating func navigate(to route: Route) {
    let opened = authGuard.open(route, isAuthenticated: isAuthenticated)
    if opened == .login {
      isLoginShown = true
      return
    }
    show(opened)
  }

  /// Shows a tab as it was left; guests are asked to log in if it needs that.
  public mutating func select(_ tab: Tab) {
    if tab.requiresAuth, !isAuthenticated { return navigate(to: tab.root) }
    selectedTab = tab
  }

  /// Opens a link over the home tab, so that one can go back to home.
  ///
  /// - Returns: whether the link was one of the app's.
  @discardableResult
  public mutating func open(link: String) -> Bool {
    guard let route = ListingLink.route(for: link) else { return false }
    open(route)
    return true
  }

  /// Opens what a notification leads to when somebody taps it: a listing over the home tab, a conversation over the
  /// inquiries, where guests land after the login.
  ///
  /// - Returns: whether it leads anywhere; if not, the app is shown as it was.
  @discardableResult
  public mutating func open(_ payload: PushPayload) -> Bool {
    guard let route = payload.route else { return false }
    open(route)
    return true
  }

  /// Shows what somebody outside of the app leads to, over its tab's first screen.
  private mutating func open(_ route: Route) {
    if isAuthenticated || !route.requiresAuth {
      // A login that lies over everything would hide it.
      cancelLogin()
      selectedTab = route.tab ?? .home
      paths[selectedTab] = []
    }
    navigate(to: route)
  }

  /// Goes one screen back.
  public mutating func back() {
    if isLoginShown { return cancelLogin() }
    _ = paths[selectedTab]?.popLast()
  }

  /// Somebody has logged in: they land where they wanted to go.
  public mutating func loggedIn() {
    isAuthenticated = true
    isLoginShown = false
    show(authGuard.landing())
  }

  /// A guest doesn't want to log in.
  public mutating func cancelLogin() {
    isLoginShown = false
    authGuard.cancel()
  }

  /// Nobody is logged in any more: what needs a login isn't shown any longer.
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
