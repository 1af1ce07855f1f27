import PlumblineContractModel

/// Checks that the mock knows the values of required header fields.
///
/// A field without a schema may have any value. Values are known for fields about the item (`Location` of a new item,
/// `ETag`), for recorded fields, and for fields that contracts don't determine (`Date`).
enum HeaderLint {
  private static let known: Set<String> = [
    "connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding",
  ]

  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    let recorded = Dictionary(grouping: recordings, by: \.endpoint)
    let successes = contract.endpoints.flatMap { endpoint in
      endpoint.answers.flatMap { answer in
        answer.headers.compactMap { header -> Problem? in
          guard isOpen(header), !isTold(header, answer, endpoint) else { return nil }
          let isRecorded =
            recorded[endpoint.id]?.contains { recording in
              answer.statuses.contains(recording.response.status) && recording.response.headers.contains(header.name)
            } ?? false
          return isRecorded ? nil : problem(header, "The response of \(endpoint.id)", ", or record one that has it")
        }
      }
    }
    let failures = contract.failures.flatMap { failure in
      failure.headers.compactMap { header -> Problem? in
        guard isOpen(header) else { return nil }
        // The challenge is derived from the credential.
        if failure.statuses.contains(401), header.name.lowercased() == "www-authenticate" { return nil }
        return problem(header, "The error \(failure.name)")
      }
    }
    return successes + failures
  }

  private static func isOpen(_ header: DocumentedResponse.Header) -> Bool {
    header.isRequired && !header.saysWhat && !known.contains(header.name.lowercased())
  }

  /// Returns a Boolean value that indicates whether the mock's state provides the field's value.
  private static func isTold(
    _ header: DocumentedResponse.Header, _ answer: DocumentedResponse, _ endpoint: Endpoint
  ) -> Bool {
    switch header.name.lowercased() {
    case "etag": endpoint.states.contains { $0.collection != nil }
    case "location":
      answer.status < 300
        && endpoint.states.contains { $0.collection != nil && ($0.action == .create || $0.createsMissing) }
    default: false
    }
  }

  private static func problem(_ header: DocumentedResponse.Header, _ what: String, _ further: String = "") -> Problem {
    Problem(
      header.location,
      "\(what) requires \(header.name), but its value is unknown; give it a \"schema\", such as "
        + "{ \"type\": \"string\", \"examples\": [\"…\"] }\(further).",
      isServable: true)
  }
}
