import Foundation
import PhotoScoutClient
import PlumblineVerification

extension CallContext {
  /// A client as an app makes it, on a device whose id is the caller's visitor id.
  ///
  /// It doesn't wait between attempts: there is nobody to be spared. Its deadline comes after the verifier's own, which
  /// tells a silent server from a client that hangs.
  func client() async throws -> PhotoScoutClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    return try await PhotoScoutClient(
      config: PhotoScoutConfig(webAppURL: url),
      store: InMemorySessionStore(UserSession(deviceId: credentials["visitor"] ?? "")),
      retries: RetryPolicy(pause: .zero), deadline: deadline * 2)
  }

  /// A plan of the visitor's.
  var planId: String { get throws { try text("plan_id", default: "plan-lofoten") } }
  /// A plan that may be deleted.
  var removablePlanId: String { get throws { try text("removable_plan_id", default: "plan-lisbon") } }
  /// A conversation with messages.
  var conversationId: String { get throws { try text("conversation_id", default: "conv-lofoten") } }
  /// An id that nothing has.
  var missingId: String { get throws { try text("missing_id", default: "none") } }
}
