/// An exchange as shown in reports, without secrets and truncated if it is long.
package struct ShownExchange: Sendable, Hashable {
  /// A header field.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
    /// The environment variable that holds the credential masked in the value, or `nil` if there is none.
    package var variable: String?

    package init(_ name: String, _ value: String, variable: String? = nil) {
      self.name = name
      self.value = value
      self.variable = variable
    }
  }

  /// The body of a message.
  package struct Body: Sendable, Hashable {
    /// The body as indented JSON or other text. It is empty if the body isn't text.
    package var text: String
    package var isJSON: Bool
    /// A note about omitted text, such as "shortened from 48210 bytes", or `nil` if the text is complete.
    package var note: String?

    package init(_ text: String = "", isJSON: Bool = false, note: String? = nil) {
      self.text = text
      self.isJSON = isJSON
      self.note = note
    }

    package var isEmpty: Bool { text.isEmpty && note == nil }
  }

  package var method: String
  /// The path and query.
  package var target: String
  package var fields: [Field]
  package var body: Body
  /// The response, or `nil` if none arrived completely.
  package var answer: Answer?
  /// The reason that there was no response, as a sentence.
  package var failure: String?

  /// The response to a request.
  package struct Answer: Sendable, Hashable {
    package var status: Int
    package var fields: [Field]
    package var body: Body

    package init(status: Int, fields: [Field], body: Body) {
      self.status = status
      self.fields = fields
      self.body = body
    }
  }

  package init(
    method: String, target: String, fields: [Field], body: Body, answer: Answer?, failure: String? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.answer = answer
    self.failure = failure
  }

  /// All strings of the exchange in a fixed order.
  var words: [String] {
    func words(_ fields: [Field], _ body: Body) -> [String] {
      fields.flatMap { [$0.name, $0.value, $0.variable ?? ""] } + [body.text, "\(body.isJSON)", body.note ?? ""]
    }
    let answered = answer.map { ["\($0.status)"] + words($0.fields, $0.body) } ?? []
    return [method, target] + words(fields, body) + answered + [failure ?? ""]
  }

  /// Returns the exchange with every string changed.
  func changing(_ change: (String) -> String) -> ShownExchange {
    func fields(_ fields: [Field]) -> [Field] { fields.map { Field($0.name, change($0.value), variable: $0.variable) } }
    func body(_ body: Body) -> Body { Body(change(body.text), isJSON: body.isJSON, note: body.note) }
    var changed = self
    changed.target = change(target)
    changed.fields = fields(self.fields)
    changed.body = body(self.body)
    changed.answer = answer.map { Answer(status: $0.status, fields: fields($0.fields), body: body($0.body)) }
    changed.failure = failure.map(change)
    return changed
  }
}
