import PlumblineContractModel
import PlumblineJSONTree

/// Responses that show items by a schema of their own, as documents have it that distinguish what a create answers from what a
/// read does: `{ "cluster": Cluster }` beside `{ "cluster": ClusterWithNodes }`.
extension FamilyState {
  /// Returns the place of an item in a response with a schema of its own for it: the one of the reading endpoint's response, if
  /// the item there has the key and everything that the schema requires.
  ///
  /// Only a member of the body with the same name in both responses is taken for the item: without one, another thing with an
  /// `id` may be shown, such as a job.
  func alikePlace(in endpoint: ContractDraft.Endpoint) -> Place? {
    guard let at = self.place, let pointer = JSONPointer(at),
      let schema = Self.success(of: endpoint)?.shownSchema, schema.kind == .object,
      let shown = bodySchema(schema, endpoint.file, at: pointer), isAlike(shown.schema, shown.file)
    else { return nil }
    return Place(pointer: at)
  }

  private func isAlike(_ schema: JSON, _ file: String) -> Bool {
    let own = outline.sharedMembers(of: item, in: ContractDraft.main)
    let shown = outline.sharedMembers(of: schema, in: file)
    let needed = Set(own.filter(\.isRequired).map(\.name))
    let required = outline.required(of: schema, in: file)
    guard shown.contains(where: { $0.name == member }), required.allSatisfy(needed.contains) else { return false }
    return shown.allSatisfy { one in own.first { $0.name == one.name }.map { fits(one, $0) } ?? true }
  }

  /// Returns a Boolean value that indicates whether an endpoint's response shows items by a schema of its own.
  func showsApart(_ endpoint: String) -> Bool {
    let writers = [family.create] + (family.changes + family.changesByBody).map(\.endpoint)
    return writers.contains { $0.id == endpoint && place(in: $0) == nil && alikePlace(in: $0) != nil }
  }
}
