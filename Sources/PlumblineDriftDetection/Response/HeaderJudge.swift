import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks a response's header fields against the contract.
struct HeaderJudge {
  let contract: Contract
  let promised: [DocumentedResponse.Header]
  let headers: HeaderFields

  func findings() -> [Finding] { promisedFindings() + strangers() }

  private func strangers() -> [Finding] {
    UndocumentedHeaders(
      headers: headers, known: promised.map(\.name), message: "response", rule: .response.header.undocumented,
      contract: contract
    ).findings()
  }

  private func promisedFindings() -> [Finding] {
    promised.compactMap { header in
      let values = headers.values(header.name)
      guard !values.isEmpty else {
        guard header.isRequired else { return nil }
        let name = header.name.lowercased()
        return Finding(
          .response.header.missing, at: Self.place(name), expected: "the header \(header.name)", actual: "nothing",
          contract: header.location, detail: name, "The required header \(header.name) is missing.")
      }
      guard let schema = header.schema else { return nil }
      for text in values {
        guard let violation = schema.violations(of: header.reading(text), limit: 1).first else { continue }
        let name = header.name.lowercased()
        let isSecret =
          SecretNames.isSecret(field: name, holding: text) || contract.credentials.contains { $0.headerName == name }
        return Finding(
          .response.header.invalid, at: Self.place(name), expected: violation.expected,
          actual: isSecret ? nil : ShortText.quoted(text), contract: violation.schemaLocation, detail: name,
          "The header \(header.name) doesn't match its schema.")
      }
      return nil
    }
  }

  private static func place(_ name: String) -> JSONPointer { JSONPointer(tokens: ["response", "headers", name]) }
}
