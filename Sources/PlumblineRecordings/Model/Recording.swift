import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// One exchange on disk: a request, what answered it, and how to replay it.
package struct Recording: Sendable {
  /// Whose credentials a recorded request carried. Credentials themselves are never in a recording.
  package enum Caller: Sendable, Hashable {
    /// The file doesn't say: anyone who may.
    case anyone
    /// A persona of the contract.
    case persona(String)
    /// Nobody: the request carried no credentials.
    case nobody
  }

  /// A value copied from the request into the answer when it is replayed.
  package struct Binding: Sendable {
    /// Where it goes, inside the response's body: `/data/id`. The root when it goes into a header.
    package let target: JSONPointer
    /// The response's header that it goes into; `nil` when it goes into the body.
    package let header: String?
    /// Where it comes from.
    package let address: Address

    /// A binding into the body.
    package init(target: JSONPointer, address: Address) {
      self.target = target
      self.header = nil
      self.address = address
    }

    /// A binding into a header field.
    package init(header: String, address: Address) {
      self.target = JSONPointer()
      self.header = header
      self.address = address
    }
  }

  /// A step in a named row of answers.
  package struct Step: Sendable, Hashable {
    package let sequence: String
    package let number: Int
    /// Whether the first step follows the last, instead of the last one staying.
    package let cycles: Bool

    package init(sequence: String, number: Int, cycles: Bool = false) {
      self.sequence = sequence
      self.number = number
      self.cycles = cycles
    }
  }

  /// The endpoint's id: the folder it stands in.
  package let endpoint: String
  /// The file's name without its extension: `not-found`.
  package let name: String
  package let provenance: Provenance
  package let caller: Caller
  /// The recorded exchange: path, query and body as they were sent.
  package let exchange: Exchange
  /// The request's JSON body, with its place in the file.
  package let requestBody: JSON?
  /// The response's JSON body, with its place in the file.
  package let responseBody: JSON?
  package let bindings: [Binding]
  package let step: Step?
  /// What a request has to be like to be answered with it, besides what the recorded request says. Where it looks, the
  /// recorded request is but an example.
  package let match: Condition
  /// Where the recording begins.
  package let location: SourceLocation
  /// How long the answer takes when it is replayed; `nil` when the file doesn't say.
  package let delay: Duration?

  package init(
    endpoint: String, name: String, provenance: Provenance, caller: Caller, exchange: Exchange, requestBody: JSON?,
    responseBody: JSON?, bindings: [Binding], step: Step?, match: Condition = Condition(), location: SourceLocation,
    delay: Duration? = nil
  ) {
    self.endpoint = endpoint
    self.name = name
    self.provenance = provenance
    self.caller = caller
    self.exchange = exchange
    self.requestBody = requestBody
    self.responseBody = responseBody
    self.bindings = bindings
    self.step = step
    self.match = match
    self.location = location
    self.delay = delay
  }

  package var request: Request { exchange.request }
  /// The recorded response; a recording always has one.
  package var response: Response { exchange.response ?? Response(status: 500, headers: [:], body: .empty) }
  /// `tickets.update/not-found`, as overrides and headers name it.
  package var id: String { "\(endpoint)/\(name)" }
}
