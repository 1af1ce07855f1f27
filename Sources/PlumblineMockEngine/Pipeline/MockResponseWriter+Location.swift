import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The `Location` of a new item.
extension MockResponseWriter {
  /// Returns the value of a `Location` field for a new item (RFC 9110 section 10.2.2), in the form that its schema
  /// requires: a path, or a whole URL. Returns `nil` if neither fits.
  func location(of item: JSON, by rule: StateRule, _ header: DocumentedResponse.Header) -> String? {
    guard let path = path(of: item, by: rule) else { return nil }
    let origin = "http://" + (reading.request.headers["host"] ?? "127.0.0.1")
    let bases = library.contract.servers.compactMap { try? BaseURL(parsing: $0.url) }
    var candidates: [String] = [path, origin + path]
    for base in bases {
      let whole: String = base.path + path
      candidates += [whole, origin + whole, "\(base)\(path)"]
    }
    return candidates.first { text in header.schema.map { $0.isValid(header.reading(text)) } ?? true }
  }

  /// Returns the path for reading an item or, if there is none, the path that created it followed by its key.
  private func path(of item: JSON, by rule: StateRule) -> String? {
    let request = reading.request
    // The path of a PUT request that creates an item already contains its key.
    if rule.action == .update { return request.path }
    guard let collection = rule.collection.flatMap(library.contract.collection),
      let key = collection.key.flatMap({ item.at($0) })
    else { return nil }
    let text = ItemTable.text(of: key)
    let sent = endpoint.request.template.match(request.path) ?? [:]
    for other in library.contract.endpoints where other.request.method == .get {
      for read in other.states where read.action == .read && read.collection == collection.name {
        guard case .path(let parameter) = read.key else { continue }
        var values = sent
        for match in read.within {
          guard case .path(let name) = match.address else { continue }
          if let value = match.members.first.flatMap({ item.at($0) }) { values[name] = ItemTable.text(of: value) }
        }
        values[parameter] = text
        if let path = other.request.template.expand(values) { return path }
      }
    }
    let list = request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path
    return "\(list)/\(PercentEncoding.encode(text))"
  }
}
