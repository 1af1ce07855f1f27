import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI

extension CollectionWriter {
  /// Writes what an endpoint answered, by the answers that were saved.
  func answers(_ group: SampleGroup, into json: inout JSONBuilder) {
    var successes: [(status: Int, samples: [Sample])] = []
    var failures: [String] = []
    for sample in group.samples {
      guard let response = sample.response else { continue }
      switch response["code"]?.int {
      case .some(let status) where (200...399).contains(status):
        if let index = successes.firstIndex(where: { $0.status == status }) {
          successes[index].samples.append(sample)
        } else {
          successes.append((status, [sample]))
        }
      case .some(let status) where (400...599).contains(status):
        let name = refusal(status, sample)
        if !failures.contains(name) { failures.append(name) }
      default:
        log.note(response, "The saved answer \"\(sample.name)\" is left out: it has no status from 200 to 599.")
      }
    }
    if successes.isEmpty {
      log.note(
        group.main.source,
        "\"\(group.main.name)\" has no saved answer of success: any of 200 to 299 is one, and nothing is said of it.")
    }
    json.comes(from: group.main.source)
    json.member("success") { json in
      json.object { json in
        if successes.isEmpty { json.member("2XX") { $0.object { _ in } } }
        for (status, samples) in successes {
          json.comes(from: samples[0].source)
          json.member("\(status)") { json in
            json.object { json in _ = answerContent(samples, into: &json) }
          }
        }
      }
    }
    if !failures.isEmpty { json.member("failures", JSON.array(failures.map { JSON($0) })) }
  }

  /// Writes the bodies of answers by their media types; false where none has one.
  func answerContent(_ samples: [Sample], into json: inout JSONBuilder) -> Bool {
    let bodies = samples.compactMap { $0.response.flatMap { AnswerBody($0, variables) } }
    var types: [String] = []
    for body in bodies where !types.contains(body.mediaType) { types.append(body.mediaType) }
    guard !types.isEmpty else { return false }
    json.member("content") { json in
      json.object { json in
        for type in types {
          let own = bodies.filter { $0.mediaType == type }
          json.member(type) { json in
            json.object { json in
              let values = own.compactMap(\.json)
              guard MediaType.isJSON(type), values.count == own.count else { return }
              let shape = SampleShape { [leftOut] name, value in leftOut.isShown(value, of: name) }
              for value in values { shape.add(value) }
              json.member("schema") { json in
                shape.write(description: Self.inferred(values.count, "answer"), into: &json)
              }
            }
          }
        }
      }
    }
    return true
  }
}

/// The body of a saved answer.
struct AnswerBody {
  let mediaType: String
  let text: String
  let json: JSON?

  /// `nil` where there is none.
  init?(_ response: JSON, _ variables: Variables) {
    guard let text = response["body"]?.string, !text.isEmpty else { return nil }
    self.text = text
    let parsed = try? JSON.parse(text)
    let written = SavedHeaders(response, variables)["content-type"].map { MediaType.essence(of: $0) }
    let guess = parsed != nil ? "application/json" : text.hasPrefix("<") ? "text/html" : "text/plain"
    var type = written.flatMap { MediaType.isName($0) ? $0 : nil } ?? guess
    // What can't be read as JSON is none, whatever its header says.
    if MediaType.isJSON(type), parsed == nil { type = "text/plain" }
    mediaType = type
    json = MediaType.isJSON(type) ? parsed : nil
  }
}
