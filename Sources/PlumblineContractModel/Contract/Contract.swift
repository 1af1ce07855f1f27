import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The contract of a service: its endpoints and everything that they share.
///
/// ``ContractLoader`` creates a contract from the JSON files in a folder. A contract is immutable, and every name in it
/// has been resolved: an endpoint's errors are ``Failure`` values, its schemas are compiled, and its credentials exist.
package final class Contract: Sendable {
  /// The short name that commands and folders use, such as `truelog`.
  package let service: String
  /// The display name, such as "TrueLog Inventory API".
  package let title: String
  /// The servers that run the service, in the file's order.
  package let servers: [Server]
  /// The credentials that callers may need, in the file's order.
  package let credentials: [Credential]
  /// The index of each credential in ``credentials``, by name.
  private let credentialPlaces: [String: Int]
  private let credentialFields: Set<String>
  /// The indices of the credentials, by carrier. Header field names are in lowercase.
  private let credentialCarriers: [Credential.Carrier: [Int]]
  /// The locations in bodies that carry credentials, with the names of the credentials.
  let bodyPlaces: [(name: String, place: JSONPointer)]
  /// The envelope of JSON responses, or `nil` if they have none.
  package let envelope: Envelope?
  /// The known callers, in the file's order. The first is the default.
  package let personas: [Persona]
  /// All errors of the service, in file order.
  package let failures: [Failure]
  /// The errors that every endpoint may return.
  package let commonFailures: [Failure]
  /// All endpoints, in the order of the files and of the declarations in each file.
  package let endpoints: [Endpoint]
  /// The index of each endpoint in ``endpoints``, by ID.
  private let places: [String: Int]
  /// The collections that a mock stores during a session, in file order.
  package let collections: [ItemCollection]
  /// The inputs and outputs that a client handles without calling the service, in the order of `deep-links.json`.
  package let links: [Link]
  /// The documented features, in the order of `contract.json`. The array is empty if none are listed.
  package let features: [Feature]
  /// A Boolean value that indicates whether any credential is held by items, so that a mock must track the holders.
  package let hasHolders: Bool
  /// The router that finds the endpoint for a request.
  package let router: Router
  /// The path prefixes of the servers, which templates omit.
  let serverPaths: ServerPaths
  /// The index that decides whether to grant access in simple cases.
  let access: AccessIndex
  private let madeNearest = AtomicLazyReference<NearestIndex>()
  /// The location where the contract begins.
  package let location: SourceLocation
  /// The files that the contract was loaded from, keyed by the names that references use. Empty if the contract wasn't
  /// loaded from files.
  package let documents: [String: JSONDocument]

  /// The definitions that a service's endpoints share.
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

  /// The index for finding the endpoints nearest to a path. It is created when a request matches no endpoint for the
  /// first time.
  var nearest: NearestIndex { madeNearest.load() ?? madeNearest.storeIfNil(NearestIndex(endpoints)) }

  /// Returns the endpoint with the given ID, such as `tickets.update`.
  package func endpoint(_ id: String) -> Endpoint? { places[id].map { endpoints[$0] } }

  /// Returns the link with the given ID, such as `oauth.redirect`.
  package func link(_ id: String) -> Link? { links.first { $0.id == id } }

  /// Returns the persona with the given name, such as `viewer`.
  package func persona(_ name: String) -> Persona? { personas.first { $0.name == name } }

  /// Returns the server with the given name, such as `testing`.
  package func server(_ name: String) -> Server? { servers.first { $0.name == name } }

  /// Returns the credential with the given name, such as `apiKey`.
  package func credential(_ name: String) -> Credential? { credentialPlaces[name].map { credentials[$0] } }

  /// Returns the indices of the credentials with the given carrier. A header field's name must be in lowercase.
  func credentialIndices(at carrier: Credential.Carrier) -> [Int] { credentialCarriers[carrier] ?? [] }

  /// Returns a Boolean value that indicates whether the header field with the given lowercase name carries a
  /// credential.
  package func isCredential(header name: String) -> Bool { credentialFields.contains(name) }

  /// Returns a Boolean value that indicates whether a location in request bodies carries a credential.
  package func carriesCredential(at place: JSONPointer) -> Bool { !credentialIndices(at: .body(place)).isEmpty }

  /// Returns the error with the given name, such as `notFound`.
  package func failure(_ name: String) -> Failure? { failures.first { $0.name == name } }

  /// Returns the collection with the given name, such as `comments`.
  package func collection(_ name: String) -> ItemCollection? { collections.first { $0.name == name } }
}

/// A server that runs the service.
package struct Server: Sendable {
  /// The name to pass to `--server`, such as `testing`.
  package let name: String
  /// The base URL without a trailing slash.
  package let url: String
  /// A Boolean value that indicates whether writes are allowed at all. With `"writes": "never"`, this server is never
  /// modified, regardless of the command-line flags.
  package let allowsWrites: Bool
  /// The location of the declaration in the contract.
  package let location: SourceLocation
}
