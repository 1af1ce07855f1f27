import PlumblineReporting

/// A namespace for settling doubts about an endpoint by means of the server's responses at other endpoints.
///
/// If "no such item" and "no such route" look alike, a response that equals an impossible path's proves nothing on its
/// own. It becomes conclusive once the server has shown elsewhere that it distinguishes the two, or that it requires a
/// login before it looks up items: it would have done the same here. Likewise, a method's absence from Allow is
/// conclusive once the server has listed several methods at one path, because it evidently lists all of them. If there
/// is no evidence about an endpoint, it is assumed to have moved along with another one at the same path.
enum InconclusiveResolver {
  static func settled(_ findings: [ProbeFinding], by run: ProbeRun, listsAllMethods: Bool) -> [ProbeFinding] {
    let existing = findings.filter { $0.kind == .exists && !$0.endpoint.path.isEmpty }
    let missingItems = existing.filter { $0.answer?.meaning == .notFound && $0.confidence == .high }.compactMap(
      \.answer)
    let asksForLoginFirst = existing.contains { $0.answer.map { [.login, .forbidden].contains($0.meaning) } ?? false }
    return findings.map { doubtful in
      let finding = followed(doubtful, among: findings)
      var settled: ProbeFinding
      switch finding.doubt {
      case nil: return finding
      case .allow(let methods):
        guard listsAllMethods else { return finding }
        settled = ProbeFinding(
          finding.endpoint, .methodMissing, .medium,
          "Allow lists \(methods.joined(separator: ", ")) for this path, but not \(finding.endpoint.request.method), "
            + "although at other paths this server lists several methods.", by: finding.answer)
      case .item(let pathIsThere, let isAnonymous):
        // A server that looks up items first reports a missing item for any path below the item.
        let tellsItemsApart =
          !missingItems.isEmpty
          && missingItems.allSatisfy { item in finding.answer.map { !item.isLikeMissing($0) } ?? false }
        guard tellsItemsApart || isAnonymous && asksForLoginFirst else { return finding }
        let why =
          tellsItemsApart
          ? "At other endpoints this server reports a missing item differently."
          : "At other endpoints this server requires a login before it looks up an item."
        settled = run.absent(
          finding.endpoint,
          "The server responds just as it does for a path that can't exist. \(why)", pathIsThere: pathIsThere, .medium,
          finding.answer)
      }
      settled.evidence = finding.evidence
      return settled
    }
  }

  /// Returns an inconclusive finding as "moved" if a different endpoint at the same path has moved.
  private static func followed(_ finding: ProbeFinding, among findings: [ProbeFinding]) -> ProbeFinding {
    let (endpoint, shape) = (finding.endpoint, finding.endpoint.request.template.shape)
    guard finding.kind == .inconclusive, finding.answer.map({ $0.meaning == .notFound }) ?? true,
      let sibling = findings.first(where: { $0.kind == .moved && $0.endpoint.request.template.shape == shape }),
      let path = sibling.place?.split(separator: " ", maxSplits: 1).last
    else { return finding }
    var moved = ProbeFinding(
      endpoint, .moved, .low,
      "\(sibling.endpoint.request) has moved to \(path), and \(endpoint.request.method) on the same path has most likely "
        + "moved with it. \(finding.sentence)", by: finding.answer)
    moved.place = "\(endpoint.request.method) \(path)"
    moved.evidence = finding.evidence
    return moved
  }
}
