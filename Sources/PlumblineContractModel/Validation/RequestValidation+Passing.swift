import PlumblineHTTPMessages
import PlumblineJSONTree

extension RequestValidation {
  /// Whether the request asks for nothing that its endpoint forbids; what is merely undocumented passes.
  ///
  /// True says that ``faults()`` has none but undocumented ones. It is found without putting anything into words; where
  /// a request needs a closer look it is false, and ``faults()`` tells.
  package var isPassing: Bool {
    let endpoint = reading.endpoint
    guard reading.pathValues.count == endpoint.path.count else { return false }
    for (parameter, value) in zip(endpoint.path, reading.pathValues) where !parameter.schema.isValid(value) {
      return false
    }
    if reading.request.queryBytes == nil {
      if endpoint.query.contains(where: \.isRequired) { return false }
    } else {
      for parameter in endpoint.query where !isPassing(reading.query(parameter.name), parameter) { return false }
    }
    for parameter in endpoint.headers where !isPassing(reading.header(parameter.name), parameter) { return false }
    return isBodyPassing
  }

  private func isPassing(_ value: JSON?, _ parameter: Parameter) -> Bool {
    guard let value else { return !parameter.isRequired }
    return parameter.schema.isValid(value)
  }

  private var isBodyPassing: Bool {
    guard case .bytes(let bytes) = reading.request.body, !bytes.isEmpty else {
      guard case .stream = reading.request.body else { return !(reading.endpoint.body?.isRequired ?? false) }
      return true
    }
    guard let type = reading.request.headers.bytes("content-type"), type.isSame(as: "application/json"),
      let content = reading.endpoint.body?.json, let value = reading.body
    else { return false }
    return content.schema?.isValid(value) ?? true
  }
}
