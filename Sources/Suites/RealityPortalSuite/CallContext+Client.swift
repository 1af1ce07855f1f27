import Foundation
import RealityPortalClient
import Verification

extension CallContext {
  /// A client as an app makes it, with the session that the caller is given.
  ///
  /// Its deadline comes after the verifier's own, which tells a silent server from a client that hangs.
  func client() async throws -> RealityPortalClient {
    try await client(tokens: credentials["session"].map { TokenPair(accessToken: $0, refreshToken: refreshToken) })
  }

  /// A client with other tokens than the caller's; nil is a guest's.
  func client(tokens: TokenPair?) async throws -> RealityPortalClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    let client = RealityPortalClient(baseURL: url, store: InMemorySessionStore(tokens), deadline: deadline * 2)
    try await client.session.restore()
    return client
  }

  /// A client whose access token has expired.
  func clientWithExpiredToken(refreshToken: String) async throws -> RealityPortalClient {
    try await client(tokens: TokenPair(accessToken: "expired", refreshToken: refreshToken))
  }

  var refreshToken: String { credentials["refresh"] ?? "none" }
  var email: String { login["email"] ?? "" }
  var password: String { login["password"] ?? "" }

  /// An address that has no account.
  var newEmail: String { get throws { try text("new_email", default: "nina@example.com") } }
  /// A listing that is a favorite.
  var listingId: String { get throws { try text("listing_id", default: "123") } }
  /// A listing that is no favorite.
  var otherListingId: String { get throws { try text("other_listing_id", default: "124") } }
  /// An inquiry that was replied to.
  var inquiryId: String { get throws { try text("inquiry_id", default: "501") } }
  /// An inquiry that nobody has answered.
  var pendingInquiryId: String { get throws { try text("pending_inquiry_id", default: "502") } }
  /// An inquiry that is closed.
  var closedInquiryId: String { get throws { try text("closed_inquiry_id", default: "503") } }
  /// An id that nothing has.
  var missingId: String { get throws { try text("missing_id", default: "none") } }
}
