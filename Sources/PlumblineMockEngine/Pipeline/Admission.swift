import PlumblineContractModel

/// An admitted request: the recordings of its endpoint, and its caller.
///
/// If it depends only on the target and header fields, it is cached for all requests that share them.
final class Admission: Sendable {
  let recordings: EndpointRecordings
  let persona: Persona?
  /// A Boolean value that indicates whether the admission is valid for every request with the same target and fields,
  /// as long as no credentials are issued.
  let isLasting: Bool

  init(recordings: EndpointRecordings, persona: Persona?, isLasting: Bool) {
    self.recordings = recordings
    self.persona = persona
    self.isLasting = isLasting
  }
}
