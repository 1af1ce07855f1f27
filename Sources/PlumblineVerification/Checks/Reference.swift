import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A value in a request that must be the key of an existing item, such as a ticket in the path or a customer in the
/// body.
struct Reference: Sendable {
  let rule: StateRule
  /// The location of the value in the request.
  let address: Address
  /// The resource that the value refers to.
  let resource: Resource
  /// The error that the contract documents for a nonexistent item.
  let failure: Failure
}

extension Reference {
  /// Returns a rule's references that consist of a single value.
  static func all(of rule: StateRule, in contract: Contract) -> [Reference] {
    rule.guards.compactMap { one in
      guard case .some(let name, let matches) = one.test, matches.count == 1, let match = matches.first,
        match.relation == .same, let resource = contract.resource(name), let key = resource.collection.key,
        match.members == [key]
      else { return nil }
      switch match.address {
      case .path, .query, .body:
        return Reference(rule: rule, address: match.address, resource: resource, failure: one.failure)
      case .header, .cookie, .persona, .credential, .item: return nil
      }
    }
  }

  /// Returns a request with a different reference that is otherwise unchanged, or `nil` if the request doesn't contain
  /// the reference.
  func changing(_ request: Request, of endpoint: Endpoint, to key: JSON) -> Request? {
    var request = request
    guard let text = ShownValue.text(key) else { return nil }
    switch address {
    case .path(let name):
      guard var values = endpoint.request.template.match(request.path), values[name] != nil else { return nil }
      values[name] = text
      guard let path = endpoint.request.template.expand(values) else { return nil }
      return request.aiming(path, request.queryItems.map { ($0.name, $0.value) })
    case .query(let name):
      let others = request.queryItems.filter { $0.name != name }.map { ($0.name, $0.value) }
      return request.aiming(request.path, others + [(name, text)])
    case .body(let place):
      let isForm = request.mediaType == "application/x-www-form-urlencoded"
      let sent = isForm ? RequestReading(request, for: endpoint).body : try? JSON.parse(request.body.bytes ?? [])
      guard let name = place.tokens.last, let body = sent,
        let changed = body.replacing(place, with: key)
          ?? place.parent.flatMap({ body.inserting(key: name, value: key, at: $0) })
      else { return nil }
      request.body = Body(changed.text)
      if isForm {
        guard let written = endpoint.body?.structured?.body(of: changed) else { return nil }
        request.body = Body(written.bytes)
        request.headers["Content-Type"] = written.contentType
      }
      return request
    case .header, .cookie, .persona, .credential, .item: return nil
    }
  }
}

extension Request {
  /// Returns the request with a different path and query.
  fileprivate func aiming(_ path: String, _ query: [(String, String)]) -> Request {
    let items = query.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
    let target = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    return Request(method: method, target: target, headers: headers, body: body)
  }
}
