import Foundation
import PlumblineAPISuite
import PlumblineVerification
import RealityPortalClient

/// The calls for every method of Reality Portal's client and every failure in its contract, and the checks of its links
/// and push notifications.
public struct RealityPortalSuite: CallSuite {
  public let service = "realityportal"

  public init() {}

  public var calls: [Call] {
    AuthCalls.all + ProfileCalls.all + ListingCalls.all + FavoriteCalls.all + InquiryCalls.all + PushCalls.all
  }

  public var checks: [LinkCheck] { LinkChecks.all + PushChecks.all }

  public func failure(of error: any Error) -> ClientFailure {
    guard let error = error as? AuthError else { return ClientFailure(of: error) }
    return ClientFailure(.unauthorized, message: error.errorDescription ?? "\(error)")
  }
}

extension RealityPortalSuite {
  /// The IDs that differ between a real server and the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable(
        "listing_id", "a listing that is a favorite; a call takes it from the favorites", from: .item(of: "listings")),
      SuiteVariable(
        "other_listing_id", "a listing that isn't a favorite; a call makes it one", from: .item(of: "listings")),
      SuiteVariable("sparse_listing_id", "a listing without photos, amenities and area", from: .item(of: "listings")),
      SuiteVariable("asked_listing_id", "a listing that a call asks about", from: .item(of: "listings")),
      SuiteVariable(
        "inquiry_id", "an inquiry that was replied to; a call writes a message", from: .item(of: "inquiries")),
      SuiteVariable("pending_inquiry_id", "an inquiry without a reply", from: .item(of: "inquiries")),
      SuiteVariable("closed_inquiry_id", "an inquiry that is closed", from: .item(of: "inquiries")),
      SuiteVariable("missing_id", "an id that no listing and no inquiry has", from: .missing),
      SuiteVariable("new_email", "an address that has no account; a call opens one", from: .expendable),
      SuiteVariable("second_email", "another address that has no account; a call opens one", from: .expendable),
      SuiteVariable(
        "disposable_account", "yes, if profile, photo, password and devices of the account may change for good",
        from: .expendable),
      SuiteVariable("city", "a city with listings"),
    ]
  }
}

extension CallContext {
  /// Returns a client as an app creates it, with the caller's session.
  ///
  /// Its deadline is later than the verifier's own, so that the verifier can distinguish a silent server from a client
  /// that hangs.
  func client() async throws -> RealityPortalClient {
    try await client(tokens: credentials["session"].map { TokenPair(accessToken: $0, refreshToken: refreshToken) })
  }

  /// Returns a client with the given tokens instead of the caller's, or a guest's client if they are `nil`.
  func client(tokens: TokenPair?) async throws -> RealityPortalClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    let client = RealityPortalClient(baseURL: url, store: InMemorySessionStore(tokens), deadline: deadline * 2)
    try await client.session.restore()
    return client
  }

  /// Returns a client whose access token has expired. Its refresh token is valid unless another one is given.
  func clientWithExpiredToken(refreshToken: String? = nil) async throws -> RealityPortalClient {
    let token = if let refreshToken { refreshToken } else { try await ownTokens().refreshToken }
    return try await client(tokens: TokenPair(accessToken: "expired", refreshToken: token))
  }

  /// Returns the tokens of a separate login, so that changes to its session don't disturb other calls.
  func ownTokens() async throws -> TokenPair {
    let answer = try await client(tokens: nil).auth.login(email: email, password: password)
    return TokenPair(accessToken: answer.accessToken, refreshToken: answer.refreshToken)
  }

  /// Logs in to a real server with the address that the account has just received. If this fails, tries again a moment
  /// later, because a server may take some time to apply the change.
  func logInOnServer(email: String) async throws {
    guard isOnServer else { return }
    let client = try await client(tokens: nil)
    do {
      _ = try await client.auth.login(email: email, password: password)
    } catch {
      try await Task.sleep(for: .seconds(1))
      _ = try await client.auth.login(email: email, password: password)
    }
  }

  /// Marks a call that changes the caller's account permanently. On a real server, users must allow this explicitly.
  func needDisposableAccount() throws { _ = try text("disposable_account", default: "yes") }

  var refreshToken: String { credentials["refresh"] ?? "none" }
  var email: String { get throws { try login("email") } }
  var password: String { get throws { try login("password") } }

  /// An address that has no account.
  var newEmail: String { get throws { try text("new_email", default: "nina@example.com") } }
  /// A second address that has no account.
  var secondEmail: String { get throws { try text("second_email", default: "nina@example.com") } }
  /// The ID of a listing that is a favorite.
  var listingId: String { get throws { try text("listing_id", default: "123") } }
  /// The ID of a listing that isn't a favorite.
  var otherListingId: String { get throws { try text("other_listing_id", default: "124") } }
  /// The ID of an inquiry that has a reply.
  var inquiryId: String { get throws { try text("inquiry_id", default: "501") } }
  /// The ID of an inquiry without a reply.
  var pendingInquiryId: String { get throws { try text("pending_inquiry_id", default: "502") } }
  /// The ID of a closed inquiry.
  var closedInquiryId: String { get throws { try text("closed_inquiry_id", default: "503") } }
  /// An ID that doesn't exist.
  var missingId: String { get throws { try text("missing_id", default: "none") } }
}
