import PlumblineAPIClient
import PlumblineAPISuite
import PlumblineVerification
import TrueLogClient

/// Every method of ``TrueLogClient``, and every failure that TrueLog documents for it.
public struct TrueLogSuite: CallSuite {
  public let service = "truelog"

  public init() {}

  public var calls: [Call] {
    SessionCalls.all + UserCalls.all + TicketCalls.all + CommentCalls.all + AssetCalls.all + AccessoryCalls.all
      + CustomerCalls.all + DashboardCalls.all + PreferencesCalls.all + ReportCalls.all + NotificationCalls.all
  }

  public func failure(of error: any Error) -> ClientFailure { ClientFailure(of: error) }
}
