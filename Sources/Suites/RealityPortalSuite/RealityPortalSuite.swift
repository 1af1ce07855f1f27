import PlumblineAPISuite
import PlumblineVerification
import RealityPortalClient

/// Every method of Reality Portal's client, every failure that its contract has, and its links.
public struct RealityPortalSuite: CallSuite {
  public let service = "realityportal"

  public init() {}

  public var calls: [Call] {
    AuthCalls.all + ProfileCalls.all + ListingCalls.all + FavoriteCalls.all + InquiryCalls.all + PushCalls.all
  }

  public var checks: [LinkCheck] { LinkChecks.all }

  public func failure(of error: any Error) -> ClientFailure {
    guard let error = error as? AuthError else { return ClientFailure(of: error) }
    return ClientFailure(.unauthorized, message: error.errorDescription ?? "\(error)")
  }
}
