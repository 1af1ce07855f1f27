import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A judge that checks a request against its endpoint. ``RequestValidation`` finds the faults, as it does for the mock,
/// and this type maps them to rules.
struct RequestJudge {
  let contract: Contract
  let reading: RequestReading
  let credentialsVisible: Bool

  /// Returns the findings about the request, unless the server rejected it as documented, which conforms to the
  /// contract.
  func findings(answeredBy status: Int) -> [Finding] {
    let isRefusal = !endpoint.failures(at: status).isEmpty
    func isRefused(_ occasion: Occasion) -> Bool { isRefusal && endpoint.mayMean(occasion, by: status) }
    // Some services treat unknown callers like callers without permission.
    let isOfCaller = isRefused(.unauthenticated) || isRefused(.forbidden)
    var findings = isOfCaller || !credentialsVisible ? [] : missingCredentials
    if isRefusal, status == 415 || isRefused(.invalid) || isRefused(.malformed) { return findings }
    findings += strangers
    let faults = RequestValidation(reading, in: contract).faults()
    if faults.isEmpty {
      let fields = (fieldJudge?.looseFindings() ?? []) + (fieldJudge?.contentFindings() ?? [])
      return findings + named(fields).filter { !isOfCredential($0) }
    }
    var judgesFields = false
    for fault in faults {
      switch fault.kind {
      case .bodyInvalid, .batchInvalid, .bodyUndocumented: judgesFields = true
      // Checking the body's fields yields the same result.
      case .undecided where fault.pointer.tokens.dropFirst().first == "body": judgesFields = true
      case .pathInvalid where isRefused(.missing): continue
      case .headerMissing where isRefusal && status == 428 && Self.isOfCondition(fault): continue
      case .bodyMalformed where linesJudge != nil: findings += linesJudge?.findings() ?? []
      default: findings.append(finding(for: fault))
      }
    }
    if judgesFields { findings += named(fieldJudge?.findings() ?? []) }
    // A value that violates two keywords is a single fault.
    var seen: Set<JSONPointer> = []
    return findings.filter { $0.rule.isAbout(.field, of: .request) || seen.insert($0.pointer).inserted }
      .filter { !isOfCredential($0) }
  }

  /// Returns a Boolean value that indicates whether a finding concerns only a credential in the body. Schemas needn't
  /// declare credentials, and credentials are absent if they aren't visible.
  private func isOfCredential(_ finding: Finding) -> Bool {
    let tokens = finding.pointer.tokens
    guard tokens.starts(with: ["request", "body"]),
      contract.carriesCredential(at: JSONPointer(tokens: Array(tokens.dropFirst(2))))
    else { return false }
    return finding.rule == .request.field.undocumented
      || finding.rule == .request.field.missing && !credentialsVisible
  }
}

extension RequestJudge {
  private var endpoint: Endpoint { reading.endpoint }

  /// Returns a Boolean value that indicates whether a fault concerns a precondition (RFC 9110 section 13.1). A 428
  /// reports a missing precondition.
  private static func isOfCondition(_ fault: RequestFault) -> Bool {
    let fields = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]
    return fault.pointer.tokens.last.map(fields.contains) ?? false
  }

  private var strangers: [Finding] {
    UndocumentedHeaders(
      headers: reading.request.headers, known: endpoint.headers.map(\.name), message: "request",
      rule: .request.header.undocumented, contract: contract
    ).findings()
  }

  /// The contract's content for the body.
  private var content: MediaContent? {
    guard let promised = endpoint.body else { return nil }
    return reading.request.mediaType.map(promised.content(accepting:)) ?? promised.json ?? promised.content.first
  }

  private var fieldJudge: FieldJudge? {
    guard let body = reading.body, reading.bodyFault == nil, let schema = content?.schema else { return nil }
    return FieldJudge(rules: Rule.request.field, value: body, schema: schema, prefix: "/request/body")
  }

  /// Returns findings in a body, each with its event or line if the body is a stream.
  private func named(_ findings: [Finding]) -> [Finding] {
    guard !findings.isEmpty, let body = reading.body, let content, case .bytes(let bytes) = reading.request.body else {
      return findings
    }
    let form = content.form(as: reading.request.mediaType)
    return StreamItems(value: body, form: form, lines: form == .jsonLines ? JSONLines.places(in: bytes) : [])
      .naming(findings)
  }

  /// A judge of the body's lines, or `nil` if the body doesn't consist of JSON lines.
  private var linesJudge: LinesJudge? {
    guard let content, content.form(as: reading.request.mediaType) == .jsonLines,
      case .bytes(let bytes) = reading.request.body
    else { return nil }
    return LinesJudge(
      bytes: bytes, schema: content.schema, rules: Rule.request.field, malformedRule: .request.body.malformed,
      place: "/request/body", contract: content.location)
  }

  private func finding(for fault: RequestFault) -> Finding {
    let rules = Rule.request
    let name = fault.pointer.tokens.count > 2 ? fault.pointer.tokens[2] : ""
    let isSecret = isSecret(fault, name)
    let rule: Rule
    let message: String
    var detail: String?
    switch fault.kind {
    case .pathInvalid:
      (rule, message) = (rules.path.invalid, "The path parameter \"\(name)\" doesn't match its schema.")
    case .queryMissing:
      (rule, message) = (rules.query.missing, "The required query parameter \"\(name)\" is missing.")
    case .queryInvalid:
      (rule, message) = (rules.query.invalid, "The query parameter \"\(name)\" doesn't match its schema.")
    case .queryUndocumented:
      (rule, message) = (
        rules.query.undocumented,
        "The endpoint documents no query parameter \(ShortText.quoted(name))\(nearestParameter(to: name))."
      )
    case .headerMissing:
      (rule, message) = (rules.header.missing, "The required header \(name) is missing.")
      detail = name
    case .headerInvalid:
      (rule, message) = (rules.header.invalid, "The header \(name) doesn't match its schema.")
      detail = name
    case .cookieMissing:
      (rule, message) = (rules.cookie.missing, "The required cookie \(name) is missing.")
      detail = name
    case .cookieInvalid:
      (rule, message) = (rules.cookie.invalid, "The cookie \(name) doesn't match its schema.")
      detail = name
    case .bodyMissing:
      (rule, message) = (rules.body.missing, "The body is empty, but the contract requires content.")
    case .bodyMalformed:
      (rule, message) = (rules.body.malformed, "The body is \(fault.message)")
    case .bodyUnexpected:
      (rule, message) = (rules.body.unexpected, "The request has a body, but the contract documents none.")
    case .mediaTypeUnsupported:
      (rule, message) = (
        rules.mediaType.undocumented, "The body is \(ShortText.plain(fault.actual)), which the endpoint doesn't accept."
      )
      detail = ShortText.plain(fault.actual)
    case .bodyInvalid, .batchInvalid, .bodyUndocumented:
      (rule, message) = (rules.field.noBranchFits, "The body doesn't match the contract.")
    case .undecided:
      (rule, message) = (rules.field.undecided, fault.message)
    }
    return Finding(
      rule, at: parameterPointer(of: fault), expected: fault.expected,
      actual: isSecret ? nil : ShortText.plain(fault.actual),
      contract: fault.location, detail: detail, message)
  }

  /// Returns the parameter that was probably intended, if only its case or a letter or two differ.
  private func nearestParameter(to name: String) -> String {
    let known = endpoint.query.map(\.name)
    let meant =
      known.first { LooseName.of($0) == LooseName.of(name) } ?? Spelling.nearest(ShortText.cut(name), among: known)
    return meant.map { "; the nearest is \"\($0)\"" } ?? ""
  }

  /// Returns the location of a faulty parameter. A parameter is checked as a single value, so its location ends at its
  /// name.
  private func parameterPointer(of fault: RequestFault) -> JSONPointer {
    JSONPointer(
      tokens: Array(fault.pointer.tokens.prefix(fault.pointer.tokens[...].dropFirst().first == "body" ? 2 : 3)))
  }

  private func isSecret(_ fault: RequestFault, _ name: String) -> Bool {
    let text = fault.actual.filter { $0 != "\"" }
    let isNamed =
      fault.pointer.tokens.dropFirst().first == "headers"
      ? SecretNames.isSecret(field: name, holding: text) : SecretNames.isSecret(name, holding: text)
    return isNamed
      || contract.credentials.contains {
        $0.headerName == name.lowercased() || $0.carrier == .query(name) || $0.carrier == .cookie(name)
      }
  }

  /// The missing credentials of the alternative that is closest to complete. Their values are never inspected.
  private var missingCredentials: [Finding] {
    let authentication = endpoint.authentication
    if authentication.isOptional { return [] }
    let shown = CredentialValues(reading.request, names: authentication.names, in: contract)
    let lacking = authentication.alternatives.map { alternative in alternative.filter { shown[$0] == nil } }
    guard let fewest = lacking.min(by: { $0.count < $1.count }) else { return [] }
    // Ignore credentials that an error response of this endpoint issues. A client can't have them yet.
    let wanted = fewest.compactMap { contract.credential($0) }.filter { endpoint.refusal(handingOut: $0) == nil }
    return wanted.map { credential in
      if case .query(let name) = credential.carrier {
        return Finding(
          .request.query.missing, at: JSONPointer(tokens: ["request", "query", name]),
          expected: Drift.credential(credential.name), actual: "nothing", contract: credential.location, detail: name,
          "The endpoint requires the credential \(credential.name), but the request has no \(name) in its query.")
      }
      if case .body(let place) = credential.carrier {
        return Finding(
          .request.field.missing, at: JSONPointer(tokens: ["request", "body"]) + place,
          expected: Drift.credential(credential.name), actual: "nothing", contract: credential.location,
          detail: credential.name,
          "The endpoint requires the credential \(credential.name), but the request has no \(place) in its body.")
      }
      let name = credential.headerName ?? credential.name
      return Finding(
        .request.header.missing, at: JSONPointer(tokens: ["request", "headers", name]),
        expected: Drift.credential(credential.name), actual: "nothing", contract: credential.location, detail: name,
        "The endpoint requires the credential \(credential.name), but the request doesn't send it in the header "
          + "\(name)."
      )
    }
  }
}
