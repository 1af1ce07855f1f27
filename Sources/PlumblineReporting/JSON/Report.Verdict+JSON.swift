import PlumblineJSONTree

extension Report.Verdict {
  /// Writes the verdict as an object.
  func write(to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", service)
      json.member("endpoint", endpoint)
      json.member("request", request)
      json.member("standing", standing.rawValue)
      json.member("verdict", kind.rawValue)
      json.member("confidence", confidence.rawValue)
      json.member("reason", sentence)
      if let place { json.member("place", place) }
      json.member("evidence") { json in
        json.array { json in
          for line in evidence {
            json.object { json in
              json.member("role", line.role.rawValue)
              json.member("request", line.request)
              json.member("answer", line.answer)
            }
          }
        }
      }
    }
  }
}
