import PlumblineJSONTree

/// The places of the payload and the error code in response bodies.
extension Contract {
  /// The place of a success's payload: the whole body if there is no envelope for it.
  package var payloadPlace: JSONPointer { envelope?.payload ?? JSONPointer() }

  /// Returns the payload of a success.
  package func payload(of body: JSON) -> JSON? { body.at(payloadPlace) }

  /// Returns the place of an error's code; `nil` if it has none.
  package func codePlace(of failure: Failure) -> JSONPointer? {
    if let place = failure.codePlace { return place }
    if case .envelope = failure.content { return envelope?.errorCode }
    return nil
  }

  /// Returns the code in the body of an error response: at the place that an error with a matching status declares,
  /// otherwise at the envelope's.
  package func errorCode(of body: JSON?, at status: Int, from endpoint: Endpoint?) -> ErrorCode? {
    guard let body else { return nil }
    let places =
      (endpoint?.failures(at: status) ?? []).compactMap(codePlace(of:)) + [envelope?.errorCode].compactMap { $0 }
    return places.lazy.compactMap { body.at(slot: $0).flatMap(ErrorCode.init) }.first
  }

  /// Returns a Boolean value that indicates whether a response is an error: by its status, or by a body that reports an
  /// error despite a success status.
  package func isRefusal(_ status: Int, _ body: JSON?) -> Bool { status >= 400 || envelope?.says(body) == false }
}
