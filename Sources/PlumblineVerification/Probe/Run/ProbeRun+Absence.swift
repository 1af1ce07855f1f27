import PlumblineContractModel
import PlumblineHTTPMessages

extension ProbeRun {
  /// Proves with GETs that a place's identifiers are unused. Returns `nil` if that fails for any of them.
  ///
  /// A GET of the item's own path proves it if the server distinguishes the missing item from an impossible path, and
  /// so does a GET of a documented path below the item. Otherwise, a GET of the collection may prove it, if its list is
  /// complete and doesn't contain the item, or if the collection itself doesn't exist. "Not found" alone proves
  /// nothing, because the GET may have no route.
  ///
  /// An alternative identifies the same items as the endpoint's own path, so absence there is proof enough.
  func absence(of place: ProbePlace, _ examination: Examination) async -> Absence? {
    let role = examination.role
    examination.role = .identifier
    defer { examination.role = role }
    for place in absencePlaces(of: place) {
      var proofs: [Absence.Proof] = []
      for item in place.items {
        guard let proof = await proof(of: item, examination) else { break }
        proofs.append(proof)
      }
      if let absence = Absence(of: place, shownBy: proofs) {
        examination.hasShownAbsence = true
        return absence
      }
    }
    return nil
  }

  /// Returns the places to check for absence, starting with the endpoint's own path.
  func absencePlaces(of place: ProbePlace) -> [ProbePlace] {
    let own = ProbePlace(place, at: place.endpoint.request)
    return place.line == own.line ? [own] : [own, place]
  }

  private func proof(of item: ProbePlace, _ examination: Examination) async -> Absence.Proof? {
    for place in [item.asRead] + readings(below: item) {
      guard let request = examination.requests.read(place, .absence) else { continue }
      let shown = await compare(request, at: place, examination, isFresh: true)
      if let proof = Absence.Proof(shown) { return proof }
      if shown.answer.meaning == .success, shown.answer.body != nil { return nil }
    }
    guard let list = collection(of: item), let name = item.line.template.parameters.last,
      let identifier = item.identifiers.last, let request = examination.requests.read(list, .absenceInList)
    else { return nil }
    let shown = await compare(request, at: list, examination, isFresh: true)
    return Absence.Proof(shown, lacks: identifier, named: name, in: contract)
  }

  /// Returns the first documented GET below an item that needs no other identifiers, if there is one.
  func readings(below item: ProbePlace) -> [ProbePlace] {
    let template = item.line.template
    let below = contract.endpoints.first { endpoint in
      let other = endpoint.request.template
      return endpoint.isSafe && endpoint.request.method == .get && other.segments.count > template.segments.count
        && other.parameters.count == template.parameters.count && other.kinship(template) == template.segments.count
    }
    return below.map { [place($0, $0.request, item.identifiers)] } ?? []
  }

  /// Returns the documented list that would contain the last identifier of a place.
  func collection(of item: ProbePlace) -> ProbePlace? {
    guard let path = item.collectionPath, let list = contract.router.endpoints(.get, path: path).first, list.isSafe,
      list.request.template.parameters.count == item.identifiers.count - 1
    else { return nil }
    return place(list, list.request, Array(item.identifiers.dropLast()))
  }
}
