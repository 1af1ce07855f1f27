import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The keys of items in generated lists.
///
/// A client that requests an item of a list must get a response, but the path of a single item may be more restrictive
/// than the items' schema. For example, it may accept only UUIDs where the schema allows any string.
final class MadeKeys: Sendable {
  /// The parameters that contain the keys of single items, by the path shapes of the corresponding lists.
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

  /// Returns a generated list in which the keys are replaced by ones that the path of a single item accepts, as far as
  /// the schema allows that.
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
