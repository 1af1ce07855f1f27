import PlumblineContractModel
import PlumblineJSONTree

/// Responses that show items with their own schema, as in documents in which the response of a create differs from that
/// of a read: `{ "cluster": Cluster }` beside `{ "cluster": ClusterWithNodes }`, or a union of all cards and accounts
/// beside a card.
extension FamilyState {
  /// Returns the place of an item in a response with its own schema: the whole body if the schema is a union with the
  /// items' as a branch. Otherwise it is the place in the reading endpoint's response, if the item there has the key
  /// and everything that the schema requires.
  ///
  /// Only a member of the body with the same name in both responses is taken for the item: otherwise the response may
  /// contain another object with an `id`, such as a job.
  func alikePlace(in endpoint: ContractDraft.Endpoint) -> Place? {
    guard let schema = Self.success(of: endpoint)?.shownSchema, schema.kind == .object else { return nil }
    let branches = branches(of: schema, endpoint.file)
    if branches.contains(where: { isItem($0.schema, $0.file) }) { return Place(pointer: nil) }
    guard let at = self.place, let pointer = JSONPointer(at),
      let shown = bodySchema(schema, endpoint.file, at: pointer), isAlike(shown.schema, shown.file)
    else { return nil }
    return Place(pointer: at)
  }

  /// Returns the branches of a schema's unions, each with its file; null isn't one.
  func branches(of schema: JSON, _ file: String) -> [(schema: JSON, file: String)] {
    outline.parts(of: schema, in: file).flatMap { part in
      ["anyOf", "oneOf"].flatMap { part.schema[$0]?.elements.map { $0 } ?? [] }
        .filter { outline.value(of: "type", in: $0, part.file) != "null" }.map { ($0, part.file) }
    }
  }

  private func isAlike(_ schema: JSON, _ file: String) -> Bool {
    let own = outline.sharedMembers(of: item, in: ContractDraft.main)
    let shown = outline.sharedMembers(of: schema, in: file)
    let needed = Set(own.filter(\.isRequired).map(\.name))
    let required = outline.required(of: schema, in: file)
    guard shown.contains(where: { $0.name == member }), required.allSatisfy(needed.contains) else { return false }
    return shown.allSatisfy { one in own.first { $0.name == one.name }.map { fits(one, $0) } ?? true }
  }

  /// Returns a Boolean value that indicates whether an endpoint's response shows items with its own schema.
  func showsApart(_ endpoint: String) -> Bool {
    let writers = [family.create] + (family.changes + family.changesByBody).map(\.endpoint)
    return writers.contains { $0.id == endpoint && place(in: $0) == nil && alikePlace(in: $0) != nil }
  }
}
