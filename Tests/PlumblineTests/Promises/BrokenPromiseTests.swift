import Foundation
import Testing

/// Servers that break a single promise of their contract, all of which must be detected.
struct BrokenPromiseTests {
  /// The broken promises that no run can detect, with the reasons. A promise whose violation is detected must be
  /// removed from the list.
  private static let unseen: [String: String] = [
    ": conversationDetails per caller":
      "no call makes or changes one, and two callers may have the same",
    ": conversations per caller":
      "no call makes or changes one, and two callers may have the same",
    ": messages per caller":
      "a message is reached through its inquiry, which is the caller's own",
    ": pushTokens per caller":
      "no endpoint shows who has which",
    "accessories.checkin: also 1":
      "no endpoint shows who has what",
    "accessories.checkin: guards 1":
      "who isn't there has nothing, and so can't bring anything back",
    "accessories.checkout: guards 1":
      "what somebody took who isn't there nobody could bring back, so no run tries it",
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
    "inquiries.messages: guards 1":
      "an inquiry that isn't there can't be marked as read either",
    "inquiries.send: guards 1":
      "an inquiry that isn't there can't get a last message either",
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

  /// Returns one promise of each kind, so that the tests stay fast, or all promises if `PLUMBLINE_EVERY_PROMISE` is
  /// set.
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
      if isFound == (Self.unseen[name] != nil) {
        missed.append("\(name) \(isFound ? "is found" : "isn't found")")
      }
    }
    #expect(missed == [])
  }
}
