import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request in a collection: either one of the collection's own, or the request of a saved response.
struct Sample {
  let name: String
  /// The item, or the saved response.
  let source: JSON
  let request: JSON
  /// The name of the top-level folder, or `nil` for a request outside folders.
  let folder: String?
  let method: HTTPMethod
  private(set) var url: RequestURL
  private(set) var template: PathTemplate
  let headers: SavedHeaders
  let body: SavedBody?
  /// The name of the credential that the request carries.
  let credential: String?
  /// The saved response, or `nil` for the collection's own request.
  let response: JSON?

  /// Returns the sample with another sample's template if its path matches that template. For example, `/users/7`
  /// matches `/users/{id}`.
  func adopting(pathOf other: Sample) -> Sample? {
    guard method == other.method, template.shape != other.template.shape, template.parameters.isEmpty,
      let values = other.template.match(template.text)
    else { return nil }
    var sample = self
    sample.template = other.template
    sample.url.take(other.template.parameters.map { ($0, values[$0]) })
    return sample
  }
}

/// The requests that belong to one endpoint.
struct SampleGroup {
  let method: HTTPMethod
  let template: PathTemplate
  /// The condition that distinguishes the requests from others with the same method and path, or `nil` if there is
  /// none.
  let when: (address: String, value: String)?
  var samples: [Sample]
  var id = ""

  /// The sample that gives the endpoint its name.
  var main: Sample { samples.first { $0.response == nil } ?? samples[0] }
}

/// A grouping of requests by method and path that separates requests whose values name different actions.
struct SampleGrouping {
  private struct Line: Hashable {
    let method: HTTPMethod
    let shape: [PathTemplate.Shape]
  }

  /// The names of query parameters and body members that name an action.
  private static let actions = ["action", "method", "operationName", "operation", "op", "command", "cmd", "function"]

  static func groups(of samples: [Sample]) -> [SampleGroup] {
    var order: [Line] = []
    var lines: [Line: [Sample]] = [:]
    for sample in samples {
      let line = Line(method: sample.method, shape: sample.template.shape)
      if lines[line] == nil { order.append(line) }
      lines[line, default: []].append(sample)
    }
    return order.flatMap { line in groups(on: lines[line] ?? []) }
  }

  private static func groups(on samples: [Sample]) -> [SampleGroup] {
    guard let first = samples.first else { return [] }
    let addresses = actions.map { "query.\($0)" } + actions.map { "body#/\($0)" }
    let telling = addresses.first { address in Set(samples.compactMap { value(at: address, of: $0) }).count > 1 }
    guard let telling else {
      return [SampleGroup(method: first.method, template: first.template, when: nil, samples: samples)]
    }
    var order: [String?] = []
    var parts: [String?: [Sample]] = [:]
    for sample in samples {
      let value = value(at: telling, of: sample)
      if parts[value] == nil { order.append(value) }
      parts[value, default: []].append(sample)
    }
    // Put the request without an action last, because it would match all others.
    return (order.filter { $0 != nil } + order.filter { $0 == nil }).map { value in
      SampleGroup(
        method: first.method, template: first.template, when: value.map { (telling, $0) }, samples: parts[value] ?? [])
    }
  }

  private static func value(at address: String, of sample: Sample) -> String? {
    let value: String?
    if address.hasPrefix("query.") {
      let items = sample.url.query.filter { !$0.isDisabled && "query.\($0.name)" == address }
      value = items.count == 1 ? items[0].value : nil
    } else if case .json(let body)? = sample.body?.content, body.kind == .object {
      value = body[String(address.dropFirst("body#/".count))]?.string
    } else {
      value = nil
    }
    guard let value, !value.isEmpty, !Variables.isOpen(value) else { return nil }
    return value
  }
}
