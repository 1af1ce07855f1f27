import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineVerification
import Testing

/// A promise of a contract about its server, and the contract of a server that breaks it.
///
/// The server is the mock of that second contract. Therefore, its responses have the right shape, and only its behavior
/// is wrong.
struct BrokenPromise: CustomTestStringConvertible {
  let service: Service
  /// The identifier of the affected endpoint, such as `tickets.update`. The string is empty if all endpoints are
  /// affected.
  let endpoint: String
  /// The broken promise, such as `set /status`, `filter query.status` or `guard 1`.
  let promise: String
  /// The files of the second contract, by name.
  let files: [String: Data]

  var testDescription: String { "\(service.suite.service) \(endpoint.isEmpty ? "all" : endpoint): \(promise)" }

  /// Returns every promise of a service that can be broken by omitting a part of its contract.
  static func all(of service: Service) throws -> [BrokenPromise] {
    let texts = try ContractTexts(service.suite.service)
    var found: [BrokenPromise] = []
    func add(_ endpoint: String, _ promise: String, _ file: String, _ changed: [String: Any]) {
      var files = texts.files.compactMapValues { try? JSONSerialization.data(withJSONObject: $0) }
      files[file] = try? JSONSerialization.data(withJSONObject: changed)
      found.append(BrokenPromise(service: service, endpoint: endpoint, promise: promise, files: files))
    }
    for (file, id, endpoint) in texts.endpoints {
      guard let whole = texts.files[file] as? [String: Any] else { continue }
      for (promise, changed) in broken(endpoint) {
        var endpoints = whole["endpoints"] as? [String: Any] ?? [:]
        endpoints[id] = changed
        var copy = whole
        copy["endpoints"] = endpoints
        add(id, promise, file, copy)
      }
    }
    for (file, value) in texts.files.sorted(by: { $0.key < $1.key }) {
      guard let whole = value as? [String: Any] else { continue }
      for (name, collection) in whole["resources"] as? [String: [String: Any]] ?? [:] where collection["per"] != nil {
        var copy = whole
        var collections = whole["resources"] as? [String: Any] ?? [:]
        var shared = collection
        shared["per"] = nil
        // Seeds for each parent no longer have a meaning.
        shared["seeds"] = nil
        collections[name] = shared
        copy["resources"] = collections
        add("", "\(name) per caller", file, copy)
      }
      if let needed = whole["authentication"] as? [String], needed.count > 1 {
        for name in needed {
          var copy = whole
          copy["authentication"] = needed.filter { $0 != name }
          add("", "authentication \(name)", file, copy)
        }
      }
    }
    return found
  }

  /// Returns the variants of an endpoint that each lack one feature, with the name of that feature.
  private static func broken(_ endpoint: [String: Any]) -> [(String, [String: Any])] {
    var found: [(String, [String: Any])] = []
    func with(_ key: String, _ value: Any?) -> [String: Any] {
      var copy = endpoint
      copy[key] = value
      return copy
    }
    if endpoint["requires"] != nil { found.append(("requires", with("requires", nil))) }
    if let state = endpoint["state"] as? [String: Any] {
      found += broken(rule: state).map { ($0, with("state", $1)) }
    }
    for (index, rule) in ((endpoint["state"] as? [[String: Any]]) ?? []).enumerated() {
      for (promise, changed) in broken(rule: rule) {
        var rules = endpoint["state"] as? [Any] ?? []
        rules[index] = changed
        found.append(("\(promise) (\(index + 1))", with("state", rules)))
      }
    }
    return found
  }

  private static func broken(rule: [String: Any]) -> [(String, [String: Any])] {
    var found: [(String, [String: Any])] = []
    func without(_ keys: String..., and changes: [String: Any] = [:]) -> [String: Any] {
      rule.filter { !keys.contains($0.key) }.merging(changes) { $1 }
    }
    switch rule["action"] as? String {
    case "update": found.append(("update", without("set", "add", "otherwise", and: ["merge": false])))
    case "append": found.append(("append", without("at", "set", and: ["action": "update", "merge": false])))
    case "logout": found.append(("logout", without(and: ["action": "check"])))
    default: break
    }
    for key in ["set", "add", "filter"] {
      let members = rule[key] as? [String: Any] ?? [:]
      for name in members.keys.sorted() {
        let rest = members.filter { $0.key != name }
        found.append(("\(key) \(name)", rest.isEmpty ? without(key) : without(and: [key: rest])))
      }
    }
    for key in ["guards", "also"] {
      let list = rule[key] as? [Any] ?? []
      for index in list.indices {
        var rest = list
        rest.remove(at: index)
        found.append(("\(key) \(index + 1)", rest.isEmpty ? without(key) : without(and: [key: rest])))
      }
    }
    for key in ["own", "otherwise", "sort", "order", "page", "size"] where rule[key] != nil {
      found.append((key, without(key)))
    }
    return found
  }

  // MARK: - Verifying

  /// The endpoints that the promise concerns. These are the endpoints of its resource, or a single one if the promise
  /// applies to all endpoints.
  private var only: [String] {
    let resource = endpoint.prefix { $0 != "." }
    // A dashboard counts the items of other resources, so its numbers change when their endpoints are called.
    if resource == "dashboard" { return ["dashboard.*", "tickets.*", "assets.*", "accessories.*"] }
    return endpoint.isEmpty ? [] : ["\(resource).*"]
  }

  /// Returns the recordings that the server replays. A server that never rejects a request has no recording of the
  /// rejection, and a server that doesn't compute a value has recordings with a different one.
  private func recordings(of library: MockLibrary) -> [Recording] {
    let words = promise.split(separator: " ")
    if ["requires", "own", "otherwise", "guards"].contains(words.first) {
      return library.recordings.filter { $0.endpoint != endpoint || $0.response.status < 400 }
    }
    guard words.first == "set", words.count > 1, let target = JSONPointer(String(words[1])),
      let states = library.contract.endpoint(endpoint)?.states,
      states.contains(where: { Self.worksOut(target, $0) })
    else { return library.recordings }
    let place = library.contract.payloadPlace + target
    return library.recordings.map { recording in
      guard recording.endpoint == endpoint, let value = recording.responseBody?.at(place) else { return recording }
      return recording.answering(recording.responseBody?.replacing(place, with: value.another))
    }
  }

  private static func worksOut(_ target: JSONPointer, _ rule: StateRule) -> Bool {
    guard [.login, .refresh, .read].contains(rule.action) else { return false }
    return rule.assignments.contains { assignment in
      guard assignment.target == target else { return false }
      switch assignment.value {
      case .address(.credential), .lookup, .count, .sum: return true
      default: return false
      }
    }
  }

  /// Returns the suite's findings on a server that breaks the promise, without duplicates, such as `effect.not-applied
  /// of tickets.update`.
  func findings() async throws -> [String] {
    let original = try service.library.get()
    let loaded = ContractLoader.load(
      files.sorted { $0.key < $1.key }.map { name, data in
        ContractLoader.File(name: name, path: "\(service.suite.service)/\(name)", bytes: Array(data))
      })
    let contract = try #require(loaded.contract, "\(loaded.problems.prefix(3))")
    let session = MockSession(library: MockLibrary(contract: contract, recordings: recordings(of: original)))
    let outcomes = try await service.verify(on: session, only: only)
    var seen: Set<String> = []
    let drift = outcomes.flatMap(\.drift).map { "\($0.rule.id) of \($0.endpoint)" }
    let failed = outcomes.filter { $0.line.outcome == .failed }.map {
      "failed \($0.line.endpoint): \($0.line.name)"
    }
    return (drift + failed).filter { seen.insert($0).inserted }
  }
}

extension Recording {
  /// Returns the recording with a different body.
  fileprivate func answering(_ body: JSON?) -> Recording {
    guard let body else { return self }
    var response = response
    response.body = Body(body.text)
    var recording = Recording(
      endpoint: endpoint, name: name, provenance: provenance, caller: caller,
      exchange: Exchange(request: request, outcome: .response(response)), requestBody: requestBody, responseBody: body,
      bindings: bindings, step: step, match: match, location: location)
    recording.delay = delay
    return recording
  }
}

extension JSON {
  /// A different value of the same type.
  fileprivate var another: JSON {
    switch kind {
    case .string: JSON((string ?? "").contains("@") ? "somebody@example.com" : "\(string ?? "")-of-another")
    case .number: JSON((int ?? 0) + 1)
    case .object: .object(members.map { ($0.key, $0.value.another) })
    case .array: .array(elements.map(\.another))
    case .null, .bool: self
    }
  }
}
