import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineReporting

extension [Drift] {
  /// Makes notices of undocumented members that documented examples show: people wrote them down, only not in the schema.
  ///
  /// - Parameter services: the services that the drift is about, with what was imported of their documents.
  mutating func lowerWhatExamplesShow(of services: [LoadedServices.Service]) {
    let rules: Set<Rule> = [.response.field.undocumented, .request.field.undocumented]
    var bodies: [String: [JSON]] = [:]
    for index in indices where rules.contains(self[index].rule) && self[index].severity > .notice {
      let tokens = (self[index].folded ?? self[index].pointer)?.tokens ?? []
      guard tokens.count > 2, tokens[1] == "body" else { continue }
      let name = self[index].endpointName
      let key = "\(name.service)/\(name.id) \(tokens[0])"
      let service = services.first { $0.contract.service == name.service }
      let shown = bodies[key] ?? service?.exampleBodies(of: name.id, isOfRequest: tokens[0] == "request") ?? []
      bodies[key] = shown
      guard shown.contains(where: { $0.shows(tokens.dropFirst(2)) }) else { continue }
      self[index].severity = .notice
      self[index].message += " A documented example has it."
    }
  }
}

extension LoadedServices.Service {
  /// The bodies that a document's examples show of an endpoint's requests or answers.
  fileprivate func exampleBodies(of id: String, isOfRequest: Bool) -> [JSON] {
    recordings.filter { $0.endpoint == id && $0.provenance.isExample }
      .compactMap { isOfRequest ? $0.requestBody : $0.responseBody }
  }
}

extension JSON {
  /// Returns a Boolean value that indicates whether something stands at a folded pointer, `*` being any element or member.
  fileprivate func shows(_ way: ArraySlice<String>) -> Bool {
    guard let token = way.first else { return true }
    let rest = way.dropFirst()
    if let member = self[token], member.shows(rest) { return true }
    guard token == "*" else { return false }
    return elements.contains { $0.shows(rest) } || members.contains { $0.value.shows(rest) }
  }
}
