import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that downloads uploaded files from the URLs that the contract declares, and compares their bytes with the
/// size and digest in their items. It checks only a few items.
struct ContentCheck: Sendable {
  static let name = "serves the bytes of its items"
  private static let mostItems = 3
  /// The maximum size of a file to download, in bytes.
  private static let mostBytes = 16 << 20

  /// The location of uploaded bytes, and the members of items that describe them.
  private struct Upload: Sendable {
    let collection: ItemCollection
    let rule: StateRule
    let address: OwnAddress
    let facts: [Fact]
  }

  /// A member that describes the bytes.
  private struct Fact: Sendable {
    let member: JSONPointer
    let fact: UploadFact
    let prefix: String
  }

  let context: CheckContext
  let endpoint: Endpoint

  /// Returns the verdicts on the first items' bytes, up to the first mismatch.
  func verdicts() async -> [Verdict] {
    guard endpoint.request.method == .get, !endpoint.query.contains(where: \.isRequired) else { return [] }
    var verdicts: [Verdict] = []
    for upload in uploads {
      for (item, sample) in items(of: upload) {
        let verdict = await context.settled { await judge(upload, item, sample) }
        verdicts.append(verdict)
        if verdict.isDrift { break }
      }
    }
    return verdicts
  }

  /// The uploads whose rules declare where the bytes are served, and their size or digest.
  private var uploads: [Upload] {
    context.contract.endpoints.flatMap(\.states).flatMap { rule -> [Upload] in
      guard let collection = rule.collection.flatMap(context.contract.collection), collection.key != nil else {
        return []
      }
      return rule.assignments.compactMap { assignment in
        guard case .url(let address) = assignment.value, let part = address.part else { return nil }
        let facts = rule.assignments.compactMap { Self.fact($0, of: part) }
        return facts.isEmpty ? nil : Upload(collection: collection, rule: rule, address: address, facts: facts)
      }
    }
  }

  private static func fact(_ assignment: StateRule.Assignment, of part: JSONPointer) -> Fact? {
    guard case .upload(part, let fact, let prefix) = assignment.value, fact == .size || fact == .sha256 else {
      return nil
    }
    return Fact(member: assignment.target, fact: fact, prefix: prefix)
  }

  /// Returns the items that the run has seen and whose bytes the endpoint serves, each with the exchange that showed
  /// the item.
  private func items(of upload: Upload) -> [(item: ServerItem, sample: Sample)] {
    var items: [(item: ServerItem, sample: Sample)] = []
    for reader in context.contract.endpoints {
      for rule in reader.states where rule.collection == upload.collection.name && [.read, .list].contains(rule.action)
      {
        guard let sample = context.samples.all(of: reader).first(where: { $0.rule === rule }) else { continue }
        for shown in self.shown(by: sample, rule) where items.count < Self.mostItems {
          guard path(of: shown, upload) != nil,
            let key = context.items.key(of: shown, in: upload.collection),
            !items.contains(where: { $0.item.key == key })
          else { continue }
          items.append((ServerItem(collection: upload.collection.name, key: key, within: [:], owner: ""), sample))
        }
      }
    }
    return items
  }

  private func shown(by sample: Sample, _ rule: StateRule) -> [JSON] {
    guard let payload = sample.payload, let shown = rule.place.map({ payload.at($0) }) ?? payload else { return [] }
    return rule.action == .list ? Array(shown.elements) : [shown]
  }

  /// Returns the path of an item's bytes, or `nil` if another endpoint serves them.
  private func path(of item: JSON, _ upload: Upload) -> String? {
    guard !(context.items.resource(upload.collection.name)?.isTombstone(item) ?? false),
      let path = upload.address.path(of: item),
      case .found(let found) = context.contract.router.route(Request(method: .get, target: path)),
      found === endpoint
    else { return nil }
    return path
  }

  /// Reads an item again, because it may have changed in the meantime, and checks it.
  private func judge(_ upload: Upload, _ item: ServerItem, _ sample: Sample) async -> Verdict {
    guard context.goesOn,
      case .there(let snapshot) = await context.items.look(for: item, credentials: sample.credentials, isPatient: true),
      let path = path(of: snapshot.item, upload)
    else { return .undecided("\(item) isn't in the response") }
    let size = upload.facts.first { $0.fact == .size }.flatMap { snapshot.item.at($0.member)?.int }
    if let size, size > Self.mostBytes { return .undecided("\(item) has \(size) bytes, which is too many to read") }
    let request = context.items.request(endpoint, path: path, credentials: credentials(of: sample))
    guard let exchange = await context.ask(request), let response = exchange.response, response.status == 200,
      !response.headers.contains("content-encoding"), let bytes = response.body.bytes
    else { return .undecided("GET \(path) doesn't return the bytes of \(item)") }
    var isJudged = false
    for fact in upload.facts {
      guard let shown = snapshot.item.at(fact.member).flatMap(WireReading.text),
        let value = fact.fact.value(of: bytes).flatMap(WireReading.text)
      else { continue }
      isJudged = true
      if shown.lowercased() == (fact.prefix + value).lowercased() { continue }
      return drifts(fact, shown: shown, actual: fact.prefix + value, item, upload, exchange)
    }
    return isJudged ? .fits : .undecided("\(item) doesn't show the size or digest of its bytes")
  }

  private func credentials(of sample: Sample) -> [String: String] {
    guard let persona = sample.persona,
      let own = try? context.credentials.values(for: persona, calling: endpoint)
    else { return sample.credentials }
    return own
  }

  private func drifts(
    _ fact: Fact, shown: String, actual: String, _ item: ServerItem, _ upload: Upload, _ exchange: Exchange
  ) -> Verdict {
    let what = fact.fact == .size ? "\(actual) bytes" : "bytes with the digest \(actual)"
    return .drifts(
      context.drift(
        .effect.contentWrong, at: endpoint, upload.rule, status: exchange.response?.status, pointer: "/response/body",
        expected: shown, actual: actual, detail: nil, by: exchange,
        "\(context.words(exchange.request)) returned \(what), but \(fact.member) of \(item) is \(shown)."))
  }
}
