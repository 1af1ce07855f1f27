import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// Numbers for a library's endpoints. They are stored with cached responses, so that the requests needn't be routed
/// again to find the endpoint.
///
/// The upper half of a mark is the library's number, and the lower half is an index into the endpoints. Since every
/// library has a different number, marks from before a contract was edited aren't valid for its new version.
struct EndpointMarks: Sendable {
  private static let libraries = Atomic<UInt32>(0)

  private let library: UInt32
  private let places: [ObjectIdentifier: Int]

  init(_ endpoints: [Endpoint]) {
    // Start at 1, so that no mark is 0.
    library = Self.libraries.add(1, ordering: .relaxed).newValue % 0xFFFF + 1
    places = Dictionary(
      endpoints.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of endpoints. It is used as the index for requests without an endpoint.
  var none: Int { places.count }

  /// Returns the index of an endpoint in the library.
  func place(of endpoint: Endpoint) -> Int { places[ObjectIdentifier(endpoint)] ?? none }

  /// Returns the index of a mark's endpoint, or `nil` if the mark is 0 or from a different library.
  func place(of mark: UInt32) -> Int? { mark >> 16 == library ? Int(mark & 0xFFFF) : nil }

  /// Returns the mark for an index, or 0 if the index is too large.
  func mark(of place: Int) -> UInt32 { place <= 0xFFFF ? library << 16 | UInt32(place) : 0 }
}

extension MockLibrary {
  /// Returns the index of an exchange's endpoint in the contract, or the number of endpoints if it has none.
  func place(of request: Request, _ answer: OutgoingResponse) -> Int {
    marks.place(of: answer.endpointMark) ?? place(of: contract.withoutServerPath(request))
  }

  private func place(of request: Request) -> Int { endpoint(of: request).map(marks.place) ?? marks.none }

  /// Returns a response marked with its endpoint.
  func marking(_ answer: OutgoingResponse, to request: Request) -> OutgoingResponse {
    var answer = answer
    answer.endpointMark = marks.mark(of: place(of: request))
    return answer
  }
}
