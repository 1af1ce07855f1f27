import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client like that of any app, with a base URL and an API key, but without references to Plumbline.
public struct WeatherClient: Sendable {
  private let baseURL: String
  private let key: String?

  public init(baseURL: String, key: String?) {
    self.baseURL = baseURL
    self.key = key
  }

  public func forecast(city: String) async throws -> Forecast {
    try await send("GET", "/v1/forecasts/\(city)", body: nil)
  }

  public func alerts() async throws -> [Alert] {
    try await send("GET", "/v1/alerts", body: nil)
  }

  public func addAlert(_ alert: NewAlert) async throws -> Alert {
    try await send("POST", "/v1/alerts", body: try JSONEncoder().encode(alert))
  }

  private func send<Value: Decodable>(_ method: String, _ path: String, body: Data?) async throws -> Value {
    guard let url = URL(string: baseURL + path) else { throw WeatherError.unexpected("\(path) is no path") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if let key { request.setValue(key, forHTTPHeaderField: "X-Weather-Key") }
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200..<300: return try JSONDecoder().decode(Answer<Value>.self, from: data).result
    case 401: throw WeatherError.unknownKey
    case 404: throw WeatherError.unknownCity
    case 422: throw WeatherError.wrongInput
    case let status: throw WeatherError.unexpected("status \(status)")
    }
  }
}

private struct Answer<Value: Decodable>: Decodable {
  let result: Value
}
