import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// Numbers for a library's endpoints, stored with cached responses so that their requests needn't be routed again to
/// find the endpoint.
///
/// A mark has the library's number in its upper half and an index into the endpoints in its lower half. A new library
/// has different marks, so a response of a contract that was edited in the meantime is routed again.
struct EndpointMarks: Sendable {
  private static let libraries = Atomic<UInt32>(0)

  private let library: UInt32
  private let places: [ObjectIdentifier: Int]

  init(_ endpoints: [Endpoint]) {
    // No library has the number 0, so no mark is 0.
    library = Self.libraries.add(1, ordering: .relaxed).newValue % 0xFFFF + 1
    places = Dictionary(
      endpoints.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of endpoints, which is the index for requests without one.
  var none: Int { places.count }

  /// Returns the index of an endpoint.
  func place(of endpoint: Endpoint) -> Int { places[ObjectIdentifier(endpoint)] ?? none }

  /// Returns the place of a mark's endpoint, or `nil` if it is a different library's mark, or not a mark.
  func place(of mark: UInt32) -> Int? { mark >> 16 == library ? Int(mark & 0xFFFF) : nil }

  /// Returns the mark for an index, or 0 if it has none.
  func mark(of place: Int) -> UInt32 { place <= 0xFFFF ? library << 16 | UInt32(place) : 0 }
}

extension MockLibrary {
  /// Returns the index of an exchange's endpoint in the contract, or the number of endpoints if it has none.
  func place(of request: Request, _ answer: Answer) -> Int {
    marks.place(of: answer.endpointMark) ?? place(of: contract.withoutServerPath(request))
  }

  private func place(of request: Request) -> Int { endpoint(of: request).map(marks.place) ?? marks.none }

  /// Returns a response marked with its endpoint.
  func marking(_ answer: Answer, to request: Request) -> Answer {
    var answer = answer
    answer.endpointMark = marks.mark(of: place(of: request))
    return answer
  }
}
