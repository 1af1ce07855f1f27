import PlumblineJSONSchema
import PlumblineJSONTree

/// A declaration that an endpoint takes several requests in one body and returns all their responses in one.
///
/// For example, the body `{ "requests": [{ "path": "/books/1" }] }` has its requests at `/requests`, each with its path
/// at `/path`. The response `{ "responses": [{ "status": 200, "body": { "id": 1 } }] }` has its responses at
/// `/responses`.
package final class Batch: Sendable {
  /// The locations of a request's parts. If a part has no location, requests don't have it.
  package struct RequestPlaces: Sendable {
    /// The location of the method. If it is `nil`, every request is a GET.
    package let method: JSONPointer?
    /// The location of the path, including the query if there is one.
    package let path: JSONPointer
    /// The location of the object that contains the header fields.
    package let headers: JSONPointer?
    package let body: JSONPointer?
    /// The location of the ID that matches a request to its response.
    package let id: JSONPointer?
  }

  /// The locations of a response's parts.
  package struct ResponsePlaces: Sendable {
    package let status: JSONPointer
    /// The location of the request's path, including the path of the server's URL.
    package let path: JSONPointer?
    package let headers: JSONPointer?
    package let body: JSONPointer?
    package let id: JSONPointer?
  }

  /// One of the endpoint's responses.
  package struct Shape: Sendable {
    /// The members that the response must have in addition to the responses inside it.
    package let frame: ResponseFrame
    /// The schema of each response inside this one, or `nil` if the contract has none.
    package let answer: Schema?
    /// A Boolean value that indicates whether the response's schema allows the list of responses.
    package let hasRoom: Bool
  }

  /// The maximum number of requests in a body if its schema sets no limit (`maxItems`).
  package static let usual = 100
  /// The hard limit on the number of requests in a body, regardless of its schema. It keeps other clients from waiting
  /// too long.
  package static let most = 1_000

  /// The location of the list of requests in the body.
  package let requests: JSONPointer
  /// The location of the requests' default values in the body.
  package let defaults: JSONPointer?
  package let request: RequestPlaces
  /// The location of the responses in the payload. They are a list in the order of the requests.
  package let answers: JSONPointer
  package let answer: ResponsePlaces
  /// The maximum number of requests in a body.
  package let most: Int
  /// The shapes of the endpoint's responses, in order.
  package let shapes: [Shape]
  /// A Boolean value that indicates whether the contract has an example of a body. If so, none needs to be generated.
  package let hasExample: Bool
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  package init(
    requests: JSONPointer, defaults: JSONPointer?, request: RequestPlaces, answers: JSONPointer, answer: ResponsePlaces,
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
