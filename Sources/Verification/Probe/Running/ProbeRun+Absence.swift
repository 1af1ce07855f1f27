import ContractModel
import HTTPMessages

extension ProbeRun {
  /// Shows by a GET that the item of a place isn't there; `nil` where none shows it.
  ///
  /// A GET of the item's own path shows it when the server answers "no such item" in another way than it answers a path
  /// that can't exist. Else a GET of the collection shows it: its list is complete and lacks the item, or the collection
  /// itself isn't there. "Not found" alone shows nothing: it may be the GET that has no route.
  func absence(of place: ProbePlace, _ examination: Examination) async -> Absence? {
    let role = examination.role
    examination.role = .identifier
    defer { examination.role = role }
    let item = reading(place.line.template, place.identifiers, in: place.endpoint)
    let own = await compare(examination.requests.read(item), at: item, examination, isFresh: true)
    if own.showsMissingItem { return Absence(path: place.path) }
    if own.answer.meaning == .success { return nil }
    guard place.collectionPath != nil, let list = collection(of: place) else { return nil }
    let above = ProbePlace(
      endpoint: list, line: list.request, identifiers: Array(place.identifiers.dropLast()),
      query: IdentifierSearch.query(for: list, in: recordings))
    let shown = await compare(examination.requests.read(above), at: above, examination, isFresh: true)
    if shown.showsMissingItem { return Absence(path: place.path) }
    guard let name = place.line.template.parameters.last, let identifier = place.identifiers.last,
      isComplete(shown.answer, of: list)
    else { return nil }
    let keys = IdentifierSearch.keys(in: shown.answer, of: list, for: name, contract: contract)
    let count = IdentifierSearch.items(in: shown.answer, of: list, contract: contract)?.count
    return keys.count == count && !keys.contains(identifier) ? Absence(path: place.path) : nil
  }

  /// Whether a list has all its items on one page.
  private func isComplete(_ answer: ProbeAnswer, of list: Endpoint) -> Bool {
    guard let items = IdentifierSearch.items(in: answer, of: list, contract: contract) else { return false }
    // Page sizes are round numbers; a list of such a length may go on.
    return items.count < 10 || items.count % 5 != 0
  }

  /// The documented list in which the last identifier of a place would be.
  func collection(of place: ProbePlace) -> Endpoint? {
    let path = ProbePlace(endpoint: place.endpoint, line: place.line, identifiers: place.identifiers).collectionPath
    guard let path, case .found(let list) = contract.router.route(.get, path: path),
      list.request.template.parameters.count == place.identifiers.count - 1
    else { return nil }
    return list
  }

  private func reading(_ template: PathTemplate, _ identifiers: [String], in endpoint: Endpoint) -> ProbePlace {
    ProbePlace(
      endpoint: endpoint, line: Endpoint.RequestLine(method: .get, template: template), identifiers: identifiers)
  }
}
