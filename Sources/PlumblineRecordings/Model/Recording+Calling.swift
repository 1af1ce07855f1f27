import PlumblineContractModel
import PlumblineHTTPMessages

extension Recording {
  /// Who sent the recorded request: the persona that the file names, else the first one that may call the endpoint.
  /// `nil` when nobody did, or when a contract has nobody who may.
  package func persona(in contract: Contract) -> Persona? {
    switch caller {
    case .nobody: return nil
    case .persona(let name): return contract.persona(name)
    case .anyone:
      guard let endpoint = contract.endpoint(endpoint) else { return contract.personas.first }
      return contract.personas.first { persona in
        let request = contract.adding(credentialsOf: persona, to: request, for: endpoint)
        if case .granted = AccessDecision.decide(request, to: endpoint, in: contract) { return true }
        return false
      }
    }
  }

  /// The recorded request as its caller sends it, with the credentials that recordings leave out.
  package func request(in contract: Contract) -> Request {
    guard let endpoint = contract.endpoint(endpoint), let persona = persona(in: contract) else { return request }
    return contract.adding(credentialsOf: persona, to: request, for: endpoint)
  }
}

extension Contract {
  /// A request with what a persona shows at an endpoint, in its header fields and its query.
  package func adding(credentialsOf persona: Persona, to request: Request, for endpoint: Endpoint) -> Request {
    var request = request
    for (name, value) in headers(for: persona, endpoint) { request.headers[name] = value }
    let items = queryItems(for: persona, endpoint)
    if !items.isEmpty {
      let text = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      request.target += (request.query == nil ? "?" : "&") + text.joined(separator: "&")
    }
    return request
  }
}
