import PlumblineContractModel
import PlumblineHTTPMessages

extension ProbeRun {
  /// The maximum number of documented places to try. After that, the reliability of the server's responses is
  /// considered unknown.
  private static let witnesses = 2

  /// Returns the finding that a place is missing, or `nil` if that can't be shown. The responses there must equal those
  /// of paths that can't exist, and a nearby documented place must show that this server distinguishes such paths from
  /// its own.
  ///
  /// On its own, a response that equals an impossible path's means little, because many servers return it for any
  /// method that a path doesn't support. OPTIONS therefore counts only if OPTIONS of a nearby documented GET lists that
  /// GET, and a GET counts only if a GET of a nearby documented write is rejected with 405. If an identifier may be
  /// what is missing, the server must also distinguish missing items from missing paths.
  func missing(
    _ place: ProbePlace, _ reading: ProbeComparison, _ examination: Examination
  ) async -> ProbeFinding? {
    guard reading.sign.isNonsense, !isShadowed(place) else { return nil }
    let role = examination.role
    defer { examination.role = role }
    if await options(place, .methods, examination, isWhole: true).isLikeControls {
      examination.role = .control
      for witness in readWitnesses(of: place) {
        guard await options(witness, .methodsNearBy, examination).word.isListing else { continue }
        if witness.identifiers.count < place.identifiers.count {
          guard await tellsItemsApart(place, reading, examination) else { continue }
        }
        return missing(
          reading, examination, "OPTIONS gets the same response, although it lists GET for \(witness.line.template)")
      }
    }
    examination.role = .control
    guard !contract.documentsReading(place.path), await tellsItemsApart(place, reading, examination) else { return nil }
    for witness in writeWitnesses(of: place) {
      guard let request = examination.requests.read(witness, .refusalNearBy) else { continue }
      let refusal = await compare(request, at: witness, examination)
      if case .methodRefused(_, .high, _) = refusal.sign {
        return missing(
          reading, examination, "The same GET of \(witness.line.template) is rejected with \(refusal.answer.summary)")
      }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the path also matches a different documented endpoint. Routers
  /// handle GET and OPTIONS with the first route that matches, and a response from `/pools/{name}` proves nothing about
  /// `POST /pools/filter`.
  private func isShadowed(_ place: ProbePlace) -> Bool {
    contract.endpoints.contains { endpoint in
      let other = endpoint.request.template
      return other.shape != place.line.template.shape && other.match(place.path) != nil
    }
  }

  private func missing(_ reading: ProbeComparison, _ examination: Examination, _ why: String) -> ProbeFinding {
    ProbeFinding(
      examination.endpoint, .missing, .medium,
      "A GET of this path gets the same response as a path that can't exist (\(reading.answer.summary)). \(why).",
      by: reading.answer)
  }

  /// Returns a Boolean value that indicates whether the server reports a nearby missing item differently from a missing
  /// path, and differently from this place. If the place identifies no item, the value is also `true`.
  private func tellsItemsApart(
    _ place: ProbePlace, _ reading: ProbeComparison, _ examination: Examination
  ) async -> Bool {
    guard place.hasIdentifiers else { return true }
    for witness in itemWitnesses(of: place) {
      guard let request = examination.requests.read(witness, .itemNearBy) else { continue }
      let shown = await compare(request, at: witness, examination)
      if shown.showsMissingItem { return !shown.answer.isLikeMissing(reading.answer) }
    }
    return false
  }

  /// Returns documented GETs near a place, nearest first.
  func readWitnesses(of place: ProbePlace) -> [ProbePlace] {
    witnesses(of: place) { $0.request.method == .get && $0.isSafe }
  }

  /// Returns documented GETs of items.
  func itemWitnesses(of place: ProbePlace) -> [ProbePlace] {
    witnesses(of: place) { $0.request.method == .get && $0.isSafe && !$0.path.isEmpty }
  }

  /// Returns GETs at the paths of documented writes near a place, if these paths have no GET.
  func writeWitnesses(of place: ProbePlace) -> [ProbePlace] {
    witnesses(of: place) { endpoint in
      !endpoint.request.method.isSafe && contract.router.endpoints(.get, path: endpoint.request.template.text).isEmpty
    }.map(\.asRead)
  }

  private func witnesses(of place: ProbePlace, _ isFit: (Endpoint) -> Bool) -> [ProbePlace] {
    let template = place.line.template
    let fit = contract.endpoints.filter { endpoint in
      let other = endpoint.request.template
      return isFit(endpoint) && other.kinship(template) < max(other.segments.count, template.segments.count)
    }
    let near = fit.sorted { one, other in
      let (left, right) = (one.request.template, other.request.template)
      let (mine, theirs) = (left.kinship(template), right.kinship(template))
      // If both are equally near, prefer the one with more identifiers.
      return mine != theirs ? mine > theirs : left.parameters.count > right.parameters.count
    }
    return near.prefix(Self.witnesses).map { self.place($0, $0.request, ProbeIdentifiers.absent(for: $0)) }
  }
}
