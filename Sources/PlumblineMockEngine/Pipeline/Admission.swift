import PlumblineContractModel

/// That a request is let in: where it leads and who is calling.
///
/// It is kept for all requests with the same target and fields where nothing else was looked at to decide it.
final class Admission: Sendable {
  let recordings: EndpointRecordings
  let persona: Persona?

  init(recordings: EndpointRecordings, persona: Persona?) {
    self.recordings = recordings
    self.persona = persona
  }
}
