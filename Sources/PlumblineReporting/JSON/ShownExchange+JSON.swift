import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// An exchange in the JSON report:
///
///     { "request": { "method", "target", "headers": [[name, value]], "body"? | "text"?, "note"? },
///       "response"?: { "status", "headers", "body"?, … }, "failure"?, "variables"?: { "X-API-Key": "TRUELOG_API_KEY" } }
extension ShownExchange {
  func write(to json: inout JSONBuilder) {
    json.object { json in
      json.object("request") { json in
        json.member("method", method)
        json.member("target", target)
        Self.write(fields, body, to: &json)
      }
      if let answer {
        json.object("response") { json in
          json.member("status", answer.status)
          Self.write(answer.fields, answer.body, to: &json)
        }
      }
      if let failure { json.member("failure", failure) }
      let known = fields.filter { $0.variable != nil }
      if !known.isEmpty {
        json.object("variables") { json in
          for field in known { json.member(field.name, field.variable ?? "") }
        }
      }
    }
  }

  private static func write(_ fields: [Field], _ body: Body, to json: inout JSONBuilder) {
    json.array("headers") { json in
      for field in fields {
        json.array { json in
          json.string(field.name)
          json.string(field.value)
        }
      }
    }
    // Masking secrets may have made the body invalid JSON.
    if body.isJSON, let value = try? JSON.parse(body.text) {
      json.member("body", value)
    } else if !body.text.isEmpty {
      json.member("text", body.text)
    }
    if let note = body.note { json.member("note", note) }
  }

  init(_ json: JSON) throws(Problem) {
    let request = try json.member("request")
    var answer: Answer?
    if let response = json["response"] {
      answer = Answer(
        status: try response.count("status"), fields: try Self.readFields(response), body: try Self.readBody(response))
    }
    self.init(
      method: try request.text("method"), target: try request.text("target"), fields: try Self.readFields(request),
      body: try Self.readBody(request), answer: answer, failure: try json.textIfAny("failure"))
    guard let variables = json["variables"] else { return }
    for index in fields.indices {
      // The name is used in commands, so ignore anything that isn't a valid variable name.
      fields[index].variable = try variables.textIfAny(fields[index].name).flatMap {
        ShellWord.isVariable($0) ? $0 : nil
      }
    }
  }

  private static func readFields(_ json: JSON) throws(Problem) -> [Field] {
    var fields: [Field] = []
    for field in try json.list("headers") { fields.append(Field(field[0]?.string ?? "", field[1]?.string ?? "")) }
    return fields
  }

  private static func readBody(_ json: JSON) throws(Problem) -> Body {
    let note = try json.textIfAny("note")
    if let value = json["body"] { return Body(value.prettyText, isJSON: true, note: note) }
    return Body(try json.textIfAny("text") ?? "", note: note)
  }
}
