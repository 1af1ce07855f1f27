import PlumblineJSONSchema
import PlumblineJSONTree

/// A declaration that an endpoint takes several requests in one body and returns all their responses in one.
///
/// In `{ "requests": [{ "path": "/books/1" }] }`, with the response `{ "responses": [{ "status": 200, "body": { "id": 1
/// } }] }`, the requests are at `/requests`, each with its path at `/path`, and the responses at `/responses`.
package final class Batch: Sendable {
  /// The places of a request's parts. A part without a place is absent from every request.
  package struct RequestPlaces: Sendable {
    /// The place of the method. Without it, every request is a GET.
    package let method: JSONPointer?
    /// The place of the path, which includes the query if there is one.
    package let path: JSONPointer
    /// The place of an object with the header fields.
    package let headers: JSONPointer?
    package let body: JSONPointer?
    /// The place of the ID that matches a request to its response.
    package let id: JSONPointer?
  }

  /// The places of a response's parts.
  package struct AnswerPlaces: Sendable {
    package let status: JSONPointer
    /// The place of the request's path, including the path of the server's URL.
    package let path: JSONPointer?
    package let headers: JSONPointer?
    package let body: JSONPointer?
    package let id: JSONPointer?
  }

  /// One of the endpoint's responses.
  package struct Shape: Sendable {
    /// The members that the response must have next to the responses inside it.
    package let frame: AnswerFrame
    /// The schema of each response inside this one, or `nil` if the contract has none.
    package let answer: Schema?
    /// A Boolean value that indicates whether the response has a place for the responses.
    package let hasRoom: Bool
  }

  /// The maximum number of requests in a body whose schema sets no limit (`maxItems`).
  package static let usual = 100
  /// The hard limit on the number of requests in a body, whatever its schema allows, so that other clients don't have
  /// to wait long.
  package static let most = 1_000

  /// The place of the list of requests in the body.
  package let requests: JSONPointer
  /// The place of the requests' default values in the body.
  package let defaults: JSONPointer?
  package let request: RequestPlaces
  /// The place of the responses in the payload. They are a list in the order of the requests.
  package let answers: JSONPointer
  package let answer: AnswerPlaces
  /// The maximum number of requests in a body.
  package let most: Int
  /// The shapes of the endpoint's responses, in order.
  package let shapes: [Shape]
  /// A Boolean value that indicates whether the contract has an example of a body, so that none needs to be generated.
  package let hasExample: Bool
  /// The location of the declaration in the contract.
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
