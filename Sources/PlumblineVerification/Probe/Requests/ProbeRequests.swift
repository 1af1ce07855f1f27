import PlumblineContractModel
import PlumblineHTTPMessages

/// Makes the requests of one endpoint: the run sends them, and a dry run prints them.
struct ProbeRequests: Sendable {
  let contract: Contract
  /// The credential values that are sent, by name; empty when nobody calls.
  let credentials: [String: String]
  /// Without it nothing but OPTIONS, GET and HEAD is made.
  let permission: WritePermission?

  func options(_ place: ProbePlace) -> HarmlessRequest { .options(place, caller(place)) }

  /// `nil` where the contract says that reading changes something.
  func read(_ place: ProbePlace) -> HarmlessRequest? { .read(place, caller(place), in: contract) }

  /// A GET that changes something, a POST or a DELETE, of what isn't there.
  func absent(_ place: ProbePlace, _ absence: Absence) -> HarmlessRequest? {
    .absent(place, caller(place), absence, permission)
  }

  /// The same by a method that the contract doesn't have at the path.
  func otherMethod(_ place: ProbePlace, _ absence: Absence) -> (request: HarmlessRequest, place: ProbePlace)? {
    for method in [HTTPMethod.post, .delete] where method != place.method {
      if case .found = contract.router.route(method, path: place.path) { continue }
      let other = ProbePlace(place, at: Endpoint.RequestLine(method: method, template: place.line.template))
      if let request = absent(other, absence) { return (request, other) }
    }
    return nil
  }

  /// A POST whose body never completes.
  func unfinished(_ place: ProbePlace) -> HarmlessRequest? {
    permission.flatMap { .unfinished(place, caller(place), $0) }
  }

  /// The same request to a sibling that can't exist.
  func control(_ request: HarmlessRequest, of place: ProbePlace, _ control: ProbePlace.Control) -> HarmlessRequest? {
    request.control(control, of: place, caller(place), in: contract)
  }

  /// Whether a GET of a place carries no credentials: the contract has none there, and what stands there needs nothing but a
  /// caller. A server that takes GET for it, as for a logout, then acts for nobody.
  func isAnonymous(_ place: ProbePlace) -> Bool {
    place.method == .get && !place.endpoint.request.method.isSafe && !contract.documentsReading(place.path)
      && !place.hasIdentifiers
      && !place.endpoint.requiresField
  }

  private func caller(_ place: ProbePlace) -> ProbeCaller {
    ProbeCaller(place.endpoint, credentials: isAnonymous(place) ? [:] : credentials, in: contract)
  }
}
