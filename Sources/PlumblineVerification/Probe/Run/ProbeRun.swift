import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings
import PlumblineReporting

/// A run of the probe. It examines one endpoint after another, starts with the least intrusive requests, and stops as
/// soon as a response is decisive.
///
/// The order for a write is: OPTIONS; a GET of the same path, because a 405 may list the path's methods; the same two
/// at nearby documented paths, to learn how reliable such responses are; and, only with the user's permission, a
/// malformed POST or a DELETE of a missing item, or a POST whose body never completes. A read needs a GET, and OPTIONS
/// if that isn't decisive. Each response is compared with those of two sibling paths that can't exist.
struct ProbeRun: Sendable {
  let contract: Contract
  let base: BaseURL
  let recordings: [Recording]
  let options: ProbeOptions
  let credentials: Credentials
  let sender: ProbeSender
  /// The reason why the contract allows only OPTIONS, GET and HEAD.
  let writesForbidden: String?
  let permission: WritePermission?
  let leavesBodiesUnfinished: Bool
  private let names: VariableNames

  init(_ probe: Probe, sender: ProbeSender) {
    names = probe.names
    contract = probe.contract
    base = probe.base
    recordings = probe.recordings
    options = probe.options
    credentials = probe.credentials
    self.sender = sender
    writesForbidden = probe.writesForbidden
    permission = WritePermission(isGiven: probe.options.allowsWrites, prohibition: probe.writesForbidden)
    leavesBodiesUnfinished = probe.leavesBodiesUnfinished
  }

  /// The requests of one endpoint, and their results so far.
  final class Examination {
    let endpoint: Endpoint
    let requests: ProbeRequests
    /// The reason why credentials are missing, or `nil` if they are sent or aren't needed.
    let lacking: String?
    var role = Report.Verdict.Evidence.Role.endpoint
    /// A Boolean value that indicates whether GETs have proven that the tried identifiers are unused.
    var hasShownAbsence = false
    private(set) var evidence: [Report.Verdict.Evidence] = []
    /// The first redirect that was followed, and its target path.
    private(set) var detour: (taken: ProbeResponse.Detour, path: String)?

    init(_ endpoint: Endpoint, _ requests: ProbeRequests, lacking: String?) {
      self.endpoint = endpoint
      self.requests = requests
      self.lacking = lacking
    }

    func note(_ answer: ProbeResponse, as role: Report.Verdict.Evidence.Role) {
      let line = Report.Verdict.Evidence(role: role, request: answer.requestLine, answer: answer.summary)
      if !evidence.contains(line) { evidence.append(line) }
      if let taken = answer.detour, detour == nil, role == .endpoint {
        detour = (taken, answer.sent.request.path)
      }
    }
  }

  /// Determines whether an endpoint exists, and tries its alternatives if it seems not to.
  func examine(_ endpoint: Endpoint) async -> ProbeFinding {
    let (requests, lacking) = requests(for: endpoint)
    let examination = Examination(endpoint, requests, lacking: lacking)
    let search = search {
      guard let request = self.requests(for: $0).requests.read($1, .identifier) else { return nil }
      return await sender.answer(to: request)
    }
    let (identifiers, lists) =
      usesExisting(endpoint)
      ? await search.identifiers(for: endpoint)
      : (ProbeIdentifiers(existing: nil, absent: ProbeIdentifiers.absent(for: endpoint)), [])
    for list in lists { examination.note(list, as: .identifier) }
    var finding = await examine(endpoint.request, identifiers, examination)
    if finding.kind == .missing || finding.kind == .methodMissing || finding.doubt != nil {
      examination.role = .alternative
      for line in endpoint.alternatives where line.template.parameters.count == identifiers.absent.count {
        let other = await examine(line, identifiers, examination)
        guard other.kind == .exists, other.confidence > .low else { continue }
        let confidence = finding.doubt == nil ? min(finding.confidence, other.confidence) : .medium
        finding = ProbeFinding(
          endpoint, .moved, confidence, "\(line) responds instead. \(finding.sentence)", by: finding.answer)
        finding.place = "\(line)"
        break
      }
    }
    finding.evidence = examination.evidence
    if let (detour, path) = examination.detour {
      finding.sentence += " \(detour.sentence(to: path, for: endpoint.request.method))"
      if finding.kind == .exists {
        finding.place = "\(endpoint.request.method) \(path)"
        finding.detour = detour
      }
    }
    return finding
  }

  /// Returns a Boolean value that indicates whether to probe an endpoint with existing identifiers. They are used only
  /// for reads that the contract declares harmless.
  func usesExisting(_ endpoint: Endpoint) -> Bool {
    endpoint.request.method.isSafe ? endpoint.isSafe : contract.documentsReading(endpoint.request.template.text)
  }

  /// Returns the factory of an endpoint's requests, and the reason why credentials are missing, if they are.
  func requests(for endpoint: Endpoint) -> (requests: ProbeRequests, lacking: String?) {
    var values: [String: String] = [:]
    var lacking: String?
    do throws(Credentials.Missing) {
      values = try credentials.values(for: contract.probingPersona, calling: endpoint)
    } catch {
      lacking = error.reason
    }
    let requests = ProbeRequests(
      contract: contract, credentials: values, permission: permission, sendsSafePosts: writesForbidden == nil)
    return (requests, lacking)
  }

  /// Sends a request and its controls.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether to send controls for OPTIONS even if there is no Allow
  ///   to compare.
  func compare(
    _ request: HarmlessRequest, at place: ProbePlace, _ examination: Examination, isFresh: Bool = false,
    isWhole: Bool = false
  ) async -> ProbeComparison {
    let answer = await sender.answer(to: request, isFresh: isFresh)
    examination.note(answer, as: examination.role)
    var controls: [ProbeResponse] = []
    if answer.outage == nil, isWhole || request.harmlessness != .asksForMethods || answer.allow != nil {
      for control in ProbePlace.Control.allCases {
        guard let control = examination.requests.control(request, of: place, control) else { continue }
        let answer = await sender.answer(to: control)
        examination.note(answer, as: .control)
        controls.append(answer)
      }
    }
    return ProbeComparison(place: place, answer: answer, controls: controls, base: base)
  }

  /// Returns a place where an endpoint may exist.
  func place(_ endpoint: Endpoint, _ line: Endpoint.RequestLine, _ identifiers: [String]) -> ProbePlace {
    ProbePlace(
      endpoint: endpoint, line: line, identifiers: identifiers,
      query: line.method.isReading
        ? IdentifierSearch.query(for: endpoint, in: recordings, options.variables, of: contract) : "")
  }

  /// Returns a search for identifiers.
  ///
  /// - Parameter read: A closure that reads one of the server's lists, and returns `nil` if that isn't harmless.
  func search(read: @escaping @Sendable (Endpoint, ProbePlace) async -> ProbeResponse?) -> IdentifierSearch {
    IdentifierSearch(
      contract: contract, recordings: recordings, variables: options.variables, names: names, read: read)
  }
}

extension Contract {
  /// The persona that the probe uses: the first one, or a caller whose credentials come only from the environment.
  var probingPersona: Persona {
    personas.first ?? Persona(name: "caller", credentials: [:], permissions: [], source: .null)
  }
}
