import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors that the app shows.
public enum StationsError: Error, Equatable {
  case unknownStation
  case unexpected(Int)
}

/// A client that pages, follows a stream, reads one spelling of dates only, and traps on two answers.
public struct StationsClient: Sendable {
  private let baseURL: String

  public init(baseURL: String) { self.baseURL = baseURL }

  /// All stations, page after page.
  public func stations() async throws -> [Station] {
    var all: [Station] = []
    var after: String?
    while true {
      let page: Page<Station> = try await decoded("/stations" + (after.map { "?after=\($0)" } ?? ""))
      all += page.items
      guard page.more, let last = page.items.last, all.count < 1000 else { return all }
      after = last.id
    }
  }

  /// The station that the app opens with. It traps for an empty list: the client's second bug.
  public func firstStation() async throws -> Station {
    let page: Page<Station> = try await decoded("/stations")
    return page.items.first!
  }

  /// A station, and its number.
  public func station(_ id: String) async throws -> (station: Station, number: Int) {
    let station: Station = try await decoded("/stations/\(id)")
    return (station, station.number)
  }

  /// The readings of a stream of events, until it ends.
  public func readings() async throws -> [Reading] {
    let text = String(decoding: try await data("/readings"), as: UTF8.self)
    return try text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("data:") else { return nil }
      return try JSONDecoder().decode(Reading.self, from: Data(line.dropFirst(5).utf8))
    }
  }

  private func decoded<Value: Decodable>(_ path: String) async throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(Self.dates)
    return try decoder.decode(Value.self, from: try await data(path))
  }

  /// Whole seconds in UTC, and nothing else.
  private static let dates: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
    return formatter
  }()

  private func data(_ path: String) async throws -> Data {
    guard let url = URL(string: baseURL + path) else { throw StationsError.unexpected(0) }
    let (data, response) = try await URLSession.shared.data(from: url)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200: return data
    case 404: throw StationsError.unknownStation
    case let status: throw StationsError.unexpected(status)
    }
  }
}
