import Foundation
import PlumblineVerification
import RealityPortalClient

/// The calls that register a device for push notifications.
enum PushCalls {
  static var all: [Call] {
    EndpointCalls("push.register")
      .ordinary("registers a device") { client, context in
        try context.needDisposableAccount()
        let half: [UInt8] = [
          0x0F, 0x1E, 0x2D, 0x3C, 0x4B, 0x5A, 0x69, 0x78, 0x87, 0x96, 0xA5, 0xB4, 0xC3, 0xD2, 0xE1, 0xF0,
        ]
        return try await client.push.registerDevice(token: Data(half + half))
      }
      .failure("validation", "registers a device without a token") { client, _ in
        try await client.push.registerPushToken(token: "", platform: "ios")
      }
      .calls
  }
}
