import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Tells operations apart whose requests have one method and path: by OpenAPI there is one of each, and documents that
/// need more write `?action=start` or `#start` behind the path.
struct Rivals {
  let following: Following

  /// The operations that can be told apart, with conditions where they need some, in the order in which they are to be
  /// asked; those that can't be are noted and left out.
  func resolved(_ operations: [Operation]) -> [Operation] {
    let groups = Dictionary(grouping: operations.indices) { operations[$0].shape }
    var kept: [(index: Int, operation: Operation)] = []
    for indices in groups.values {
      let group = indices.map { operations[$0] }
      guard group.count > 1 else {
        kept.append((indices[0], group[0]))
        continue
      }
      // Who asks for more is asked first; together they stand where the first of them does.
      let told = told(group).compactMap { $0 }.enumerated().sorted {
        ($1.element.when.count, $0.offset) < ($0.element.when.count, $1.offset)
      }
      kept += told.map { (indices[0], $0.element) }
    }
    return kept.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
      .map(\.element.operation)
  }

  /// Each with what tells it from the others; nil where nothing does.
  private func told(_ group: [Operation]) -> [Operation?] {
    let needs = group.map(needs)
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
    // Which of them stands where nothing tells them apart is no matter of the file's order.
    let chosen = Dictionary(operations.indices.map { (operations[$0].signature, $0) }) { one, other in
      let (left, right) = (operations[one].path, operations[other].path)
      return (left.utf8.count, left) <= (right.utf8.count, right) ? one : other
    }
    return operations.indices.map { index in
      let operation = operations[index]
      guard let place = chosen[operation.signature], place != index else { return operation }
      let other = operations[place]
      following.log.note(
        operation.pathKey,
        "\(operation.method) \(operation.path) can't be told from \(other.method) \(other.path) by any required "
          + "parameter or body member, so it isn't served; what answers is \(other.path).", about: operation.value)
      return nil
    }
  }

  /// All that a request of an operation has and that could tell it.
  private func needs(_ operation: Operation) -> [Operation.Condition] {
    var needs = operation.fixedQuery.map { Operation.Condition(address: "query.\($0.name)", value: JSON($0.value)) }
    let parameters =
      (operation.value["parameters"]?.elements.map { $0 } ?? [])
      + (operation.item["parameters"]?.elements.map { $0 } ?? [])
    for written in parameters {
      guard let parameter = following.object(written), parameter["in"]?.string == "query",
        parameter["required"]?.bool == true, let name = parameter["name"]?.string,
        !needs.contains(where: { $0.address == "query.\(name)" })
      else { continue }
      needs.append(.init(address: "query.\(name)", value: parameter["schema"].flatMap(single)))
    }
    guard let body = operation.value["requestBody"].flatMap(following.object),
      let schema = body["content"]?.members.first?.value["schema"].flatMap(following.object)
    else { return needs }
    for (name, property) in schema["properties"]?.members.map({ $0 }) ?? [] {
      guard schema["required"]?.elements.contains(where: { $0.string == name }) == true,
        let value = following.object(property).flatMap(single)
      else { continue }
      needs.append(.init(address: "body#\(JSONPointer(tokens: [name]))", value: value))
    }
    return needs
  }

  /// The one value that a schema allows.
  private func single(_ schema: JSON) -> JSON? {
    if let value = schema["const"] { return value }
    guard let choices = schema["enum"], choices.count == 1 else { return nil }
    return choices[0]
  }
}

extension Operation {
  /// What tells it from its rivals, in one text.
  fileprivate var signature: String {
    when.map { "\($0.address)=\($0.value?.text ?? "")" }.sorted().joined(separator: "&")
  }
}
