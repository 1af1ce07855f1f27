import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI

/// A writer that creates a contract's files from the requests of a collection. Each value keeps its location in the
/// source.
final class CollectionWriter {
  static let main = "contract.json"

  let translator: PostmanTranslator
  let root: JSON
  let credentials: CollectionCredentials
  let variables: Variables
  let leftOut: CollectionSecrets
  let log: NoteLog
  /// The saved responses of each error status.
  private var refusals: [(status: Int, name: String, samples: [Sample])] = []

  init(
    translator: PostmanTranslator, root: JSON, credentials: CollectionCredentials, variables: Variables,
    leftOut: CollectionSecrets, log: NoteLog
  ) {
    self.translator = translator
    self.root = root
    self.credentials = credentials
    self.variables = variables
    self.leftOut = leftOut
    self.log = log
  }

  func files(of samples: [Sample]) -> [ContractLoader.File] {
    let groups = named(SampleGrouping.groups(of: samples))
    var names: [String] = []
    for group in groups where !names.contains(file(of: group)) { names.append(file(of: group)) }
    var files: [ContractLoader.File] = []
    for name in names where name != Self.main {
      var json = JSONBuilder.tracing
      json.comes(from: root)
      json.object { json in
        if let text = description(ofFile: name) { json.member("description", leftOut.text(text)) }
        endpoints(groups.filter { file(of: $0) == name }, into: &json)
      }
      files.append(made(name, json))
    }
    var json = JSONBuilder.tracing
    json.comes(from: root)
    json.object { json in
      shared(CollectionServers(samples, log: log), into: &json)
      endpoints(groups.filter { file(of: $0) == Self.main }, into: &json)
      failures(into: &json)
    }
    return [made(Self.main, json)] + files
  }

  private func made(_ name: String, _ json: consuming JSONBuilder) -> ContractLoader.File {
    let (bytes, provenance) = json.traced()
    return ContractLoader.File(name: name, path: translator.path, bytes: bytes, provenance: provenance)
  }

  /// Returns the name of an endpoint's file, based on its top-level folder.
  private func file(of group: SampleGroup) -> String { group.main.folder.map(Self.file(ofFolder:)) ?? Self.main }

  /// Returns the description of the first folder that a file is named after.
  private func description(ofFile name: String) -> String? {
    root.list("item").first { $0["item"] != nil && Self.file(ofFolder: $0["name"]?.string ?? "") == name }?.describing
  }

  private static func file(ofFolder folder: String) -> String {
    let word = Identifiers.words(folder).lowercased()
    return ContractFiles.name(ofTopic: word)
  }

  /// Returns the groups with their IDs, and notes the requests that share an ID.
  private func named(_ groups: [SampleGroup]) -> [SampleGroup] {
    var identifiers = Identifiers()
    return groups.map { group in
      var group = group
      let main = group.main
      let parts = [main.folder ?? "", main.name].map { Identifiers.words($0).lowercased() }.filter { !$0.isEmpty }
      let fallback = Identifiers.words("\(group.method)-\(group.template.text)").lowercased()
      let wish = main.name.isEmpty || parts.isEmpty ? fallback : parts.map { $0.prefix(60) }.joined(separator: ".")
      group.id = identifiers.unique(Self.opening(wish))
      for sample in group.samples where sample.response == nil && sample.source.location != main.source.location {
        log.note(
          sample.source,
          "\"\(sample.name)\" has the same method and path as \"\(main.name)\": both become the endpoint \(group.id).")
      }
      return group
    }
  }

  /// Returns an ID, changed if necessary so that it begins with a letter or a digit.
  private static func opening(_ id: String) -> String {
    id.first.map { $0.isLetter || $0.isNumber } == true ? id : "request-\(id)"
  }

  private func shared(_ servers: CollectionServers, into json: inout JSONBuilder) {
    json.member("plumbline", 1)
    json.member("service", translator.service)
    let info = root.object("info")
    if let title = info?["name"]?.string, !title.isEmpty { json.member("title", leftOut.text(title)) }
    if let text = (info?.describing ?? root.describing) { json.member("description", leftOut.text(text)) }
    if !servers.all.isEmpty {
      json.member("servers") { json in
        json.object { json in
          for server in servers.all {
            json.comes(from: server.source)
            json.member(server.name) { json in
              json.object { json in
                json.member("url", server.url)
                if let text = server.description { json.member("description", text) }
              }
            }
          }
        }
      }
    }
    if !credentials.all.isEmpty { json.credentials(credentials.all) }
    json.comes(from: root)
    json.member("authentication", JSON.array([]))
    json.member("envelope") { $0.null() }
  }

  /// Adds a saved response to the errors, and returns the name of its error.
  func refusal(_ status: Int, _ sample: Sample) -> String {
    if let index = refusals.firstIndex(where: { $0.status == status }) {
      refusals[index].samples.append(sample)
      return refusals[index].name
    }
    let name = FailureNames.word(for: "\(status)") ?? "status\(status)"
    refusals.append((status, name, [sample]))
    return name
  }

  private func failures(into json: inout JSONBuilder) {
    guard !refusals.isEmpty else { return }
    json.comes(from: root)
    json.member("errors") { json in
      json.object { json in
        for (status, name, samples) in refusals {
          json.comes(from: samples[0].source)
          json.member(name) { json in
            json.object { json in
              json.member("status", status)
              if !answerContent(samples, into: &json) { json.member("body", false) }
            }
          }
        }
      }
    }
  }
}
