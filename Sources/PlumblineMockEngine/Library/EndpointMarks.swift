import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// Numbers for a library's endpoints, noted on answers that are kept, so that nobody routes their requests again to know
/// which endpoint they are of.
///
/// A mark is a library's number in its upper half and a place among the endpoints in its lower one. Another library
/// counts its endpoints anew and knows none of these marks: an answer of a contract that was edited meanwhile is routed.
struct EndpointMarks: Sendable {
  private static let libraries = Atomic<UInt32>(0)

  private let library: UInt32
  private let places: [ObjectIdentifier: Int]

  init(_ endpoints: [Endpoint]) {
    // 0 is no library, so that no mark is 0.
    library = Self.libraries.add(1, ordering: .relaxed).newValue % 0xFFFF + 1
    places = Dictionary(
      endpoints.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many endpoints there are, which is the place of a request that has none.
  var none: Int { places.count }

  /// Where an endpoint stands.
  func place(of endpoint: Endpoint) -> Int { places[ObjectIdentifier(endpoint)] ?? none }

  /// Where the endpoint of a mark stands; `nil` where it is another library's mark, or none.
  func place(of mark: UInt32) -> Int? { mark >> 16 == library ? Int(mark & 0xFFFF) : nil }

  /// The mark of a place; 0 where there is none for it.
  func mark(of place: Int) -> UInt32 { place <= 0xFFFF ? library << 16 | UInt32(place) : 0 }
}

extension MockLibrary {
  /// Where the endpoint of an exchange stands among the contract's; their number where it has none.
  func place(of request: Request, _ answer: Answer) -> Int {
    marks.place(of: answer.endpointMark) ?? place(of: contract.withoutServerPath(request))
  }

  private func place(of request: Request) -> Int { endpoint(of: request).map(marks.place) ?? marks.none }

  /// An answer that says which endpoint it is of.
  func marking(_ answer: Answer, to request: Request) -> Answer {
    var answer = answer
    answer.endpointMark = marks.mark(of: place(of: request))
    return answer
  }
}
