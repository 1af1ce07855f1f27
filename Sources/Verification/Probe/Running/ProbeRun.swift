import ContractModel
import HTTPMessages
import Recordings
import Reporting

/// Examines one endpoint after another: chooses the requests, least intrusive first, and stops as soon as one decides.
///
/// The order for a write is: OPTIONS; a malformed request that names an item which isn't there; an empty one, where the server
/// reads bodies before paths; a malformed one that names an item which exists, only where the contract requires a
/// field; and a GET of the same path, which tells whether the path is there at all. A read needs a GET, and OPTIONS
/// where that doesn't decide. Each is compared with two siblings that can't exist.
struct ProbeRun: Sendable {
  let contract: Contract
  let base: BaseURL
  let recordings: [Recording]
  let options: ProbeOptions
  let credentials: Credentials
  let sender: ProbeSender
  let writesForbidden: String?

  /// What one endpoint's requests need, and what came of them so far.
  final class Examination {
    let endpoint: Endpoint
    let requests: ProbeRequests
    /// Why no credentials are sent; `nil` when they are, or when none are needed.
    let lacking: String?
    var role = Report.Verdict.Evidence.Role.endpoint
    private(set) var evidence: [Report.Verdict.Evidence] = []

    init(_ endpoint: Endpoint, _ requests: ProbeRequests, lacking: String?) {
      self.endpoint = endpoint
      self.requests = requests
      self.lacking = lacking
    }

    func note(_ answer: ProbeAnswer, as role: Report.Verdict.Evidence.Role) {
      let line = Report.Verdict.Evidence(role: role, request: answer.requestLine, answer: answer.summary)
      if !evidence.contains(line) { evidence.append(line) }
    }
  }

  /// Whether an endpoint exists, with alternatives where it seems not to.
  func examine(_ endpoint: Endpoint) async -> ProbeFinding {
    let (requests, lacking) = requests(for: endpoint)
    let examination = Examination(endpoint, requests, lacking: lacking)
    let search = IdentifierSearch(contract: contract, recordings: recordings, variables: options.variables) {
      await sender.answer(to: self.requests(for: $0).requests.read($1))
    }
    let (identifiers, lists) = await search.identifiers(for: endpoint)
    for list in lists { examination.note(list, as: .identifier) }
    var finding = await examine(endpoint.request, identifiers, examination)
    if finding.kind == .missing || finding.kind == .methodMissing || finding.doubt != nil {
      examination.role = .alternative
      for line in endpoint.alternatives where line.template.parameters.count == identifiers.absent.count {
        let other = await examine(line, identifiers, examination)
        guard other.kind == .exists, other.confidence > .low else { continue }
        let confidence = finding.doubt == nil ? min(finding.confidence, other.confidence) : .medium
        finding = ProbeFinding(
          endpoint, .moved, confidence, "\(line) answers in its place. \(finding.sentence)", by: finding.answer)
        finding.place = "\(line)"
        break
      }
    }
    finding.evidence = examination.evidence
    return finding
  }

  /// What makes an endpoint's requests, and why they carry no credentials.
  func requests(for endpoint: Endpoint) -> (requests: ProbeRequests, lacking: String?) {
    var values: [String: String] = [:]
    var lacking: String?
    do throws(Credentials.Missing) {
      values = try credentials.values(for: contract.probingPersona, calling: endpoint)
    } catch {
      lacking = error.reason
    }
    return (ProbeRequests(contract: contract, credentials: values, writesForbidden: writesForbidden), lacking)
  }

  /// Sends a request and its controls.
  func compare(
    _ request: HarmlessRequest, at place: ProbePlace, _ examination: Examination, isFresh: Bool = false
  ) async -> ProbeComparison {
    let answer = await sender.answer(to: request, isFresh: isFresh)
    examination.note(answer, as: examination.role)
    var controls: [ProbeAnswer] = []
    // Without Allow, OPTIONS says nothing that could be compared.
    if answer.outage == nil, request.harmlessness != .asksForMethods || answer.allow != nil {
      for control in ProbePlace.Control.allCases {
        let answer = await sender.answer(to: examination.requests.control(request, of: place, control))
        examination.note(answer, as: .control)
        controls.append(answer)
      }
    }
    return ProbeComparison(place: place, answer: answer, controls: controls, base: base)
  }

  /// A place of an endpoint.
  func place(_ endpoint: Endpoint, _ line: Endpoint.RequestLine, _ identifiers: [String]) -> ProbePlace {
    ProbePlace(
      endpoint: endpoint, line: line, identifiers: identifiers,
      query: line.method.isSafe ? IdentifierSearch.query(for: endpoint, in: recordings) : "")
  }
}

extension Contract {
  /// Who calls for the probe: the first persona, or somebody whose credentials the environment alone knows.
  var probingPersona: Persona {
    personas.first ?? Persona(name: "caller", credentials: [:], permissions: [], source: .null)
  }
}
