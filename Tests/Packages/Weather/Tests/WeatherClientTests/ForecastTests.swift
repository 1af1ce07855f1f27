import PlumblineTesting
import Testing
import WeatherClient

@Suite(.plumbline("weather")) struct ForecastTests {
  @Test func `tomorrow's weather is read`() async throws {
    let forecast = try await client().forecast(city: "singapore")
    #expect(forecast.summary == "Thundery showers")
  }

  @Test func `an unknown city is reported`() async throws {
    try MockedService.current.override("forecasts.get", with: .failure("unknownCity"))
    await #expect(throws: WeatherError.unknownCity) { try await client().forecast(city: "singapore") }
  }

  @Test func `an outage isn't reported as an unknown city`() async throws {
    try MockedService.current.inject(.status(503).on("forecasts.*").times(1))
    await #expect(throws: WeatherError.unexpected("status 503")) { try await client().forecast(city: "singapore") }
    #expect(try await client().forecast(city: "singapore").low == 25)
  }

  private func client() throws -> WeatherClient {
    let mock = try MockedService.current
    return WeatherClient(baseURL: mock.baseURL, key: try mock.credentials()["key"])
  }
}
