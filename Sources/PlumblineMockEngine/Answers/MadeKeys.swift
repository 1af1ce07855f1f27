import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The keys of items in generated lists. A path that names one item may accept less than the items' schema does, such
/// as only UUIDs where the schema allows any string. A client that requests an item of the list must get a response.
final class MadeKeys: Sendable {
  /// The parameters of the paths that name one item, by the shapes of the paths of their lists.
  private let parameters: [[PathTemplate.Shape]: Parameter]

  init(_ endpoints: [Endpoint]) {
    var parameters: [[PathTemplate.Shape]: Parameter] = [:]
    for endpoint in endpoints where endpoint.request.method == .get {
      guard case .parameter(let name)? = endpoint.request.template.segments.last,
        let parameter = endpoint.path.first(where: { $0.name == name }), parameter.isPlain
      else { continue }
      parameters[endpoint.request.template.shape.dropLast()] = parameter
    }
    self.parameters = parameters
  }

  /// Returns a generated body with keys that the path of one item accepts, if its schema accepts them too.
  func accepted(_ body: JSON, of endpoint: Endpoint, _ schema: Schema) -> JSON {
    guard endpoint.request.method == .get, let parameter = parameters[endpoint.request.template.shape] else {
      return body
    }
    let lists = body.kind == .array ? [body] : body.members.map(\.value).filter { $0.kind == .array }
    var made = body
    for list in lists {
      for (index, item) in list.elements.enumerated() {
        let key = [parameter.name, "id"].lazy.compactMap { item[$0] }.first
        guard let key, key.kind == .string, ![parameter].accept(key),
          let better = try? parameter.schema.example(seed: UInt64(index)).get(), better.kind == .string,
          let next = made.replacing(key.pointer, with: better), schema.isValid(next)
        else { continue }
        made = next
      }
    }
    return made
  }
}
