import PlumblineJSONTree

/// Where things are in the bodies of a service's answers.
extension Contract {
  /// Where a success has its payload: the whole body where there is no envelope for it.
  package var payloadPlace: JSONPointer { envelope?.payload ?? JSONPointer() }

  /// What a success holds inside its envelope.
  package func payload(of body: JSON) -> JSON? { body.at(payloadPlace) }

  /// Where a failure has its code; `nil` where nothing says so.
  package func codePlace(of failure: Failure) -> JSONPointer? {
    if let place = failure.codePlace { return place }
    if case .envelope = failure.content { return envelope?.errorCode }
    return nil
  }

  /// The code in a refusal's body: where a failure that its status may mean has it, else where the envelope has it.
  package func errorCode(of body: JSON?, at status: Int, from endpoint: Endpoint?) -> ErrorCode? {
    guard let body else { return nil }
    let places =
      (endpoint?.failures(at: status) ?? []).compactMap(codePlace(of:)) + [envelope?.errorCode].compactMap { $0 }
    return places.lazy.compactMap { body.at(slot: $0).flatMap(ErrorCode.init) }.first
  }

  /// Returns a Boolean value that indicates whether a success status comes with a body that says it is none, or any status with
  /// one that says it is a refusal.
  package func isRefusal(_ status: Int, _ body: JSON?) -> Bool { status >= 400 || envelope?.says(body) == false }
}
