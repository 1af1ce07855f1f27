import PlumblineTesting
import WeatherClient
import XCTest

final class AlertTests: XCTestCase {
  func testANewAlertIsListed() async throws {
    try await withPlumbline("weather") { mock in
      let client = WeatherClient(baseURL: mock.baseURL, key: try mock.credentials()["key"])
      let added = try await client.addAlert(NewAlert(city: "singapore", above: 33))
      let listed = try await client.alerts()
      XCTAssertTrue(listed.contains { $0.id == added.id })
    }
  }
}
