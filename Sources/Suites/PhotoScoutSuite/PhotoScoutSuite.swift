import PhotoScoutClient
import PlumblineAPISuite
import PlumblineVerification

/// Every method of PhotoScout's API, every failure that its contract has, and its sign-in.
public struct PhotoScoutSuite: CallSuite {
  public let service = "photoscout"

  public init() {}

  public var calls: [Call] { PlanCalls.all + ConversationCalls.all }

  public var checks: [LinkCheck] { SignInChecks.all }

  public func failure(of error: any Error) -> ClientFailure { ClientFailure(of: error) }
}
