import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// Numbers for a library's endpoints, noted on responses that are kept, so that their requests needn't be routed again to find
/// the endpoint.
///
/// A mark is a library's number in its upper half and a place among the endpoints in its lower one. Another library counts its
/// endpoints anew and knows none of these marks: a response of a contract that was edited meanwhile is routed.
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

  /// The number of endpoints, which is the place of a request that has none.
  var none: Int { places.count }

  /// Returns the place of an endpoint.
  func place(of endpoint: Endpoint) -> Int { places[ObjectIdentifier(endpoint)] ?? none }

  /// Returns the place of a mark's endpoint; `nil` if it is another library's mark, or none.
  func place(of mark: UInt32) -> Int? { mark >> 16 == library ? Int(mark & 0xFFFF) : nil }

  /// Returns the mark of a place; 0 if it has none.
  func mark(of place: Int) -> UInt32 { place <= 0xFFFF ? library << 16 | UInt32(place) : 0 }
}

extension MockLibrary {
  /// Returns the place of an exchange's endpoint among the contract's; their number if it has none.
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
