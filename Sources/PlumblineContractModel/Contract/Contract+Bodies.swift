import PlumblineJSONTree

/// The locations of the payload and the error code in response bodies.
extension Contract {
  /// The location of a successful response's payload. If there is no envelope, the payload is the whole body.
  package var payloadPlace: JSONPointer { envelope?.payload ?? JSONPointer() }

  /// Returns the payload of a successful response.
  package func payload(of body: JSON) -> JSON? { body.at(payloadPlace) }

  /// Returns the location of an error's code, or `nil` if the error has none.
  package func codePlace(of failure: Failure) -> JSONPointer? {
    if let place = failure.codePlace { return place }
    if case .envelope = failure.content { return envelope?.errorCode }
    return nil
  }

  /// Returns the code in the body of an error response. The code's location is declared by an error with a matching
  /// status, or else by the envelope.
  package func errorCode(of body: JSON?, at status: Int, from endpoint: Endpoint?) -> ErrorCode? {
    guard let body else { return nil }
    let places =
      (endpoint?.failures(at: status) ?? []).compactMap(codePlace(of:)) + [envelope?.errorCode].compactMap { $0 }
    return places.lazy.compactMap { body.at(slot: $0).flatMap(ErrorCode.init) }.first
  }

  /// Returns a Boolean value that indicates whether a response is an error, either by its status or by a body that
  /// reports an error despite a success status.
  package func isRefusal(_ status: Int, _ body: JSON?) -> Bool { status >= 400 || envelope?.says(body) == false }
}
