/// Who uses the app on this device, as it is kept between launches.
public struct UserSession: Codable, Sendable, Hashable {
  /// The device's own id, by which the service knows somebody who isn't signed in.
  public var deviceId: String
  /// Who is signed in; nil for nobody.
  public var user: GoogleUser?

  /// Takes both.
  public init(deviceId: String, user: GoogleUser? = nil) {
    self.deviceId = deviceId
    self.user = user
  }

  /// The Google user id of who is signed in, or the device's UUID.
  public var visitorId: String { user?.id ?? deviceId }
}
