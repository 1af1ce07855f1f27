import PlumblineContractModel

/// A comparison of the deep links that a client accepts or creates without a server.
struct LinkComparison {
  let old: [Link]
  let new: [Link]

  private static let rules = Rule.change.link

  /// Returns the changes, each with the ID of the link.
  func changes() -> [(name: String, change: Change)] {
    let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let removed = old.filter { after[$0.id] == nil }.map { link in
      (
        link.id,
        Change(Self.rules.removed, old: link.location, expected: link.form, "The link was removed: \(link.form).")
      )
    }
    return removed
      + new.flatMap { link -> [(String, Change)] in
        guard let other = before[link.id] else {
          let message = "New link: \(link.form)."
          return [(link.id, Change(Self.rules.added, new: link.location, actual: link.form, message))]
        }
        return changes(from: other, to: link).map { (link.id, $0) }
      }
  }

  private func changes(from old: Link, to new: Link) -> [Change] {
    var changes: [Change] = []
    if old.form != new.form {
      changes.append(
        Change(
          Self.rules.formChanged, old: old.location, new: new.location, expected: old.form, actual: new.form,
          "The link's form changed from \(old.form) to \(new.form)."))
    }
    if old.login != new.login {
      func words(_ login: Bool?) -> String { login.map { $0 ? "with a login" : "without a login" } ?? "unspecified" }
      changes.append(
        Change(
          Self.rules.loginChanged, old: old.location, new: new.location, expected: words(old.login),
          actual: words(new.login),
          "Access to the link's destination changed from '\(words(old.login))' to '\(words(new.login))'."))
    }
    return changes + cases(from: old, to: new)
  }

  /// Returns the changes in how strings are handled. Cases are matched by the string that the client receives.
  private func cases(from old: Link, to new: Link) -> [Change] {
    let before = Dictionary(old.cases.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    return new.cases.compactMap { one in
      guard let other = before[one.identity] else {
        return Change(
          Self.rules.added, old: old.location, new: one.location, actual: one.title, detail: one.title,
          "New example for the link: \(one.title).")
      }
      guard other.outcome != one.outcome else { return nil }
      return Change(
        Self.rules.caseChanged, old: other.location, new: one.location, expected: other.outcome, actual: one.outcome,
        detail: one.title,
        "Clients must now handle \(one.name) as '\(one.outcome)' instead of '\(other.outcome)'.")
    }
  }
}

extension LinkCase {
  /// The identity of a case, based on its input: a string, or the values that a link is created from.
  fileprivate var identity: String {
    let given = given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    if case .make = duty { return "makes \(name) of \(given)" }
    return "\(kind.rawValue) \(payload?.canonicalText ?? text) \(given)"
  }

  /// The client's expected reaction.
  fileprivate var outcome: String {
    func words(_ values: [LinkValue]) -> String {
      values.map { "\($0.name) \($0.text)" }.sorted().joined(separator: ", ")
    }
    switch duty {
    case .take(let opens, let landing): return "takes \(words(opens))" + (landing.map { ", then \(words($0))" } ?? "")
    case .refuse: return "refuses"
    case .make: return "makes \(text)"
    }
  }
}
