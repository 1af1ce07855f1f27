import PlumblineContractModel
import PlumblineJSONTree

/// Checks that the mock can fill in the required members that accompany items from its state in a response.
///
/// A member that counts the items of a list must be marked with `x-paging`. Any other member must have a constant value
/// in its schema or a recorded value. For a number, a recorded value isn't sufficient, because a count is wrong after
/// the first change.
struct FrameLint {
  private let contract: Contract
  private let recordings: [String: [Recording]]

  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    let lint = FrameLint(contract: contract, recordings: Dictionary(grouping: recordings, by: \.endpoint))
    var seen: Set<Problem> = []
    return contract.endpoints.flatMap { lint.problems(at: $0) }.filter { seen.insert($0).inserted }
  }

  static func problems(at endpoint: Endpoint, in recordings: [Recording], contract: Contract) -> [Problem] {
    let own = recordings.filter { $0.endpoint == endpoint.id }
    return FrameLint(contract: contract, recordings: [endpoint.id: own]).problems(at: endpoint)
  }

  private func problems(at endpoint: Endpoint) -> [Problem] {
    endpoint.states.flatMap { problems(of: $0, at: endpoint) }
  }

  private func problems(of rule: StateRule, at endpoint: Endpoint) -> [Problem] {
    guard rule.collection != nil, rule.action != .login else { return [] }
    var problems: [Problem] = []
    for (answer, frame) in zip(endpoint.answers, rule.frames) where answer.status < 300 {
      problems += self.problems(of: frame, in: JSONPointer(), rule, answer, endpoint)
    }
    for answer in endpoint.answers where answer.status < 300 {
      for name in answer.others {
        guard let slot = contract.envelope?.other(name) else { continue }
        problems += self.problems(of: slot.frame, in: slot.place, rule, answer, endpoint)
      }
    }
    return problems
  }

  /// - Parameter root: The location of the frame in the payload or in a different member of the envelope.
  private func problems(
    of frame: ResponseFrame, in root: JSONPointer, _ rule: StateRule, _ answer: DocumentedResponse, _ endpoint: Endpoint
  ) -> [Problem] {
    frame.members.compactMap { member in
      let place = root + member.place
      if let paging = member.paging {
        return mistyped(paging, member, place, endpoint) ?? emptyEnd(paging, member, place, endpoint)
      }
      if rule.beside.contains(where: { $0.place == member.place }) { return nil }
      guard member.isRequired, member.standard == nil, !isRecorded(place, root, answer, endpoint, member, rule) else {
        return nil
      }
      let name = place.tokens.last ?? ""
      let isList = rule.action == .list
      var remedy =
        isList
        ? "set \"x-paging\" to its role (\(Spelling.list(Paging.Role.allCases.map(\.rawValue), joining: "or")))"
        : "record a response that has it"
      if isList, let role = Paging.Role(suggestedBy: name) {
        remedy = "add \"x-paging\": \"\(role.rawValue)\" to its schema"
      }
      return Problem(
        member.location,
        "\(endpoint.id) must respond with \(place) next to the items, but the mock has no value for it; "
          + "\(remedy), or give it a \"const\", a \"default\" or \"examples\".",
        isServable: true)
    }
  }

  /// Returns a problem if a paging value isn't valid for its member's schema.
  private func mistyped(
    _ paging: Paging, _ member: ResponseFrame.Member, _ place: JSONPointer, _ endpoint: Endpoint
  ) -> Problem? {
    let words =
      switch (paging.role, paging.form) {
      case (.page, _), (.offset, _), (.size, _), (.total, _), (.pages, _): "a whole number"
      case (.more, _): "true or false"
      case (_, .url): "a URL"
      case (_, .reference), (_, .link): "a path with its query"
      case (_, .value): "a value that the request's parameter accepts"
      }
    if paging.samples.contains(where: member.schema.isValid) { return nil }
    return Problem(
      member.location,
      "\"x-paging\": \"\(paging.role.rawValue)\" is \(words), but the schema of \(place) in the response of \(endpoint.id) doesn't allow that; "
        + "allow it, or give the member another role.",
      isServable: true)
  }

  /// Checks that the member for the previous or next page may be null or absent, which it is on the first or last page.
  private func emptyEnd(
    _ paging: Paging, _ member: ResponseFrame.Member, _ place: JSONPointer, _ endpoint: Endpoint
  ) -> Problem? {
    guard paging.hasEnd, member.isRequired else { return nil }
    guard ![.null, JSON("")].contains(where: member.schema.isValid) else { return nil }
    let end = paging.role == .next ? "last" : "first"
    return Problem(
      member.location,
      "The \(end) page of \(endpoint.id) has no \(paging.role.rawValue) one, but \(place) is required and can't express that; "
        + "allow null, or make it optional.",
      isServable: true)
  }

  private func isRecorded(
    _ place: JSONPointer, _ root: JSONPointer, _ answer: DocumentedResponse, _ endpoint: Endpoint,
    _ member: ResponseFrame.Member, _ rule: StateRule
  ) -> Bool {
    let isCount = [JSON(0), JSON(1), JSON(1000), true, false].contains(where: member.schema.isValid)
    if rule.action == .list, isCount { return false }
    return recordings[endpoint.id]?.contains { recording in
      guard answer.statuses.contains(recording.response.status) else { return false }
      let whole = root.tokens.isEmpty ? recording.payload(in: contract) : recording.responseBody
      return whole?.at(place) != nil
    } ?? false
  }
}
