import ContractModel
import HTTPMessages

extension ProbeRun {
  /// Shows by a GET that the item of a place isn't there; `nil` where none shows it.
  ///
  /// A GET of the item's own path shows it when the server answers "no such item" in another way than it answers a path
  /// that can't exist. Else a GET of the collection shows it: its list is complete and lacks the item, or the collection
  /// itself isn't there. "Not found" alone shows nothing: it may be the GET that has no route.
  ///
  /// An alternative names the same item as the endpoint's own path, so what is absent there is absent.
  func absence(of place: ProbePlace, _ examination: Examination) async -> Absence? {
    let role = examination.role
    examination.role = .identifier
    defer { examination.role = role }
    if await isAbsent(ProbePlace(place, at: place.endpoint.request), examination) { return Absence(path: place.path) }
    guard place.line != place.endpoint.request else { return nil }
    return await isAbsent(place, examination) ? Absence(path: place.path) : nil
  }

  private func isAbsent(_ any: ProbePlace, _ examination: Examination) async -> Bool {
    let place = any.item
    let own = await compare(examination.requests.read(place.asRead), at: place.asRead, examination, isFresh: true)
    if own.showsMissingItem { return true }
    if own.answer.meaning == .success, own.answer.body != nil { return false }
    guard let list = collection(of: place) else { return false }
    let above = ProbePlace(
      endpoint: list, line: list.request, identifiers: Array(place.identifiers.dropLast()),
      query: IdentifierSearch.query(for: list, in: recordings))
    let shown = await compare(examination.requests.read(above), at: above, examination, isFresh: true)
    if shown.showsMissingItem { return true }
    guard let name = place.line.template.parameters.last, let identifier = place.identifiers.last,
      isComplete(shown.answer, of: list)
    else { return false }
    let keys = IdentifierSearch.keys(in: shown.answer, of: list, for: name, contract: contract)
    let count = IdentifierSearch.items(in: shown.answer, of: list, contract: contract)?.count
    return keys.count == count && !keys.contains(identifier)
  }

  /// Whether a list has all its items on one page.
  private func isComplete(_ answer: ProbeAnswer, of list: Endpoint) -> Bool {
    guard let items = IdentifierSearch.items(in: answer, of: list, contract: contract) else { return false }
    // Page sizes are round numbers; a list of such a length may go on.
    return items.count < 10 || items.count % 5 != 0
  }

  /// The documented list in which the last identifier of a place would be.
  func collection(of place: ProbePlace) -> Endpoint? {
    guard let path = place.collectionPath, case .found(let list) = contract.router.route(.get, path: path),
      list.isSafe, list.request.template.parameters.count == place.identifiers.count - 1
    else { return nil }
    return list
  }
}
