import PlumblineJSONTree

/// A check for responses that require a member that a state may leave out because `fields` or `show` doesn't select it.
struct PartialResponseLint {
  let endpoint: JSON
  let file: String
  let context: ReadingContext

  func check(_ rule: JSON, _ action: StateRule.Action, _ collection: ItemCollection) {
    let key = action == .update ? "show" : "fields"
    guard [.update, .read, .list].contains(action), let said = rule[key], said.string != "item",
      said.kind == .string
    else { return }
    let place = (rule["at"]?.string.flatMap { JSONPointer($0) } ?? collection.place) ?? JSONPointer()
    for answer in answers(of: rule) {
      guard let lacking = lacking(in: answer, action, place, collection, all: key == "show") else { continue }
      context.log.servableError(
        said.location,
        "This may omit \"\(lacking)\", which the response at \(answer.location) requires; make it optional there, or give "
          + "such requests a response of their own with a \"when\".")
      return
    }
  }

  /// Returns the responses that a rule may produce. These are the rule's own if it declares any.
  private func answers(of rule: JSON) -> [JSON] {
    let all = (endpoint["success"]?.members.map { $0 } ?? []).filter { $0.key.hasPrefix("2") }
      .flatMap { $0.value.kind == .array ? $0.value.elements.map { $0 } : [$0.value] }
    let addresses = Set((rule["when"]?.members.keys ?? []) + [rule["fields"]?.string].compactMap { $0 })
    let own = all.filter { answer in answer["when"]?.members.keys.contains(where: addresses.contains) ?? false }
    return own.isEmpty ? all : own
  }

  /// Returns a member that the response's items require but may lack.
  private func lacking(
    in answer: JSON, _ action: StateRule.Action, _ place: JSONPointer, _ collection: ItemCollection, all: Bool
  ) -> String? {
    let outline = context.schemas.outline
    guard let shown = ResponseOutline(answer: answer).schema, shown.kind == .object,
      var (schema, own) = outline.schema(at: place, of: shown, in: file)
    else { return nil }
    if action == .list {
      guard let items = outline.value(of: "items", in: schema, own), items.kind == .object else { return nil }
      if items.document.file != schema.document.file { own = items.document.file }
      schema = items
    }
    let always = [collection.key, collection.entityTag].compactMap { $0 } + collection.touched.map(\.pointer)
    let names = all ? [] : Set(always.compactMap(\.tokens.first))
    return outline.required(of: schema, in: own).first { !names.contains($0) }
  }
}
