import Foundation
import PlumblineVerification
import WeatherClient

/// A suite of the client's calls.
public struct WeatherSuite: CallSuite {
  public let service = "weather"

  public init() {}

  public var calls: [Call] {
    [
      Call("forecasts.get", "reads a forecast") { try await client($0).forecast(city: "singapore") },
      Call("forecasts.get", "asks for a city that doesn't exist", expecting: .failure("unknownCity")) {
        try await client($0).forecast(city: "atlantis")
      },
      Call("forecasts.get", "asks without a key", as: .nobody, expecting: .failure("unknownKey")) {
        try await client($0).forecast(city: "singapore")
      },
      Call("alerts.list", "lists the alerts") { try await client($0).alerts() },
      Call("alerts.create", "adds an alert, and finds it in the list") { context in
        let added = try await client(context).addAlert(NewAlert(city: "singapore", above: 33))
        guard try await client(context).alerts().contains(where: { $0.id == added.id }) else {
          throw WeatherError.unexpected("the new alert isn't listed")
        }
        return added
      },
      Call("alerts.create", "adds an alert for nowhere", expecting: .failure("wrongInput")) {
        try await client($0).addAlert(NewAlert(city: "", above: 33))
      },
    ]
  }

  public func failure(of error: any Error) -> ClientFailure {
    switch error {
    case WeatherError.unknownKey: ClientFailure(.unauthorized, message: "The key is unknown.")
    case WeatherError.unknownCity: ClientFailure(.notFound, message: "There is no such city.")
    case WeatherError.wrongInput: ClientFailure(.validation, message: "Invalid input.")
    case WeatherError.unexpected(let message): ClientFailure(.server, message: message)
    default: ClientFailure(describing: error)
    }
  }

  private func client(_ context: CallContext) -> WeatherClient {
    WeatherClient(baseURL: context.baseURL, key: context.credentials["key"])
  }
}
