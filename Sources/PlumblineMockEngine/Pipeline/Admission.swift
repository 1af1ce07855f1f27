import PlumblineContractModel

/// The admission of a request: its endpoint's recordings and its caller.
///
/// It is kept for all requests with the same target and fields, if only those decided it.
final class Admission: Sendable {
  let recordings: EndpointRecordings
  let persona: Persona?
  /// A Boolean value that indicates whether it holds for every request with the same target and fields, as long as no
  /// credentials are handed out.
  let isLasting: Bool

  init(recordings: EndpointRecordings, persona: Persona?, isLasting: Bool) {
    self.recordings = recordings
    self.persona = persona
    self.isLasting = isLasting
  }
}
