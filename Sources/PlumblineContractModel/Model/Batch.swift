import PlumblineJSONSchema
import PlumblineJSONTree

/// That an endpoint takes several requests in one body, and answers with their answers.
///
/// Of `{ "requests": [{ "path": "/books/1" }] }`, answered by `{ "responses": [{ "status": 200, "body": { "id": 1 } }] }`,
/// the requests lie at `/requests`, each with its path at `/path`, and the answers at `/responses`.
package final class Batch: Sendable {
  /// Where a request has its parts. What it has no place for no request says.
  package struct RequestPlaces: Sendable {
    /// The method; without one it is a GET.
    package let method: JSONPointer?
    /// The path, with a query where it has one.
    package let path: JSONPointer
    /// An object of header fields.
    package let headers: JSONPointer?
    package let body: JSONPointer?
    /// What its answer has as well, so that the two find together.
    package let id: JSONPointer?

    package init(
      method: JSONPointer?, path: JSONPointer, headers: JSONPointer?, body: JSONPointer?, id: JSONPointer?
    ) {
      self.method = method
      self.path = path
      self.headers = headers
      self.body = body
      self.id = id
    }
  }

  /// Where an answer has its parts.
  package struct AnswerPlaces: Sendable {
    package let status: JSONPointer
    /// The path of its request, with that of the server's URL before it.
    package let path: JSONPointer?
    package let headers: JSONPointer?
    package let body: JSONPointer?
    package let id: JSONPointer?

    package init(
      status: JSONPointer, path: JSONPointer?, headers: JSONPointer?, body: JSONPointer?, id: JSONPointer?
    ) {
      self.status = status
      self.path = path
      self.headers = headers
      self.body = body
      self.id = id
    }
  }

  /// One of the endpoint's answers.
  package struct Shape: Sendable {
    /// What it has to hold beside the answers.
    package let frame: AnswerFrame
    /// What one of the answers in it is; `nil` where nothing is said.
    package let answer: Schema?
    /// A Boolean value that indicates whether the answers go into it.
    package let hasRoom: Bool

    package init(frame: AnswerFrame, answer: Schema?, hasRoom: Bool = true) {
      self.frame = frame
      self.answer = answer
      self.hasRoom = hasRoom
    }
  }

  /// How many requests a body may have where its schema says nothing (`maxItems`).
  package static let usual = 100
  /// How many it may have whatever its schema says, so that nobody else waits for long.
  package static let most = 1_000

  /// Where in the body the requests lie, a list.
  package let requests: JSONPointer
  /// Where in the body there is what requests have that don't say it.
  package let defaults: JSONPointer?
  package let request: RequestPlaces
  /// Where in the payload the answers go, a list in the order of the requests.
  package let answers: JSONPointer
  package let answer: AnswerPlaces
  /// How many requests a body may have.
  package let most: Int
  /// One an answer of the endpoint, in their order.
  package let shapes: [Shape]
  /// A Boolean value that indicates whether the contract has an example of a body, so that nobody has to make one up.
  package let hasExample: Bool
  /// Where the contract says so.
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
