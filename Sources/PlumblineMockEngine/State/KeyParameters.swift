import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The path parameters that contain the keys of a collection's items. A path may be more restrictive than the items'
/// schema, for example if it accepts only UUIDs where the schema allows any string.
struct KeyParameters: Sendable {
  /// The parameters of the endpoints that read or change one item.
  var own: [Parameter] = []
  /// The parameters of all endpoints at or below the path of one item, such as `/orders/{id}` and
  /// `/orders/{id}/cancel`.
  var all: [Parameter] = []

  /// The sets of parameters that a new key should be valid for, in order of preference. The last set is empty, for
  /// paths that contradict each other.
  var choices: [[Parameter]] {
    if own.isEmpty, all.isEmpty { return [[]] }
    return all.count > own.count ? [all, own, []] : [own, []]
  }

  /// Returns the parameters for each of a contract's collections, in order.
  static func all(of contract: Contract) -> [KeyParameters] {
    var below: [[PathTemplate.Shape]: [Parameter]] = [:]
    for endpoint in contract.endpoints {
      for (prefix, name) in keyed(endpoint.request.template) {
        if let parameter = endpoint.path.first(where: { $0.name == name }) {
          below[prefix, default: []].append(parameter)
        }
      }
    }
    var paths: [String: (own: [Parameter], prefixes: Set<[PathTemplate.Shape]>)] = [:]
    for endpoint in contract.endpoints {
      for rule in endpoint.states {
        guard let collection = rule.collection, case .path(let name)? = rule.key,
          let parameter = endpoint.path.first(where: { $0.name == name })
        else { continue }
        paths[collection, default: ([], [])].own.append(parameter)
        if let place = keyed(endpoint.request.template).first(where: { $0.name == name }) {
          paths[collection]?.prefixes.insert(place.prefix)
        }
      }
    }
    return contract.collections.map { collection in
      guard let found = paths[collection.name] else { return KeyParameters() }
      return KeyParameters(own: found.own, all: found.prefixes.flatMap { below[$0] ?? [] })
    }
  }

  /// Returns the parameters that are whole segments of a template, each with the shape of the path up to and including
  /// the parameter.
  private static func keyed(_ template: PathTemplate) -> [(prefix: [PathTemplate.Shape], name: String)] {
    let shape = template.shape
    return template.segments.enumerated().compactMap { index, segment in
      if case .parameter(let name) = segment { (Array(shape[...index]), name) } else { nil }
    }
  }
}

extension [Parameter] {
  /// Returns a Boolean value that indicates whether all the parameters accept a key.
  func accept(_ key: JSON) -> Bool {
    guard !isEmpty else { return true }
    let text = key.string ?? key.text
    return allSatisfy { !$0.isPlain || $0.schema.isValid($0.reading(segment: text)) }
  }
}
