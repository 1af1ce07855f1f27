import Foundation
import PhotoScoutClient
import PlumblineAPISuite
import PlumblineVerification

/// The calls for every method of PhotoScout's API and every failure in its contract, and the checks of its sign-in.
public struct PhotoScoutSuite: CallSuite {
  public let service = "photoscout"

  public init() {}

  public var calls: [Call] { PlanCalls.all + ConversationCalls.all }

  public var checks: [LinkCheck] { SignInChecks.all }

  public func failure(of error: any Error) -> ClientFailure { ClientFailure(of: error) }
}

extension PhotoScoutSuite {
  /// The IDs that differ between a real server and the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable("plan_id", "a plan of the visitor's"),
      SuiteVariable("sparse_plan_id", "a plan without a summary"),
      SuiteVariable("placeless_plan_id", "a plan without a place"),
      SuiteVariable("removable_plan_id", "a plan that may be deleted", from: .removable(of: "plans")),
      SuiteVariable("conversation_id", "a conversation of the visitor's with messages"),
      SuiteVariable("untitled_conversation_id", "a conversation without a title"),
      SuiteVariable("empty_conversation_id", "a conversation without messages"),
      SuiteVariable(
        "missing_id", "an id that no plan and no conversation has; a call deletes it in vain",
        from: .missing),
    ]
  }
}

extension CallContext {
  /// Returns a client as an app creates it, on a device whose ID is the caller's visitor ID.
  ///
  /// It doesn't wait between attempts, because there is no load to reduce. Its deadline is later than the verifier's
  /// own, so that the verifier can distinguish a silent server from a client that hangs.
  func client() async throws -> PhotoScoutClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    return try await PhotoScoutClient(
      config: PhotoScoutConfig(webAppURL: url),
      store: InMemorySessionStore(UserSession(deviceId: credentials["visitor"] ?? "")),
      retries: RetryPolicy(pause: .zero), deadline: deadline * 2)
  }

  /// The ID of a plan of the visitor's.
  var planId: String { get throws { try text("plan_id", default: "plan-lofoten") } }
  /// The ID of a plan that may be deleted.
  var removablePlanId: String { get throws { try text("removable_plan_id", default: "plan-lisbon") } }
  /// The ID of a conversation with messages.
  var conversationId: String { get throws { try text("conversation_id", default: "conv-lofoten") } }
  /// An ID that doesn't exist.
  var missingId: String { get throws { try text("missing_id", default: "none") } }
}
