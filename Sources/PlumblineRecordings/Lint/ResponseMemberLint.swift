import PlumblineContractModel
import PlumblineJSONTree

/// Checks that initial items are valid for the responses that contain them.
///
/// The loader validates generated items against the item's schema. Items from a recording or the contract may have
/// further members, so they are checked individually. If a response requires a member that neither the schema nor any
/// item has, it can't be generated.
struct ResponseMemberLint {
  private let contract: Contract
  private let recordings: [String: Recording]

  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    let lint = ResponseMemberLint(
      contract: contract,
      recordings: Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
    return contract.endpoints.flatMap(lint.problems)
  }

  private func problems(at endpoint: Endpoint) -> [Problem] {
    // The response must depend only on the item.
    guard endpoint.states.count == 1, let rule = endpoint.state, rule.condition.clauses.isEmpty,
      [.read, .update, .list].contains(rule.action), rule.tombstones == .never, rule.shownMembers.isEmpty,
      endpoint.answers.allSatisfy({ $0.condition.clauses.isEmpty }),
      let collection = rule.collection.flatMap(contract.collection)
    else { return [] }
    let items = items(of: collection)
    guard !items.isEmpty else { return [] }
    return endpoint.answers.compactMap { answer in
      guard answer.status < 300, let lacking = lacking(in: answer, items, rule, collection) else { return nil }
      return Problem(
        answer.location,
        "This response of \(endpoint.id) requires \"\(lacking)\", but no item of \"\(collection.name)\" has it; use \"at\" to say where in "
          + "the response the item belongs, describe \"\(lacking)\" in the items too, or remove the \"state\".",
        isServable: true)
    }
  }

  /// Returns a member that a response requires of every item but none of them has.
  private func lacking(
    in answer: DocumentedResponse, _ items: [JSON], _ rule: StateRule, _ collection: ItemCollection
  ) -> String? {
    guard let schema = answer.shown else { return nil }
    let set = (rule.assignments.map(\.target) + rule.additions.map(\.target)).compactMap(\.tokens.first)
    let known = Set(collection.members.map(\.name) + set)
    var common: Set<String>?
    for item in items where common?.isEmpty != true {
      let value = rule.action == .list ? JSON.array([item]) : item
      let place = rule.shownPlace ?? JSONPointer()
      let built = place.tokens.reversed().reduce(value) { JSON.object([($1, $0)]) }
      // Parse the response again, because locations refer to a value's own document, and items are in the contract.
      guard let whole = try? JSON.parse(built.serialized()) else { continue }
      let shown = rule.action == .list ? place.appending(0) : place
      let missing = schema.violations(of: whole).filter { $0.keyword == "required" && $0.instance == shown }
        .compactMap(\.property)
      common = common.map { $0.intersection(missing) } ?? Set(missing)
    }
    return common?.subtracting(known).min()
  }

  /// Returns the initial items of a collection.
  private func items(of collection: ItemCollection) -> [JSON] {
    (collection.seedSources + collection.furtherSeedSources.flatMap(\.sources)).flatMap { source in
      guard let name = source.string else { return [source] }
      return recordings[name]?.items(in: contract, of: collection) ?? []
    }
  }
}
