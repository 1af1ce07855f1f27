/// A guard that sends guests to the login if a route requires one, and remembers their destination (story 82.2, AC-5).
///
///     var guardian = AuthGuard()
///     guardian.open(.favorites, isAuthenticated: false)   // .login
///     guardian.landing()                                  // .favorites, after the login
public struct AuthGuard: Sendable, Hashable {
  /// The destination of a guest who was sent to the login, or `nil` if there is none.
  public private(set) var intended: Route?

  /// Creates a guard without a destination.
  public init() {}

  /// Returns the route to open when a route is requested: either that route or the login.
  public mutating func open(_ route: Route, isAuthenticated: Bool) -> Route {
    guard route.requiresAuth, !isAuthenticated else {
      // A guest who opens the login directly keeps the earlier destination.
      if route != .login { intended = nil }
      return route
    }
    intended = route
    return .login
  }

  /// Returns the route to open after a login, and forgets the destination. The route is the remembered destination or,
  /// if there is none, the account.
  public mutating func landing() -> Route {
    defer { intended = nil }
    return intended ?? .account
  }

  /// Forgets the destination, because the guest chose not to log in.
  public mutating func cancel() {
    intended = nil
  }
}
