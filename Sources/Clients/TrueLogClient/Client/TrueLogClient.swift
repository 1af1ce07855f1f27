import Foundation
import PlumblineAPIClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client for the TrueLog Inventory API, with one method per endpoint, grouped by resource.
///
///     let client = TrueLogClient(baseURL: url, apiKey: key)
///     try await client.session.login(email: email, password: password)
///     let ticket = try await client.tickets.updateTicketStatus(ticketId: 1042, status: .resolved)
///
/// Methods throw an `APIError`, or `CancellationError` if the task was canceled. The client doesn't validate input; the
/// server does.
public struct TrueLogClient: Sendable {
  /// The underlying client, for requests without a dedicated method.
  public let api: APIClient
  /// The requests for logging in and out.
  public let session: SessionService
  /// The requests for users.
  public let users: UserService
  /// The requests for tickets and their comments.
  public let tickets: TicketService
  /// The requests for assets.
  public let assets: AssetService
  /// The requests for accessories.
  public let accessories: AccessoryService
  /// The requests for customers.
  public let customers: CustomerService
  /// The requests for the dashboard.
  public let dashboard: DashboardService
  /// The requests for the user's settings.
  public let preferences: PreferencesService
  /// The requests for reports.
  public let reports: ReportService
  /// The requests for notifications.
  public let notifications: NotificationService

  /// Creates a client that uses `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: The URL of the API: `https://inventory.truelog.com.sg`, or any other server that implements it.
  ///   - apiKey: The value of `X-API-Key`, or `nil` to omit the header.
  ///   - tokens: The store for the session's token. On Apple platforms, `KeychainTokenStore` keeps it between launches.
  ///   - session: The URL session for all requests.
  ///   - deadline: The maximum duration of one call.
  public init(
    baseURL: URL, apiKey: String?, tokens: any TokenStoring = InMemoryTokenStore(),
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30)
  ) {
    self.init(
      baseURL: baseURL, apiKey: apiKey, tokens: tokens,
      transport: URLSessionTransport(session: session, deadline: deadline))
  }

  /// Creates a client that uses any transport, for previews and tests.
  public init(
    baseURL: URL, apiKey: String?, tokens: any TokenStoring = InMemoryTokenStore(), transport: any Transport
  ) {
    let api = APIClient(baseURL: baseURL, apiKey: apiKey, token: tokens, transport: transport)
    self.api = api
    self.session = SessionService(api: api, tokens: tokens)
    users = UserService(api: api)
    tickets = TicketService(api: api)
    assets = AssetService(api: api)
    accessories = AccessoryService(api: api)
    customers = CustomerService(api: api)
    dashboard = DashboardService(api: api)
    preferences = PreferencesService(api: api)
    reports = ReportService(api: api)
    notifications = NotificationService(api: api)
  }
}
