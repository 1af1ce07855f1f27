import Foundation
import PlumblineContractModel
import PlumblineJSONTree

/// A released client version's needs for each response, written by `plumbline sensitivity --save` on the day of its
/// release to a file such as `Contracts/<service>/released/<version>.json`.
///
/// People keep using versions that can no longer be built. The map shows which changes such a version can't handle.
package struct ReleasedMap: Sendable {
  /// The version as in the file's name, such as `2.3`.
  package let version: String
  private let endpoints: [String: [CallNeeds]]

  fileprivate struct CallNeeds: Sendable {
    let calls: [String]
    let fields: [FieldSensitivity]
  }

  /// - Parameter path: The file's path, as shown in messages.
  /// - Throws: The problem with the file, and its location.
  package init(_ bytes: [UInt8], version: String, path: String, of service: String) throws(Problem) {
    self.version = version
    let root: JSON
    do throws(JSONSyntaxError) {
      root = try JSON.parse(bytes, file: path)
    } catch {
      throw Problem(error.location, error.message)
    }
    guard root["plumbline"]?.int == 1, let map = root["endpoints"], map.kind == .object else {
      throw Self.problem(root, "This isn't a field usage map in format 1.", service, path)
    }
    if let name = root["service"], name.string != service {
      throw Self.problem(name, "The map belongs to a service other than \(service).", service, path)
    }
    var endpoints: [String: [CallNeeds]] = [:]
    for (id, entry) in map.members {
      guard let needs = entry["needs"], needs.kind == .array else {
        throw Self.problem(entry, "An endpoint of a map must have a list \"needs\".", service, path)
      }
      for group in needs.elements {
        var fields: [FieldSensitivity] = []
        for (name, need) in group["fields"]?.members.map({ $0 }) ?? [] {
          guard let field = JSONPointer(name),
            let made = need.string.flatMap({ FieldSensitivity(field, need: $0) })
          else {
            throw Self.problem(
              need, "A field must be a JSON Pointer, and its value must match the map's schema.", service, path)
          }
          fields.append(made)
        }
        endpoints[id, default: []].append(
          CallNeeds(calls: group["calls"]?.elements.compactMap(\.string) ?? [], fields: fields))
      }
    }
    self.endpoints = endpoints
  }

  private static func problem(_ place: JSON, _ message: String, _ service: String, _ path: String) -> Problem {
    Problem(
      place.location,
      "\(message) Write the map of a release once, from that release's source: plumbline field-usage \(service) --save \(path)."
    )
  }

  /// Returns the calls that can't handle a changed response, each with its needs.
  ///
  /// A map lists required fields and their kinds, but not their values, so a changed value is never reported.
  package func impacts(of change: ChangedResponse) -> [CallImpact] {
    if change.status != nil, !change.isEmpty { return [] }
    return (endpoints[change.endpoint] ?? []).flatMap { group -> [CallImpact] in
      guard let failure = group.failure(at: change) else { return [] }
      return group.calls.map {
        CallImpact(change: change.change, endpoint: change.endpoint, call: $0, effect: .fails(failure))
      }
    }
  }

  /// Returns the impacts on all calls of an endpoint that is no longer available at its path.
  package func impacts(ofLosing endpoint: String, change: String) -> [CallImpact] {
    calls(of: endpoint, change, "Its endpoint was removed.")
  }

  /// Returns the impacts on all calls of a service that was removed.
  package func impacts(ofLosingAll change: String) -> [CallImpact] {
    endpoints.keys.sorted().flatMap { calls(of: $0, change, "The service was removed.") }
  }

  private func calls(of endpoint: String, _ change: String, _ message: String) -> [CallImpact] {
    (endpoints[endpoint] ?? []).flatMap(\.calls).map {
      CallImpact(change: change, endpoint: endpoint, call: $0, effect: .sendsIt(message))
    }
  }
}

extension ReleasedMap.CallNeeds {
  /// Returns the reason why the call can't handle a changed response, or `nil` if the map shows none.
  fileprivate func failure(at change: ChangedResponse) -> ClientFailure? {
    let value = change.value
    let comes = value.map { $0.isNull ? "null" : "\(VariantMaker.kind($0)) \($0.text)" } ?? "nothing"
    if change.field.tokens.isEmpty {
      // If the whole body has changed, a required field implies that the body must be an object or an array.
      guard let needed = fields.first(where: { $0.isRead != false && $0.mustExist == true }),
        let first = needed.field.tokens.first,
        value.map({ $0.kind != (first == "*" ? .array : .object) }) ?? true
      else { return nil }
      return Self.failure(needed, comes)
    }
    guard let field = fields.first(where: { $0.field.means(change.field) }), !field.takes(value) else { return nil }
    return Self.failure(field, comes)
  }

  private static func failure(_ field: FieldSensitivity, _ comes: String) -> ClientFailure {
    ClientFailure(
      .decoding, message: "needs \(field.need), but may get \(comes)", codingPath: field.field.description)
  }
}

extension FieldSensitivity {
  /// Creates needs by parsing the text that ``need`` returns.
  init?(_ field: JSONPointer, need: String) {
    self.init(field, kind: nil, outcomes: [])
    mayBeNull = nil
    isRead = nil
    if need == "never read" {
      isRead = false
      return
    }
    var parts = need.components(separatedBy: " · ")
    guard let kinds = parts.popLast() else { return nil }
    types = kinds == "no kind of value" ? [] : kinds.components(separatedBy: " or ")
    guard types.allSatisfy(Self.kinds.contains) else { return nil }
    for part in parts {
      switch part {
      case "must exist": mustExist = true
      case "may be absent": mustExist = false
      case "may be null": mayBeNull = true
      case "not null": mayBeNull = false
      default: return nil
      }
    }
  }

  private static let kinds: Set<String> = ["array", "boolean", "integer", "number", "object", "string"]

  /// Returns a Boolean value that indicates whether the client method accepts a value at a field according to the map.
  /// `nil` represents a missing value.
  fileprivate func takes(_ value: JSON?) -> Bool {
    if isRead == false { return true }
    guard let value else { return mustExist != true }
    return value.isNull ? mayBeNull != false : types.contains(VariantMaker.kind(value))
  }
}

extension JSONPointer {
  /// Returns a Boolean value that indicates whether two pointers can refer to the same value. `*` stands for any member
  /// or element.
  fileprivate func means(_ other: JSONPointer) -> Bool {
    tokens.count == other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0 == $1 || $0 == "*" || $1 == "*" }
  }
}
