import PlumblineContractModel

/// A link's case with its check, or a check of an undocumented link.
package struct LinkRun: Sendable {
  let check: LinkCheck
  let link: Link?
  let linkCase: LinkCase?

  /// The link's id, used like a call's endpoint.
  package var endpoint: String { check.link }
  package var name: String { linkCase?.title ?? "goes through \(check.link)" }
}

extension CallSuite {
  /// Returns every case of the contract's links that the suite has a check for, in the order of `deep-links.json`,
  /// followed by the checks of undocumented links.
  package func linkRuns(for contract: Contract) -> [LinkRun] {
    let checks = checks
    let known = contract.links.flatMap { link in
      checks.first { $0.link == link.id }.map { check in
        link.cases.map { LinkRun(check: check, link: link, linkCase: $0) }
      } ?? []
    }
    return known
      + checks.filter { contract.link($0.link) == nil }.map { LinkRun(check: $0, link: nil, linkCase: nil) }
  }
}
