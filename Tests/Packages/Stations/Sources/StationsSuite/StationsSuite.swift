import PlumblineVerification
import StationsClient

/// The calls with which the client is tested.
public struct StationsSuite: CallSuite {
  public let service = "stations"

  public init() {}

  public var calls: [Call] {
    [
      Call("stations.list", "lists all stations") { try await client($0).stations() },
      Call("stations.list", "opens with the first station") { try await client($0).firstStation() },
      Call("stations.get", "reads a station") { try await client($0).station("st_1042").station },
      Call("stations.get", "reads a station that has letters in its code") {
        try await client($0).station("st_ghost").station
      },
      Call("stations.get", "asks for a station that doesn't exist", expecting: .failure("unknownStation")) {
        try await client($0).station("st_none").station
      },
      Call("readings.watch", "follows the readings") { try await client($0).readings() },
    ]
  }

  public func failure(of error: any Error) -> ClientFailure {
    switch error {
    case StationsError.unknownStation: ClientFailure(.notFound, message: "There is no such station.")
    case StationsError.unexpected(let status): ClientFailure(.server, message: "status \(status)")
    default: ClientFailure(describing: error)
    }
  }

  private func client(_ context: CallContext) -> StationsClient { StationsClient(baseURL: context.baseURL) }
}
