import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

extension CollectionWriter {
  /// Writes the endpoints of one file.
  func endpoints(_ groups: [SampleGroup], into json: inout JSONBuilder) {
    json.member("endpoints") { json in
      json.object { json in
        for group in groups {
          json.comes(from: group.main.source)
          json.member(group.id) { json in
            json.object { json in endpoint(group, into: &json) }
          }
        }
      }
    }
  }

  private func endpoint(_ group: SampleGroup, into json: inout JSONBuilder) {
    let main = group.main
    let line = "\(group.method) \(group.template.text)"
    json.member("summary", main.name.isEmpty ? line : leftOut.text(main.name))
    json.comes(from: main.request)
    json.member("request", line)
    json.comes(from: main.source)
    json.member("source", "\(translator.path), \(main.name.isEmpty ? line : leftOut.text(main.name))")
    let describing = (main.request.kind == .object ? main.request.describing : nil) ?? main.source.describing
    if let describing { json.member("description", leftOut.text(describing)) }
    if let when = group.when {
      json.member("when") { json in
        json.object { json in json.member(when.address, JSON.object([("const", JSON(when.value))])) }
      }
    }
    var alternatives: [[String]] = []
    for sample in group.samples {
      let alternative = sample.credential.map { [$0] } ?? []
      if !alternatives.contains(alternative) { alternatives.append(alternative) }
    }
    if alternatives != [[]] {
      json.member("authentication", JSON.array(alternatives.map { JSON.array($0.map { JSON($0) }) }))
    }
    let required = parameters(group, into: &json)
    let bodies = group.samples.compactMap(\.body)
    requirements(required, bodies, group, into: &json)
    requestContent(bodies, into: &json)
    answers(group, into: &json)
  }

  /// Writes the parameters, and returns the names of the query parameters that are always present.
  private func parameters(_ group: SampleGroup, into json: inout JSONBuilder) -> [String] {
    json.comes(from: group.main.request)
    if !group.template.parameters.isEmpty {
      json.member("path") { json in
        json.object { json in
          for (index, name) in group.template.parameters.enumerated() {
            let values = group.samples.compactMap { $0.url.values.indices.contains(index) ? $0.url.values[index] : nil }
            json.member(name) { json in
              field(name, values, isList: false, nil, into: &json)
            }
          }
        }
      }
    }
    let hidden = credentials.all.filter { $0.place == "query" }.compactMap(\.field)
    let query = group.samples.map { $0.url.query.filter { !hidden.contains($0.name) && Self.isNamed($0) } }
    fields("query", query, into: &json)
    let secret = credentials.all.filter { $0.place == "header" }.compactMap { $0.field?.lowercased() }
    let headers = group.samples.map { sample in
      sample.headers.all.filter { !SavedHeaders.isOfTransport($0.name) && !secret.contains($0.name.lowercased()) }
    }
    fields("headers", headers, into: &json)
    let always = query[0].filter { item in
      query.allSatisfy { $0.contains { $0.name == item.name && !$0.isDisabled } }
    }
    var names: [String] = []
    for item in always where !names.contains(item.name) { names.append(item.name) }
    return names
  }

  /// Returns a Boolean value that indicates whether a parameter's name is a word rather than a variable.
  private static func isNamed(_ item: RequestURL.Item) -> Bool { !Variables.isOpen(item.name) }

  private func fields(_ place: String, _ samples: [[RequestURL.Item]], into json: inout JSONBuilder) {
    var order: [String] = []
    var known: Set<String> = []
    let isHeaders = place == "headers"
    for item in samples.joined() where known.insert(isHeaders ? item.name.lowercased() : item.name).inserted {
      order.append(item.name)
    }
    guard !order.isEmpty else { return }
    json.member(place) { json in
      json.object { json in
        for name in order {
          let own = samples.map {
            $0.filter { isHeaders ? $0.name.lowercased() == name.lowercased() : $0.name == name }
          }
          let all = Array(own.joined())
          let isList = !isHeaders && own.contains { $0.filter { !$0.isDisabled }.count > 1 }
          json.comes(from: all[0].source)
          json.member(name) { json in
            field(
              name, all.map(\.value), isList: isList, all.compactMap { Self.text(of: $0.source) }.first, into: &json)
          }
        }
      }
    }
  }

  private static func text(of source: JSON) -> String? { source.kind == .object ? source.describing : nil }

  /// The names of parameters that count something.
  private static let counts: Set<String> = [
    "page", "limit", "offset", "size", "count", "per_page", "perpage", "page_size", "pagesize", "skip", "take", "top",
  ]

  private func field(
    _ name: String, _ values: [String], isList: Bool, _ description: String?, into json: inout JSONBuilder
  ) {
    let values = values.filter { !Variables.isOpen($0) && leftOut.isShown($0, of: name) }
    let isCount = Self.counts.contains(name.lowercased()) && values.allSatisfy { Int($0).map { "\($0)" } == $0 }
    let isSwitch = values.allSatisfy { $0 == "true" || $0 == "false" }
    let type = values.isEmpty ? "string" : isCount ? "integer" : isSwitch ? "boolean" : "string"
    json.object { json in
      if let description { json.member("description", leftOut.text(description)) }
      if isList {
        json.member("type", "array")
        json.member("items", JSON.object([("type", "string")]))
      } else {
        json.member("type", type)
        if let first = values.first {
          let example =
            type == "integer" ? JSON(Int(first) ?? 0) : type == "boolean" ? JSON(first == "true") : JSON(first)
          json.member("examples", JSON.array([example]))
        }
      }
    }
  }

  private func requirements(
    _ query: [String], _ bodies: [SavedBody], _ group: SampleGroup, into json: inout JSONBuilder
  ) {
    guard !query.isEmpty || !bodies.isEmpty else { return }
    json.member("required") { json in
      json.object { json in
        if !query.isEmpty { json.member("query", JSON.array(query.map { JSON($0) })) }
        guard !bodies.isEmpty else { return }
        let isKnown = bodies.allSatisfy { if case .other = $0.content { false } else { true } }
        json.member("body", isKnown && bodies.count == group.samples.count)
      }
    }
  }

  private func requestContent(_ bodies: [SavedBody], into json: inout JSONBuilder) {
    var types: [String] = []
    for body in bodies where !types.contains(body.mediaType) { types.append(body.mediaType) }
    guard !types.isEmpty else { return }
    json.member("content") { json in
      json.object { json in
        for type in types {
          let own = bodies.filter { $0.mediaType == type }
          json.comes(from: own[0].source)
          json.member(type) { json in
            json.object { json in
              guard let shape = shape(of: own) else { return }
              json.member("schema") { json in
                shape.write(description: Self.inferred(own.count, "request"), into: &json)
              }
            }
          }
        }
      }
    }
  }

  /// Returns the shape of bodies, or `nil` if one of them can't be described.
  private func shape(of bodies: [SavedBody]) -> SampleShape? {
    let shape = SampleShape { [leftOut] name, value in leftOut.isShown(value, of: name) }
    let lists = Set(bodies.flatMap { Self.repeated($0) })
    for body in bodies {
      switch body.content {
      case .json(let value): shape.add(value)
      case .text(let text): shape.add(JSON(text))
      case .form(let fields, let files):
        var members: [(String, JSON)] = []
        for field in fields where !field.isDisabled && !members.contains(where: { $0.0 == field.name }) {
          let values = fields.filter { $0.name == field.name && !$0.isDisabled }.map { item in
            JSON(
              files.contains(item.name)
                ? "file" : Variables.isOpen(item.value) ? variables.concrete(item.value) : item.value)
          }
          members.append((field.name, lists.contains(field.name) ? JSON.array(values) : values[0]))
        }
        shape.add(JSON.object(members))
        for field in fields where field.isDisabled { shape.allow(field.name) }
      case .other: return nil
      }
    }
    return shape
  }

  /// Returns the fields of a form that occur more than once.
  private static func repeated(_ body: SavedBody) -> [String] {
    guard case .form(let fields, _) = body.content else { return [] }
    let names = fields.filter { !$0.isDisabled }.map(\.name)
    return names.filter { name in names.filter { $0 == name }.count > 1 }
  }

  static func inferred(_ count: Int, _ what: String) -> String {
    count == 1 ? "Inferred from a saved \(what)." : "Inferred from \(count) saved \(what)s."
  }
}
