import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI

extension CollectionWriter {
  /// Writes an endpoint's responses, based on the saved ones.
  func answers(_ group: SampleGroup, into json: inout JSONBuilder) {
    var successes: [(status: Int, samples: [Sample])] = []
    var failures: [String] = []
    for sample in group.samples {
      guard let response = sample.response else { continue }
      switch response.savedStatus {
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
        log.note(response, "The saved response \"\(sample.name)\" is left out: it has no status from 200 to 599.")
      }
    }
    if successes.isEmpty {
      log.note(
        group.main.source,
        "\"\(group.main.name)\" has no saved success response, so any status from 200 to 299 is a success, with any "
          + "body.")
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
    if !failures.isEmpty { json.member("errors", JSON.array(failures.map { JSON($0) })) }
  }

  /// Writes the bodies of responses by media type. Returns `false` if no body has a media type.
  func answerContent(_ samples: [Sample], into json: inout JSONBuilder) -> Bool {
    let bodies = samples.compactMap { body(of: $0) }
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

extension CollectionWriter {
  /// Returns the body of a saved response. If it can't be read as written, notes how it is read instead.
  private func body(of sample: Sample) -> SavedResponseBody? {
    guard let response = sample.response, let body = SavedResponseBody(response, variables) else { return nil }
    let place = response["body"] ?? response
    let name = sample.name
    switch body.reading {
    case .asWritten: break
    case .withoutComments:
      log.note(place, "The body of the saved response \"\(name)\" is read without its comments and trailing commas.")
    case .asText:
      log.note(
        place,
        "The body of the saved response \"\(name)\" isn't JSON, although its header says so; it is read as text.")
    }
    return body
  }
}

/// The body of a saved response.
struct SavedResponseBody {
  /// The way in which a body is read.
  enum Reading {
    case asWritten
    /// The body is JSON with comments or trailing commas, and these are removed.
    case withoutComments
    /// The body is a string, although its header declares JSON.
    case asText
  }

  let mediaType: String
  let text: String
  let json: JSON?
  let reading: Reading

  /// Reads the body of a response, or returns `nil` if it has none.
  init?(_ response: JSON, _ variables: Variables) {
    guard let text = response["body"]?.string, !text.isEmpty else { return nil }
    self.text = text
    let written = SavedHeaders(response, variables)["content-type"].map { MediaType.essence(of: $0) }
    let named = written.flatMap { MediaType.isName($0) ? $0 : nil }
    let plain = try? JSON.parse(text)
    var value = plain
    // A string without a type may contain slashes and commas that aren't comments. Treat text as JSON only if it begins
    // with a bracket.
    if plain == nil, named.map({ MediaType.isJSON($0) }) ?? (text.hasPrefix("{") || text.hasPrefix("[")) {
      value = try? JSON.parse(CommentedJSON.plain(text))
    }
    let guess = value != nil ? "application/json" : text.hasPrefix("<") ? "text/html" : "text/plain"
    let type = named ?? guess
    guard MediaType.isJSON(type), value != nil else {
      // Text that can't be parsed as JSON isn't JSON, whatever its header says.
      mediaType = MediaType.isJSON(type) ? "text/plain" : type
      json = nil
      reading = MediaType.isJSON(type) ? .asText : .asWritten
      return
    }
    mediaType = type
    json = value
    reading = plain == nil ? .withoutComments : .asWritten
  }
}
