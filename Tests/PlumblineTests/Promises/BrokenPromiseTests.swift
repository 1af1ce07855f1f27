import Foundation
import PlumblineMockEngine
import Testing

/// A server of which one single thing isn't as its contract promises is found out, whatever that is.
struct BrokenPromiseTests {
  /// What no run can find, and why. What is found after all has to leave the list.
  private static let unseen: [String: String] = [
    "accessories.checkin: also 1":
      "no endpoint shows who has what",
    "assets.update: set /customer_id":
      "customers are named by their names, which several may have",
    "auth.register: otherwise":
      "only another request than the suite's doesn't fit any more",
    "comments.add: set /author":
      "who an account is on a server only the server knows",
    "comments.delete: guards 1":
      "a comment of a ticket that isn't there isn't there itself",
    "comments.update: guards 1":
      "a comment of a ticket that isn't there isn't there itself",
    "customers.delete: guards 1":
      "the customer of whom that is asked has tickets and accessories, too",
    "customers.delete: guards 2":
      "the customer of whom that is asked has assets and accessories, too",
    "customers.delete: guards 3":
      "the customer of whom that is asked has assets and tickets, too",
    "dashboard.widgetData: set /updated_at (1)":
      "a server's own times aren't judged",
    "dashboard.widgetData: set /updated_at (2)":
      "a server's own times aren't judged",
    "dashboard.widgetData: set /updated_at (3)":
      "a server's own times aren't judged",
    "inquiries.create: set /lastMessageAt":
      "a server's own times aren't judged",
    "inquiries.create: set /status":
      "an inquiry without it is pending all the same",
    "inquiries.send: set /senderId":
      "who an account is on a server only the server knows",
    "inquiries.send: set /senderName":
      "who an account is on a server only the server knows",
    "inquiries.send: set /sentAt":
      "a server's own times aren't judged",
    "profile.update: also 1":
      "only a login by the new address would show it, and a run has no password for that",
    "session.login: set /expires_at":
      "a server's own times aren't judged",
  ]

  /// What a run could find, and doesn't try yet: references to what isn't there, who a login lets in, sums over other items,
  /// guests' lists beside members', and what callers have of their own where nobody makes any.
  private static let untried: Set<String> = [
    "accessories.checkin: guards 1",
    "accessories.checkout: guards 1",
    "assets.transfer: guards 1",
    "auth.login: set /accessToken",
    "auth.login: set /refreshToken",
    "auth.login: set /user",
    "auth.refresh: set /accessToken",
    "auth.refresh: set /refreshToken",
    "comments.list: guards 1",
    "customers.get: requires",
    "customers.tickets: guards 1",
    "customers.tickets: requires",
    "dashboard.widgetData: set /by_status (1)",
    "dashboard.widgetData: set /by_status (2)",
    "dashboard.widgetData: set /total (1)",
    "dashboard.widgetData: set /total (2)",
    "dashboard.widgetData: set /value (3)",
    "inquiries.messages: guards 1",
    "inquiries.send: guards 1",
    "listings.search: filter query.bedrooms (2)",
    "listings.search: filter query.city (2)",
    "listings.search: filter query.maxPrice (2)",
    "listings.search: filter query.minPrice (2)",
    "listings.search: filter query.q (2)",
    "listings.search: order (2)",
    "listings.search: page (2)",
    "listings.search: size (2)",
    "listings.search: sort (2)",
    "profile.password: guards 1",
    "reports.generate: guards 1",
    "session.login: set /token",
    "tickets.assign: guards 1",
    "tickets.update: guards 1",
    ": conversationDetails per caller",
    ": conversations per caller",
    ": memberListings per caller",
    ": messages per caller",
    ": notificationPreferences per caller",
    ": plans per caller",
    ": preferences per caller",
    ": pushTokens per caller",
  ]

  /// One of each kind of a service, so that tests stay quick; with `PLUMBLINE_EVERY_PROMISE` in the environment, all.
  private static func promises(of service: Service) throws -> [BrokenPromise] {
    let all = try BrokenPromise.all(of: service)
    if ProcessInfo.processInfo.environment["PLUMBLINE_EVERY_PROMISE"] != nil { return all }
    var kinds: Set<Substring> = []
    return all.filter { kinds.insert($0.promise.prefix { $0 != " " }).inserted }
  }

  @Test(arguments: Service.all)
  func `every promise that is broken is found`(service: Service) async throws {
    var missed: [String] = []
    for broken in try Self.promises(of: service) {
      let name = "\(broken.endpoint): \(broken.promise)"
      let isFound = try await !broken.findings().isEmpty
      if isFound == (Self.unseen[name] != nil || Self.untried.contains(name)) {
        missed.append("\(name) \(isFound ? "is found" : "isn't found")")
      }
    }
    #expect(missed == [])
  }
}
