import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks recordings against the names in a contract, to make sure that they can be replayed.
///
/// If a recording no longer conforms to the contract otherwise, that is drift, which isn't checked here.
package enum RecordingLint {
  /// A check for one kind of problem. Checks are independent of each other, so they can run on several threads. The
  /// slowest checks come first.
  package typealias Check = @Sendable (_ recordings: [Recording], _ contract: Contract) -> [Problem]

  /// Returns all checks. The problems that they return aren't sorted.
  ///
  /// - Parameter refused: The ids of existing recordings that can't be read. Problems that result from this aren't
  ///   reported.
  package static func checks(refused: Set<String> = []) -> [Check] {
    ofRecordings(refused: refused) + ofContracts
  }

  /// The checks of the contract. Their problems are always located in its files, never in a recording.
  private static var ofContracts: [Check] {
    [
      ResponseMemberLint.problems,
      FrameLint.problems,
      HeaderLint.problems,
      SampleLint.problems,
      { _, contract in FailureLint.problems(contract: contract) },
    ]
  }

  private static func ofRecordings(refused: Set<String>) -> [Check] {
    var checks = ofRecordingsAlone(refused: refused)
    checks.append { recordings, contract in LoginLint.problems(in: recordings, contract: contract) }
    return checks
  }

  /// Returns the checks that iterate over the recordings instead of the contract's endpoints.
  private static func ofRecordingsAlone(refused: Set<String>) -> [Check] {
    [
      AgreementLint.problems,
      { recordings, contract in
        recordings.isEmpty ? [] : EnvelopeLint(recordings, contract: contract)?.problems() ?? []
      },
      namingProblems,
      { recordings, contract in
        recordings.isEmpty ? [] : SeedLint.problems(in: recordings, contract: contract, refused: refused)
      },
      { recordings, _ in repeatedSteps(recordings) },
    ]
  }

  /// Returns all problems of all recordings, sorted by location.
  package static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    checks().flatMap { $0(recordings, contract) }.sorted()
  }

  /// Returns the problems that are located in a recording's own file. Thousands of recordings may be drafted one by
  /// one, so this doesn't traverse the whole contract.
  static func problems(inFileOf recording: Recording, contract: Contract) -> [Problem] {
    let alone = ofRecordingsAlone(refused: []).flatMap { $0([recording], contract) }
    return (LoginLint.problems(of: recording, contract: contract) + alone)
      .filter { $0.location.file == recording.location.file }.sorted()
  }

  /// Returns the problems of an endpoint if it has state and the mock can't fill in its required members.
  package static func problems(at endpoint: Endpoint, in recordings: [Recording], contract: Contract) -> [Problem] {
    FrameLint.problems(at: endpoint, in: recordings, contract: contract)
  }

  /// Returns the problems of recordings that have no endpoint, or that use names that the endpoint or the contract
  /// doesn't have.
  private static func namingProblems(in recordings: [Recording], contract: Contract) -> [Problem] {
    var problems: [Problem] = []
    for recording in recordings {
      if let endpoint = contract.endpoint(recording.endpoint) {
        problems += self.problems(of: recording, at: endpoint, in: contract)
      } else {
        let hint = Spelling.suggestion(for: recording.endpoint, among: contract.endpoints.map(\.id))
        problems.append(
          Problem(
            recording.location,
            "The folder \"\(recording.endpoint)\" isn't named after an endpoint of \(contract.service)\(hint)"))
      }
    }
    return problems
  }

  /// Returns the problems of a contract without any recordings. Its collections can't start with recorded items. These
  /// problems only matter if the contract is served, so ``problems(in:contract:)`` doesn't include them.
  ///
  /// - Parameter refused: The ids of existing recordings that can't be read.
  package static func problems(withoutRecordingsOf contract: Contract, refused: Set<String> = []) -> [Problem] {
    SeedLint.problems(in: [], contract: contract, refused: refused).sorted()
  }

  private static func problems(of recording: Recording, at endpoint: Endpoint, in contract: Contract) -> [Problem] {
    var messages: [String] = []
    if let message = misrouted(recording, endpoint, contract) { messages.append(message) }
    if case .persona(let name) = recording.caller, contract.persona(name) == nil {
      let hint = Spelling.suggestion(for: name, among: contract.personas.map(\.name))
      messages.append("The request's persona \"\(name)\" isn't one of \(contract.service)\(hint)")
    }
    for credential in contract.credentials where shows(credential, recording.request) {
      messages.append(
        "The request contains the credential \(credential.name); remove it and name a persona instead, since recordings "
          + "hold no credentials.")
    }
    for binding in recording.bindings {
      if let message = unbound(binding.address, "binding", endpoint, contract) { messages.append(message) }
    }
    for clause in recording.match.clauses {
      if let message = unbound(clause.address, "match", endpoint, contract) { messages.append(message) }
    }
    return messages.map { Problem(recording.location, $0) }
  }

  private static func misrouted(_ recording: Recording, _ endpoint: Endpoint, _ contract: Contract) -> String? {
    let request = recording.request
    let line = "\(request.method) \(request.path)"
    switch contract.router.route(request) {
    case .found(let other):
      if other.id == endpoint.id { return nil }
      return "The request \(line) belongs to \(other.id), not to \(endpoint.id), which is \(endpoint.request)."
    case .conditionMissing(let others):
      let place = "The request \(line) doesn't belong to \(endpoint.id), which is \(endpoint.request)"
      guard others.contains(where: { $0.id == endpoint.id }) else { return place + "." }
      return "\(place) with a \"when\": \(ConditionMiss(RequestReading(request, for: endpoint)).reason)."
    case .methodMissing, .nothing:
      let answersAsGet = request.method == .head || request.method == .options
      if answersAsGet, endpoint.request.template.match(request.path) != nil { return nil }
      let remedy = serverPath(in: request.path, contract).map { "; remove \($0), the path of a server's URL" } ?? ""
      return "The request \(line) doesn't belong to \(endpoint.id), which is \(endpoint.request)\(remedy)."
    }
  }

  /// Returns the path of the server URL that a request's path begins with, or `nil` if there is none. Path templates
  /// don't include this path.
  private static func serverPath(in path: String, _ contract: Contract) -> String? {
    contract.servers.lazy.compactMap { try? BaseURL(parsing: $0.url).path }
      .first { !$0.isEmpty && path.hasPrefix($0 + "/") }
  }

  private static func shows(_ credential: Credential, _ request: Request) -> Bool {
    if case .query(let name) = credential.carrier { return request.queryItems.contains { $0.name == name } }
    if case .cookie(let name) = credential.carrier { return Cookies.sent(in: request).contains { $0.name == name } }
    if case .body(let place) = credential.carrier { return request.credential(at: place) != nil }
    return credential.headerName.map { request.headers.contains($0) } ?? false
  }

  private static func unbound(
    _ address: Address, _ kind: String, _ endpoint: Endpoint, _ contract: Contract
  ) -> String? {
    switch address {
    case .path(let name):
      let names = endpoint.request.template.parameters
      if names.contains(name) { return nil }
      return "A \(kind) takes \(address), but \(endpoint.request) has no such parameter"
        + Spelling.suggestion(for: name, among: names)
    case .credential(let name):
      let names = contract.credentials.map(\.name)
      if names.contains(name) { return nil }
      return "A \(kind) takes \(address), but \(contract.service) has no such credential"
        + Spelling.suggestion(for: name, among: names)
    case .query, .header, .cookie, .body, .persona, .item: return nil
    }
  }

  private static func repeatedSteps(_ recordings: [Recording]) -> [Problem] {
    struct Place: Hashable {
      let endpoint: String
      let sequence: String
      let number: Int
    }
    var seen: [Place: Recording] = [:]
    var problems: [Problem] = []
    for recording in recordings {
      guard let step = recording.step else { continue }
      let place = Place(endpoint: recording.endpoint, sequence: step.sequence, number: step.number)
      if let earlier = seen[place] {
        problems.append(
          Problem(
            recording.location,
            "Step \(step.number) of the sequence \"\(step.sequence)\" is already \(earlier.id); number the steps from 1."
          ))
      } else {
        seen[place] = recording
      }
    }
    return problems
  }
}
