import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A namespace for recreating recordings from entries that Plumbline exported.
package enum HARRecording {
  /// The name of the member that contains the times of a stream's parts, in milliseconds.
  static let times = "at"

  /// Recreates a recording from an entry. Returns `nil` if the entry comes from a different tool or its data isn't
  /// valid.
  ///
  /// - Parameter path: A closure that returns the path of the recording for messages. The file needn't exist.
  package static func recording(
    of entry: HAREntry, request: Request, path: (_ endpoint: String, _ name: String) -> String
  ) -> Recording? {
    guard let own = entry.source[HAREntry.ownKey], let endpoint = own["endpoint"]?.string,
      let name = own["name"]?.string,
      isWord(endpoint), isWord(name), let response = entry.exchange.response
    else { return nil }
    let blank = Recording(
      endpoint: endpoint, name: name, provenance: Provenance(kind: .imported, on: "1970-01-01", from: nil),
      caller: .anyone, exchange: Exchange(request: request, response: response), requestBody: nil, responseBody: nil,
      bindings: [], step: nil, location: entry.location)
    guard let file = try? JSON.parse(RecordingWriter.text(of: blank, schema: nil)), let sent = file["request"],
      let answered = file["response"]
    else { return nil }
    var members: [(String, JSON)] = []
    if let provenance = own["provenance"] { members.append(("provenance", provenance)) }
    members.append(("request", own["persona"].map { sent.setting("persona", to: $0) } ?? sent))
    members.append(("response", timed(answered, own[times])))
    members += own.members.filter { !["endpoint", "name", "persona", "provenance", times].contains($0.key) }.map {
      ($0.key, $0.value)
    }
    let bytes = JSON.object(members).serialized(.pretty)
    let loaded = RecordingLoader.load([.init(endpoint: endpoint, name: name, path: path(endpoint, name), bytes: bytes)])
    return loaded.problems.isEmpty ? loaded.recordings.first : nil
  }

  /// Returns a response in which each part has its time. If the number of times doesn't match, the response is returned
  /// unchanged.
  private static func timed(_ response: JSON, _ times: JSON?) -> JSON {
    guard let times, response["encoding"] == "events", let parts = response["body"], parts.count == times.count
    else { return response }
    let timed = zip(parts.elements, times.elements).map { part, time in
      JSON.object([("at", time)] + part.members.map { ($0.key, $0.value) })
    }
    return response.setting("body", to: .array(timed))
  }

  /// Returns a Boolean value that indicates whether a string is valid as the name of a file or folder, without path
  /// separators or `..`.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}
