import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The promises of one service: its endpoints and everything that they share.
///
/// A contract is created by ``ContractLoader`` from the JSON files of one folder. It is immutable, and every name in it
/// has been resolved: an endpoint's errors are ``Failure`` values, its schemas are compiled, its credentials exist.
package final class Contract: Sendable {
  /// The short name that commands and folders use: `truelog`.
  package let service: String
  /// The display name: "TrueLog Inventory API".
  package let title: String
  /// The addresses where the service runs, in the file's order.
  package let servers: [Server]
  /// The credentials that callers may need, in the file's order.
  package let credentials: [Credential]
  /// The index of each in the list, by its name.
  private let credentialPlaces: [String: Int]
  private let credentialFields: Set<String>
  /// The indices of the credentials by carrier; names of header fields are lowercased.
  private let credentialCarriers: [Credential.Carrier: [Int]]
  /// The places in bodies that carry credentials, with the credentials' names.
  let bodyPlaces: [(name: String, place: JSONPointer)]
  /// The fixed outer shape of JSON responses; `nil` if responses have none.
  package let envelope: Envelope?
  /// The known callers, in the file's order. The first is the default.
  package let personas: [Persona]
  /// Every error of the service, in the order of the files.
  package let failures: [Failure]
  /// The errors that every endpoint may respond with.
  package let commonFailures: [Failure]
  /// Every endpoint, in the order of the files and within each.
  package let endpoints: [Endpoint]
  /// The index of each in the list, by its id.
  private let places: [String: Int]
  /// The collections that a mock remembers within a session, in the order of the files.
  package let collections: [ItemCollection]
  /// The inputs and outputs that a client handles without asking the service, in the order of `deep-links.json`.
  package let links: [Link]
  /// The documented features, in the order of `contract.json`; empty if none are listed.
  package let features: [Feature]
  /// A Boolean value that indicates whether items hold a credential, so that a mock must track the holders.
  package let hasHolders: Bool
  /// Finds the endpoint of a request.
  package let router: Router
  /// The path prefixes of the servers, which templates omit.
  let serverPaths: ServerPaths
  /// The access decisions for the simple cases.
  let access: AccessIndex
  private let madeNearest = AtomicLazyReference<NearestIndex>()
  /// The place where the contract begins.
  package let location: SourceLocation
  /// The files that it was loaded from, by the names that references use; empty if it wasn't loaded from files.
  package let documents: [String: JSONDocument]

  /// The parts of a service that its endpoints share.
  struct Shared {
    let credentials: [Credential]
    let envelope: Envelope?
    let personas: [Persona]
    let failures: [Failure]
    let commonFailures: [Failure]
    let collections: [ItemCollection]
  }

  init(
    service: String, title: String, servers: [Server], shared: Shared, endpoints: [Endpoint], links: [Link],
    features: [Feature], location: SourceLocation, documents: [String: JSONDocument]
  ) {
    self.service = service
    self.title = title
    self.servers = servers
    let (credentials, personas) = (shared.credentials, shared.personas)
    self.credentials = credentials
    credentialFields = Set(credentials.compactMap(\.headerName))
    credentialCarriers = Dictionary(grouping: credentials.indices) { credentials[$0].carrier.ignoringCase }
    bodyPlaces = credentials.compactMap { credential in
      if case .body(let place) = credential.carrier { (credential.name, place) } else { nil }
    }
    credentialPlaces = Dictionary(
      credentials.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    envelope = shared.envelope
    self.personas = personas
    failures = shared.failures
    commonFailures = shared.commonFailures
    self.endpoints = endpoints
    places = Dictionary(
      endpoints.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    collections = shared.collections
    self.links = links
    self.features = features
    hasHolders = credentials.contains { $0.holders != nil }
    self.router = Router(endpoints)
    self.serverPaths = ServerPaths(servers)
    self.access = AccessIndex(credentials: credentials, personas: personas, endpoints: endpoints)
    self.location = location
    self.documents = documents
  }

  /// Finds the endpoints nearest to a path; created when the first request matches no endpoint.
  var nearest: NearestIndex { madeNearest.load() ?? madeNearest.storeIfNil(NearestIndex(endpoints)) }

  /// Returns the endpoint with an id such as `tickets.update`.
  package func endpoint(_ id: String) -> Endpoint? { places[id].map { endpoints[$0] } }

  /// Returns the link with an id such as `oauth.redirect`.
  package func link(_ id: String) -> Link? { links.first { $0.id == id } }

  /// Returns the persona with a name such as `viewer`.
  package func persona(_ name: String) -> Persona? { personas.first { $0.name == name } }

  /// Returns the server with a name such as `testing`.
  package func server(_ name: String) -> Server? { servers.first { $0.name == name } }

  /// Returns the credential with a name such as `apiKey`.
  package func credential(_ name: String) -> Credential? { credentialPlaces[name].map { credentials[$0] } }

  /// Returns the indices of the credentials with a carrier; the name of a header field is lowercase.
  func credentialIndices(at carrier: Credential.Carrier) -> [Int] { credentialCarriers[carrier] ?? [] }

  /// Returns a Boolean value that indicates whether a header field, named in lowercase, carries a credential.
  package func isCredential(header name: String) -> Bool { credentialFields.contains(name) }

  /// Returns a Boolean value that indicates whether a place in bodies carries a credential.
  package func carriesCredential(at place: JSONPointer) -> Bool { !credentialIndices(at: .body(place)).isEmpty }

  /// Returns the error with a name such as `notFound`.
  package func failure(_ name: String) -> Failure? { failures.first { $0.name == name } }

  /// Returns the collection with a name such as `comments`.
  package func collection(_ name: String) -> ItemCollection? { collections.first { $0.name == name } }
}

/// A server that runs the service.
package struct Server: Sendable {
  /// The name that `--server` takes: `testing`.
  package let name: String
  /// The base URL, without a slash at its end.
  package let url: String
  /// A Boolean value that indicates whether writes are allowed at all: with `"writes": "never"` nothing changes this
  /// server, regardless of flags.
  package let allowsWrites: Bool
  /// The place in the contract where it is declared.
  package let location: SourceLocation
}
