import PlumblineContractModel

/// The admission of a request: its endpoint's recordings and its caller.
///
/// It is cached for all requests with the same target and header fields, if it depends only on these.
final class Admission: Sendable {
  let recordings: EndpointRecordings
  let persona: Persona?
  /// A Boolean value that indicates whether the admission holds for every request with the same target and fields, as
  /// long as no credentials are issued.
  let isLasting: Bool

  init(recordings: EndpointRecordings, persona: Persona?, isLasting: Bool) {
    self.recordings = recordings
    self.persona = persona
    self.isLasting = isLasting
  }
}
