import PlumblineContractModel
import PlumblineJSONTree

/// A resolver for operations with the same method and path. OpenAPI allows only one of each, so documents that need
/// more append `?action=start` or `#start` to the path.
struct SharedPathOperations {
  let following: Following

  /// Returns the operations that can be distinguished, with the conditions that distinguish them, in the order to try
  /// them. The others are left out and reported.
  func resolved(_ operations: [Operation]) -> [Operation] {
    let groups = Dictionary(grouping: operations.indices) { operations[$0].shape }
    var kept: [(index: Int, operation: Operation)] = []
    for indices in groups.values {
      let group = indices.map { operations[$0] }
      guard group.count > 1 else {
        kept.append((indices[0], group[0]))
        continue
      }
      // Try operations with more conditions first. Together they take the position of the first of them.
      let told = told(group).compactMap { $0 }.enumerated().sorted {
        ($1.element.when.count, $0.offset) < ($0.element.when.count, $1.offset)
      }
      kept += told.map { (indices[0], $0.element) }
    }
    return kept.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
      .map(\.element.operation)
  }

  /// Returns each operation with the conditions that distinguish it from the others, or `nil` if none do.
  private func told(_ group: [Operation]) -> [Operation?] {
    var needs = group.map(needs)
    // If no value distinguishes them, a body member that only one of them requires may. The first operation has no
    // condition, so it handles all remaining requests.
    let first = group.indices.min {
      (group[$0].path.utf8.count, group[$0].path) < (group[$1].path.utf8.count, group[$1].path)
    }
    let alike = Dictionary(grouping: group.indices) { index in needs[index].map(\.text).sorted() }
    for indices in alike.values where indices.count > 1 {
      for index in indices where index != first {
        let others = indices.filter { $0 != index }.flatMap { requiredMembers(group[$0]) }
        needs[index] += requiredMembers(group[index]).filter { !others.contains($0) }.prefix(1).map {
          Operation.Condition(address: Self.address(ofMember: $0), value: nil)
        }
      }
    }
    let operations = group.indices.map { index in
      var operation = group[index]
      operation.when = needs[index].filter { need in
        group.indices.contains { other in
          other != index
            && !needs[other].contains { $0.address == need.address && ($0.value == need.value || need.value == nil) }
        }
      }
      return operation
    }
    // Choose between indistinguishable operations independently of the file's order.
    let chosen = Dictionary(operations.indices.map { (operations[$0].signature, $0) }) { one, other in
      let (left, right) = (operations[one].path, operations[other].path)
      return (left.utf8.count, left) <= (right.utf8.count, right) ? one : other
    }
    return operations.indices.map { index in
      let operation = operations[index]
      guard let place = chosen[operation.signature], place != index else { return operation }
      let other = operations[place]
      following.log.omission(
        operation.pathKey,
        "\(operation.method) \(operation.path) can't be distinguished from \(other.method) \(other.path) by any required "
          + "parameter or body member, so it isn't served; \(other.path) is.", about: operation.value)
      return nil
    }
  }

  /// Returns the values in an operation's requests that could distinguish it.
  private func needs(_ operation: Operation) -> [Operation.Condition] {
    var needs = operation.fixedQuery.map { Operation.Condition(address: "query.\($0.name)", value: JSON($0.value)) }
    let parameters =
      (operation.value["parameters"]?.elements.map { $0 } ?? [])
      + operation.items.flatMap { item in item["parameters"]?.elements.map { $0 } ?? [] }
    for written in parameters {
      guard let parameter = following.object(written), parameter["in"]?.string == "query",
        parameter["required"]?.bool == true, let name = parameter["name"]?.string,
        !needs.contains(where: { $0.address == "query.\(name)" })
      else { continue }
      needs.append(.init(address: "query.\(name)", value: parameter["schema"].flatMap(single)))
    }
    guard let schema = bodySchema(operation) else { return needs }
    for (name, property) in schema["properties"]?.members.map({ $0 }) ?? [] {
      guard schema["required"]?.elements.contains(where: { $0.string == name }) == true,
        let value = following.object(property).flatMap(single)
      else { continue }
      needs.append(.init(address: Self.address(ofMember: name), value: value))
    }
    return needs
  }

  private static func address(ofMember name: String) -> String { "body#\(JSONPointer(tokens: [name]))" }

  private func bodySchema(_ operation: Operation) -> JSON? {
    operation.value["requestBody"].flatMap(following.object)?["content"]?.members.first?.value["schema"]
      .flatMap(following.object)
  }

  /// Returns the members that every body of an operation has.
  private func requiredMembers(_ operation: Operation) -> [String] {
    bodySchema(operation)?["required"]?.elements.compactMap(\.string) ?? []
  }

  /// Returns the only value that a schema allows.
  private func single(_ schema: JSON) -> JSON? {
    if let value = schema["const"] { return value }
    guard let choices = schema["enum"], choices.count == 1 else { return nil }
    return choices[0]
  }
}

extension Operation.Condition {
  fileprivate var text: String { "\(address)=\(value?.text ?? "")" }
}

extension Operation {
  /// The conditions that distinguish the operation from its rivals, as one string.
  fileprivate var signature: String {
    when.map(\.text).sorted().joined(separator: "&")
  }
}
