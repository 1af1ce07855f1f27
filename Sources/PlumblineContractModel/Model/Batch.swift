import PlumblineJSONSchema
import PlumblineJSONTree

/// The declaration that an endpoint takes several requests in one body and returns their responses in one.
///
/// In `{ "requests": [{ "path": "/books/1" }] }`, with the response
/// `{ "responses": [{ "status": 200, "body": { "id": 1 } }] }`, the requests lie at `/requests`, each with its path at
/// `/path`, and the responses at `/responses`.
package final class Batch: Sendable {
  /// The places of a request's parts. A part without a place is missing from every request.
  package struct RequestPlaces: Sendable {
    /// The method; without one it is a GET.
    package let method: JSONPointer?
    /// The path, with its query if it has one.
    package let path: JSONPointer
    /// An object of header fields.
    package let headers: JSONPointer?
    package let body: JSONPointer?
    /// The id that matches a request to its response.
    package let id: JSONPointer?
  }

  /// The places of a response's parts.
  package struct AnswerPlaces: Sendable {
    package let status: JSONPointer
    /// The path of its request, with that of the server's URL before it.
    package let path: JSONPointer?
    package let headers: JSONPointer?
    package let body: JSONPointer?
    package let id: JSONPointer?
  }

  /// One of the endpoint's responses.
  package struct Shape: Sendable {
    /// The members that it must have next to the responses inside it.
    package let frame: AnswerFrame
    /// The schema of one of the responses inside it; `nil` if the contract has none.
    package let answer: Schema?
    /// A Boolean value that indicates whether it has a place for the responses.
    package let hasRoom: Bool
  }

  /// The number of requests that a body may have if its schema sets no limit (`maxItems`).
  package static let usual = 100
  /// The hard limit on requests per body, whatever its schema says, so that other clients don't have to wait long.
  package static let most = 1_000

  /// The place of the list of requests in the body.
  package let requests: JSONPointer
  /// The place in the body of default values for the requests.
  package let defaults: JSONPointer?
  package let request: RequestPlaces
  /// The place of the responses in the payload, a list in the order of the requests.
  package let answers: JSONPointer
  package let answer: AnswerPlaces
  /// The number of requests that a body may have.
  package let most: Int
  /// One per response of the endpoint, in their order.
  package let shapes: [Shape]
  /// A Boolean value that indicates whether the contract has an example of a body, so that none needs to be generated.
  package let hasExample: Bool
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  package init(
    requests: JSONPointer, defaults: JSONPointer?, request: RequestPlaces, answers: JSONPointer, answer: AnswerPlaces,
    most: Int = Batch.usual, shapes: [Shape] = [], hasExample: Bool = false, location: SourceLocation
  ) {
    self.requests = requests
    self.defaults = defaults
    self.request = request
    self.answers = answers
    self.answer = answer
    self.most = most
    self.shapes = shapes
    self.hasExample = hasExample
    self.location = location
  }
}
