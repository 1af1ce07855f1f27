import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema

/// Checks that the mock can generate the bodies of errors.
enum FailureLint {
  static func problems(contract: Contract) -> [Problem] {
    contract.failures.flatMap { failure in
      schemas(of: failure).compactMap { schema -> Problem? in
        guard case .failure(let reason) = schema.example() else { return nil }
        return Problem(
          schema.source.location,
          "The mock has no body for the error \(failure.name): \(reason.message) Give this schema \"examples\".",
          isServable: true)
      }
    }
  }

  private static func schemas(of failure: Failure) -> [Schema] {
    switch failure.content {
    case .body(let schema): [schema]
    case .media(let contents): contents.filter { MediaType.isJSON($0.mediaType) }.compactMap(\.schema)
    case .envelope, .empty: []
    }
  }
}
