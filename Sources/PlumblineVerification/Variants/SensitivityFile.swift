import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A service's field usage map, as a file in the folder of its contract, for use in reviews.
///
/// Whether a requirement still holds can only be found by experiment. Calls and fields that no longer exist can be
/// found from the files alone, and are reported by every lint.
package struct SensitivityFile {
  /// The file's name in the folder of the service's contract.
  package static let name = RenamedFile.fieldUsage.new
  /// The published schema of the file, `sensitivity.schema.json`.
  package static var schemaText: [UInt8] { PackageResources.sensitivity_schema_json }

  let path: String
  let contract: Contract
  let recordings: [Recording]
  /// The service's calls, or an empty array if there is no suite.
  let calls: [Call]

  package init(path: String, contract: Contract, recordings: [Recording], calls: [Call]) {
    self.path = path
    self.contract = contract
    self.recordings = recordings.filter { $0.exchange.response.map { (200..<300).contains($0.status) } ?? false }
    self.calls = VariantVerifier.varied(calls).filter { contract.endpoint($0.endpoint) != nil }
  }

  /// Returns the stale entries of the file, as warnings in the order of its lines. A file that can't be read is an
  /// error.
  package func problems(in bytes: [UInt8]) -> [Problem] {
    let root: JSON
    do throws(JSONSyntaxError) {
      root = try JSON.parse(bytes, file: path)
    } catch {
      return [Problem(error.location, error.message)]
    }
    guard let endpoints = root["endpoints"], endpoints.kind == .object else {
      return [Problem(root.location, "A field usage map needs \"endpoints\". \(remedy)")]
    }
    var problems: [Problem] = []
    if let service = root["service"], service.string != contract.service {
      problems.append(stale(service, "The map belongs to a service other than \(contract.service)."))
    }
    for (id, entry) in endpoints.members {
      guard let endpoint = contract.endpoint(id) else {
        problems.append(stale(entry, "The contract has no endpoint \(id)."))
        continue
      }
      problems += self.problems(in: entry, of: endpoint)
    }
    for id in Set(calls.map(\.endpoint)).sorted() where endpoints[id] == nil {
      problems.append(stale(endpoints, "The endpoint \(id) has calls, but the map doesn't say what they need."))
    }
    return problems.sorted()
  }

  private func problems(in entry: JSON, of endpoint: Endpoint) -> [Problem] {
    var named: Set<String> = []
    var fields: Set<JSONPointer> = []
    for need in entry["needs"]?.elements.map({ $0 }) ?? [] {
      named.formUnion(need["calls"]?.elements.compactMap(\.string) ?? [])
      for (text, _) in need["fields"]?.members.map({ $0 }) ?? [] {
        if let field = JSONPointer(text) { fields.insert(field) }
      }
    }
    var problems: [Problem] = []
    let known = Set(calls.lazy.filter { $0.endpoint == endpoint.id }.map(\.name))
    if !calls.isEmpty, named != known {
      let parts = [
        phrase("calls that aren't in the map: ", known.subtracting(named)),
        phrase("calls that no longer exist: ", named.subtracting(known)),
      ]
      problems.append(stale(entry, "\(endpoint.id) has \(parts.compactMap { $0 }.joined(separator: "; "))."))
    }
    let documented = self.documented(of: endpoint)
    let shown = documented.union(recordings.lazy.filter { $0.endpoint == endpoint.id }.flatMap(self.fields))
    let parts = [
      phrase("fields that aren't in the map: ", Set(documented.subtracting(fields).map(\.description))),
      phrase("fields that no longer exist: ", Set(fields.subtracting(shown).map(\.description))),
    ].compactMap { $0 }
    if !fields.isEmpty || !documented.isEmpty, !parts.isEmpty {
      problems.append(stale(entry, "\(endpoint.id) documents \(parts.joined(separator: "; "))."))
    }
    return problems
  }

  /// Returns the fields of the responses that the contract describes.
  private func documented(of endpoint: Endpoint) -> Set<JSONPointer> {
    var fields: Set<JSONPointer> = []
    for answer in endpoint.answers {
      for (_, body) in GeneratedResponses(answer: answer, contract: contract).all {
        fields.formUnion(FieldPlaces.all(in: body).map(\.field))
      }
      for stream in StreamedResponse.all(of: answer) {
        for (_, body) in GeneratedResponses(answer: answer, contract: contract, stream: stream).all {
          fields.formUnion(stream.fields(in: body).map(\.field))
        }
      }
    }
    return fields
  }

  private func fields(of recording: Recording) -> [JSONPointer] {
    guard let response = recording.exchange.response, let bytes = response.body.bytes else { return [] }
    let answers = contract.endpoint(recording.endpoint)?.answers(at: response.status) ?? []
    for answer in answers {
      guard let stream = StreamedResponse(answer, mediaType: response.mediaType) else { continue }
      return stream.value(of: bytes).map { stream.fields(in: $0).map(\.field) } ?? []
    }
    guard let body = try? JSON.parse(bytes) else { return [] }
    return FieldPlaces.all(in: body).map(\.field)
  }

  private func phrase(_ beginning: String, _ names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    let shown = names.sorted().prefix(5).joined(separator: ", ")
    return beginning + shown + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  private func stale(_ place: JSON, _ message: String) -> Problem {
    Problem(place.location, "\(message) \(remedy)", level: .warning)
  }

  private var remedy: String {
    "Recreate the map: plumbline field-usage \(contract.service) --save \(path)."
  }
}
