import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of one response's header fields in OLD and NEW.
struct HeaderComparison {
  let pair: EndpointPair
  let schemas: SchemaChanges
  let old: ResponseShape
  let new: ResponseShape

  private static let rules = Rule.change.response.header

  func changes() -> [Change] {
    var left = Dictionary(
      new.headers.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    var changes: [Change] = []
    for header in old.headers {
      if let after = left.removeValue(forKey: header.name.lowercased()) {
        changes += self.changes(from: header, to: after)
      } else {
        changes.append(removal(of: header))
      }
    }
    for header in new.headers where left[header.name.lowercased()] != nil {
      changes.append(
        change(
          Self.rules.added, nil, header.name, old.location, header.location,
          "The header \(header.name) is new; clients can ignore it."))
    }
    return changes
  }

  private func pointer(_ name: String) -> JSONPointer { JSONPointer(tokens: ["response", "headers", name]) }

  private func change(
    _ rule: Rule, _ severity: Severity?, _ name: String, _ old: SourceLocation, _ new: SourceLocation,
    _ message: String
  ) -> Change {
    Change(
      rule, severity, status: self.new.statuses.typical, at: pointer(name), old: old, new: new,
      detail: name.lowercased(),
      promise: self.old.name.map { "failures/\($0)" }, message)
  }

  private func removal(of header: DocumentedResponse.Header) -> Change {
    var change = change(
      Self.rules.removed, header.isRequired ? nil : .warning, header.name, header.location, new.location,
      header.isRequired
        ? "The header \(header.name) was promised and is no longer sent."
        : "The header \(header.name) was documented but never required, and was removed.")
    change.expected = header.name
    if header.isRequired { change.witness = place(header, header).witness(nil) }
    return change
  }

  private func changes(from before: DocumentedResponse.Header, to after: DocumentedResponse.Header) -> [Change] {
    var changes: [Change] = []
    if before.isRequired, !after.isRequired {
      var change = change(
        Self.rules.optional, nil, after.name, before.location, after.location,
        "The header \(after.name) was promised and may now be absent.")
      (change.expected, change.actual) = ("required", "optional")
      change.witness = place(before, after).witness(nil)
      changes.append(change)
    }
    return changes + schemas.changes(from: before.schema?.source, to: after.schema?.source, at: place(before, after))
  }

  private func place(_ before: DocumentedResponse.Header, _ after: DocumentedResponse.Header) -> ValuePlace {
    var place = ValuePlace(
      pair, .response, at: pointer(after.name), status: new.statuses.typical, old: before.location,
      new: after.location)
    place.reader = before.schema
    return place
  }
}
