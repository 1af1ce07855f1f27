import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors that the app shows.
public enum StationsError: Error, Equatable {
  case unknownStation
  case unexpected(Int)
}

/// A client that loads pages, follows a stream, and reads dates in only one format. It traps on two responses.
public struct StationsClient: Sendable {
  private let baseURL: String

  public init(baseURL: String) { self.baseURL = baseURL }

  /// Returns all stations, which it loads page by page.
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

  /// Returns the station that the app shows first. The client's second bug is that this method traps for an empty list.
  public func firstStation() async throws -> Station {
    let page: Page<Station> = try await decoded("/stations")
    return page.items.first!
  }

  /// Returns a station and its number.
  public func station(_ id: String) async throws -> (station: Station, number: Int) {
    let station: Station = try await decoded("/stations/\(id)")
    return (station, station.number)
  }

  /// Returns the readings of an event stream after its end.
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

  /// A formatter that accepts only whole seconds in UTC.
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
