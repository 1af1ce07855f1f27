/// The calls that exercise one service's Swift client.
///
/// A suite runs unchanged against the mock and against a real server, because it knows only a base URL and credentials.
///
/// ```swift
/// struct WeatherSuite: CallSuite {
///   let service = "weather"
///   var calls: [Call] {
///     [
///       Call("forecast.get", "reads a forecast") { try await WeatherClient($0).forecast(city: "sg") },
///       Call("forecast.get", "asks for a city that doesn't exist", expecting: .failure("notFound")) {
///         try await WeatherClient($0).forecast(city: "atlantis")
///       },
///     ]
///   }
///   func failure(of error: any Error) -> ClientFailure { … }
/// }
/// ```
public protocol CallSuite: Sendable {
  /// The service whose contract describes the calls, such as `truelog`.
  var service: String { get }
  /// The calls, in the order that they are run in.
  var calls: [Call] { get }
  /// The checks for the service's `deep-links.json`, which need no server.
  var checks: [LinkCheck] { get }
  /// Returns the failure that a client's error describes.
  func failure(of error: any Error) -> ClientFailure
  /// The variables that calls request from their context, so that `--var` can be checked and explained.
  var variables: [SuiteVariable] { get }
}

extension CallSuite {
  /// An empty list, for a service without links.
  public var checks: [LinkCheck] { [] }

  /// An empty list, so that any `--var` is accepted.
  public var variables: [SuiteVariable] { [] }
}
