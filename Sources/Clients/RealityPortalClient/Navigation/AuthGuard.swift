/// Asks guests to log in where that is needed, and remembers where they wanted to go (story 82.2, AC-5).
///
///     var guardian = AuthGuard()
///     guardian.open(.favorites, isAuthenticated: false)   // .login
///     guardian.landing()                                  // .favorites, once the login worked
public struct AuthGuard: Sendable, Hashable {
  /// Where somebody wanted to go who was asked to log in.
  public private(set) var intended: Route?

  /// Nobody wanted anything yet.
  public init() {}

  /// Where to go for somebody who wants to a route: there, or to the login.
  public mutating func open(_ route: Route, isAuthenticated: Bool) -> Route {
    guard route.requiresAuth, !isAuthenticated else {
      // Whoever goes to the login by themselves still wants where they wanted to go.
      if route != .login { intended = nil }
      return route
    }
    intended = route
    return .login
  }

  /// Where to go after a login: where somebody wanted to, else to the account. It is forgotten then.
  public mutating func landing() -> Route {
    defer { intended = nil }
    return intended ?? .account
  }

  /// Forgets where somebody wanted to go: they don't want to log in.
  public mutating func cancel() {
    intended = nil
  }
}
