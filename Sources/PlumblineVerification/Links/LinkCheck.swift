/// Runs the client code that takes or makes one kind of text: a link into the app, an OAuth redirect, a token.
///
/// A check exchanges nothing with a server. The texts, and what must come of each, stand in the service's `links.json`;
/// the verifier goes through them and reports what the client makes otherwise.
///
/// ```swift
/// LinkCheck("listing.link", reading: { link in
///   guard let route = Route(link.text) else { throw NoRoute() }
///   return LinkReading(["route": route.name, "id": route.id], login: route.needsLogin)
/// })
/// ```
public struct LinkCheck: Sendable {
  /// Takes a text and tells what it says. Throws when it refuses the text.
  public typealias Read = @Sendable (LinkText) async throws -> LinkReading
  /// Makes a text of what is given, by name.
  public typealias Make = @Sendable (_ given: [String: String]) async throws -> String

  /// The link's id in `links.json`: `oauth.redirect`.
  public let link: String
  /// Goes through what the link has under `accepted` and `refused`.
  public let read: Read?
  /// Goes through what it has under `made`.
  public let make: Make?

  public init(_ link: String, reading read: Read? = nil, making make: Make? = nil) {
    self.link = link
    self.read = read
    self.make = make
  }
}
