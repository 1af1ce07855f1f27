import PlumblineContractModel

/// The admission of a request: its endpoint's recordings and its caller.
///
/// It is kept for all requests with the same target and fields if nothing else decided it.
final class Admission: Sendable {
  let recordings: EndpointRecordings
  let persona: Persona?

  init(recordings: EndpointRecordings, persona: Persona?) {
    self.recordings = recordings
    self.persona = persona
  }
}
