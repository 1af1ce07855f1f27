import PlumblineHTTPMessages
import PlumblineJSONTree

/// A reader for the header field with the idempotency key, declared as in `"idempotency": "header.Idempotency-Key"`.
struct IdempotencyReader {
  /// The endpoint as written in its file.
  let endpoint: JSON
  let headers: [Parameter]
  let failures: [Failure]
  let log: ProblemLog

  /// Returns the parameter for the field, or `nil` if there is none.
  ///
  /// - Parameter address: The contract-wide field. It applies to a POST that documents it and doesn't override it.
  func read(isSafe: Bool, method: HTTPMethod, otherwise address: String?) -> Parameter? {
    guard let value = endpoint["idempotency"] else {
      guard !isSafe, method == .post, let address, case .header(let name) = Address(address),
        let parameter = headers.first(where: { $0.name.lowercased() == name.lowercased() })
      else { return nil }
      let own = endpoint["headers"]?.members.first { $0.key.lowercased() == name.lowercased() }?.value
      checkRefusal(of: name, at: own?.location ?? endpoint.location)
      return parameter
    }
    guard let text = value.string, case .header(let name) = Address(text) else { return nil }
    guard !isSafe else {
      log.error(
        value.location, "A request that changes nothing can be repeated anyway: remove \"idempotency\".")
      return nil
    }
    guard let parameter = headers.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      log.error(
        value.location,
        "This endpoint documents no header \(name); add \"\(name)\": { \"type\": \"string\" } to its \"headers\".")
      return nil
    }
    checkRefusal(of: name, at: value.location)
    return parameter
  }

  /// Warns if the endpoint documents no error for a key that is reused with a different body.
  private func checkRefusal(of name: String, at location: SourceLocation) {
    if failures.contains(where: { failure in [422, 409, 400].contains { failure.statuses.contains($0) } }) { return }
    log.warning(
      location,
      "A reused \(name) with a different body is rejected, but this endpoint has no error for that; add "
        + "\"keyReused\": { \"status\": 422 } to the \"errors\", and its name to those of the endpoint.")
  }

  /// Warns about a contract-wide idempotency key header that no endpoint declares.
  static func check(_ value: JSON?, _ endpoints: [Endpoint], _ context: ReadingContext) {
    guard let value, let text = value.string, case .header(let name) = Address(text), context.names.knowsAll,
      !endpoints.contains(where: { $0.idempotencyKey?.name.lowercased() == name.lowercased() })
    else { return }
    context.log.warning(
      value.location,
      "No POST has the header \(name) as its key, so this has no effect: add \"\(name)\": { \"type\": \"string\" } to their "
        + "\"headers\".")
  }
}
