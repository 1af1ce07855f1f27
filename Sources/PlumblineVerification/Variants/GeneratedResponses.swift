import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The JSON bodies generated for a documented response, in several sizes. They are the same in every run.
struct GeneratedResponses {
  private static let sizes: [(title: String, size: GenerationSize, seed: UInt64)] = [
    ("every field", .maximal, 0), ("required fields only", .minimal, 0), ("a typical answer", .typical, 1),
    ("another typical answer", .typical, 2), ("a third typical answer", .typical, 3),
  ]

  /// Returns a Boolean value that indicates whether a title is one of the bodies' titles.
  static func has(_ title: String) -> Bool { sizes.contains { $0.title == title } }

  let answer: DocumentedResponse
  let contract: Contract
  /// The stream to generate, if the response may be a stream.
  var stream: StreamedResponse?

  /// The bodies. For a stream, they are lists of parts. For a response that isn't JSON, the array is empty.
  var all: [(title: String, body: JSON)] {
    Self.sizes.compactMap { title, size, seed in body(size, seed).map { (title, $0) } }
  }

  private func body(_ size: GenerationSize, _ seed: UInt64) -> JSON? {
    switch answer.content {
    case .payload(let schema): (try? schema.generate(size, seed: seed).get()).map { wrapped($0, size) }
    case .noPayload: wrapped(nil, size)
    case .body(let schema): try? schema.generate(size, seed: seed).get()
    case .media: stream.flatMap { made($0, size, seed) }
    case .empty: nil
    }
  }

  private func made(_ stream: StreamedResponse, _ size: GenerationSize, _ seed: UInt64) -> JSON? {
    (try? stream.content.schema?.generate(size, seed: seed).get()).map(stream.opened)
  }

  private func wrapped(_ payload: JSON?, _ size: GenerationSize) -> JSON {
    guard let envelope = contract.envelope else { return payload ?? .emptyObject }
    let others = answer.others.compactMap { name in
      (try? envelope.other(name)?.schema.generate(size).get()).map { (name: name, value: $0) }
    }
    return envelope.success(payload: payload, message: size == .minimal ? nil : "Done.", others: others)
  }
}
