import Foundation
import PlumblineVerification
import RealityPortalClient

/// The checks of push notifications: the routes that they open, and the notifications that are rejected.
enum PushChecks {
  static var all: [LinkCheck] {
    ["push.reply", "push.listing", "push.app"].map { LinkCheck($0, reading: tapping) }
  }

  private struct Differs: Error, CustomStringConvertible {
    let description = "it reads something else in the dictionary than in its JSON"
  }

  /// Reads the route that a tapped notification opens for a guest, both from its bytes and from the dictionary that the
  /// system creates from them.
  private static let tapping: LinkCheck.Read = { link in
    let json = Data(link.text.utf8)
    let payload = try PushPayload(json: json)
    let object = try JSONSerialization.jsonObject(with: json)
    guard let userInfo = object as? [AnyHashable: Any], try PushPayload(userInfo: userInfo) == payload else {
      throw Differs()
    }
    let badge: [String: (any CustomStringConvertible)?] = ["badge": payload.badge]
    guard let route = payload.route else { return LinkReading(badge) }
    return LinkReading(of: route, badge)
  }
}
