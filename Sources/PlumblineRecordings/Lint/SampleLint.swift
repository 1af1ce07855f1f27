import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema

/// Checks that the mock can generate files for successes whose bodies are files.
enum SampleLint {
  static func problems(in recordings: [Recording], contract: Contract) -> [Problem] {
    let recorded = Dictionary(grouping: recordings, by: \.endpoint)
    return contract.endpoints.flatMap { endpoint in
      endpoint.answers.flatMap { answer in
        contents(of: answer).compactMap { content -> Problem? in
          let isRecorded = recorded[endpoint.id]?.contains { recording in
            answer.statuses.contains(recording.response.status)
              && recording.response.headers.mediaType == content.mediaType
          }
          return isRecorded == true ? nil : problem(content)
        }
      }
    }
  }

  /// Returns the contents that are files and have no example.
  private static func contents(of answer: DocumentedResponse) -> [MediaContent] {
    guard case .media(let contents) = answer.content else { return [] }
    return contents.filter { SampleFile.isMissing($0.mediaType) && $0.schema?.listsValues != true }
  }

  private static func problem(_ content: MediaContent) -> Problem {
    Problem(
      content.location,
      "The mock can't generate \(content.mediaType), so it sends text instead; add an example, or record one.",
      level: .warning)
  }
}
