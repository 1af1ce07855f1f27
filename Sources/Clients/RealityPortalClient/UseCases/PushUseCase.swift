import Foundation
import PlumblineAPIClient

/// Push notifications of replies.
public struct PushUseCase: Sendable {
  private struct PushToken: Encodable, Sendable {
    let token: String
    let platform: String
  }

  let requests: PortalRequests

  /// Registers the device by the token that the system gave it.
  public func registerDevice(token: Data) async throws {
    try await registerPushToken(token: Self.text(of: token), platform: "ios")
  }

  /// Registers a device. `POST /api/v1/push-tokens`
  ///
  /// - Parameters:
  ///   - token: the token's bytes, in lower-case hexadecimal digits.
  ///   - platform: `ios`.
  public func registerPushToken(token: String, platform: String) async throws {
    try await requests.perform(
      APIRequest(.post, "/api/v1/push-tokens", body: PushToken(token: token, platform: platform)))
  }

  /// A token as the server wants it: two lower-case hexadecimal digits a byte.
  public static func text(of token: Data) -> String {
    token.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
