import Foundation
import PlumblineAPIClient

/// Push notifications for replies.
public struct PushUseCase: Sendable {
  private struct PushToken: Encodable, Sendable {
    let token: String
    let platform: String
  }

  let requests: PortalRequests

  /// Registers the device with the token that it received from the system.
  public func registerDevice(token: Data) async throws {
    try await registerPushToken(token: Self.text(of: token), platform: "ios")
  }

  /// Registers a device. `POST /api/v1/push-tokens`
  ///
  /// - Parameters:
  ///   - token: The bytes of the token as lowercase hexadecimal digits.
  ///   - platform: The device's platform, `ios`.
  public func registerPushToken(token: String, platform: String) async throws {
    try await requests.perform(
      APIRequest(.post, "/api/v1/push-tokens", body: PushToken(token: token, platform: platform)))
  }

  /// Returns a token in the server's format, with two lowercase hexadecimal digits per byte.
  public static func text(of token: Data) -> String {
    token.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
