import PlumblineContractModel
import PlumblineHTTPMessages

/// The path of a request, as recorded or as generated from the contract, with ids from variables.
struct DirectPath: Sendable {
  /// The value of a parameter unless a variable overrides it.
  private struct Value: Sendable {
    /// The decoded value, or the percent-encoded value if the parameter isn't plain (``Parameter/isPlain``).
    let text: String
    /// A value that certainly exists on a mock.
    var onMock: String?
  }

  private let endpoint: Endpoint
  private let names: DirectNames
  /// The recorded path, percent-encoded, or `nil` for a generated one.
  private let recorded: String?
  private let values: [String: Value]
  /// The parameters that no variable may override.
  private let kept: Set<String>

  /// Creates a recorded path.
  ///
  /// - Parameter kept: The parameters that stay as recorded because they may be the reason for the refusal.
  init(_ path: String, of endpoint: Endpoint, names: DirectNames, keeping kept: Set<String>) {
    self.endpoint = endpoint
    self.names = names
    self.kept = kept
    recorded = path
    var values = (endpoint.request.template.match(path) ?? [:]).mapValues { Value(text: $0) }
    let raws = endpoint.request.template.rawValues(in: Array(path.utf8)[...]) ?? []
    for (parameter, raw) in zip(endpoint.path, raws) where !parameter.isPlain {
      values[parameter.name] = Value(text: String(decoding: raw, as: UTF8.self))
    }
    self.values = values
  }

  /// Creates a path from examples in the contract, values that its schemas allow, and ids in the contract's data.
  ///
  /// - Parameter asked: The values that the endpoint's `when` requires.
  init(madeFor endpoint: Endpoint, names: DirectNames, seeds: DirectSeeds, asked: [String: String]) {
    self.endpoint = endpoint
    self.names = names
    recorded = nil
    kept = []
    var listed: [String: String] = [:]
    var made: [String: String] = [:]
    for parameter in endpoint.path {
      let value = parameter.schema.shownExample ?? (try? parameter.schema.example().get())
      made[parameter.name] = value.map { value in
        parameter.isPlain ? value.string ?? value.text : parameter.style.pathText(value, named: parameter.name)
      }
      if parameter.schema.listsValues { listed[parameter.name] = made[parameter.name] }
    }
    let known = seeds.path(of: endpoint, preferring: listed).filter { name, text in
      // Another path's value for a parameter of the same name may not fit here.
      guard let parameter = endpoint.path.first(where: { $0.name == name }), parameter.isPlain else { return true }
      return parameter.schema.isValid(parameter.value(ofList: text))
    }
    var values: [String: Value] = [:]
    for name in endpoint.request.template.parameters {
      if let text = asked[name] {
        values[name] = Value(text: text)
      } else {
        values[name] = Value(text: listed[name] ?? known[name] ?? made[name] ?? "1", onMock: known[name])
      }
    }
    self.values = values
  }

  /// The ids in the path that may not exist on the server.
  var identifiers: [CallGuesses.Identifier] {
    endpoint.request.template.parameters.filter { !kept.contains($0) }.map { name in
      CallGuesses.Identifier(
        variable: names.name(of: name, in: endpoint), parameter: name,
        location: endpoint.path.first { $0.name == name }?.location)
    }
  }

  /// Returns the path as a caller sends it.
  func text(in context: CallContext) throws -> String {
    var texts: [String: String] = [:]
    for name in endpoint.request.template.parameters {
      let own = values[name]
      let text = (context.isOnServer ? nil : own?.onMock) ?? own?.text ?? "1"
      texts[name] = kept.contains(name) ? text : try given(name, otherwise: text, in: context)
      if context.isOnServer, recorded != nil, texts[name] == own?.text, isSecret(name, text) {
        throw context.unsendable("its recorded path contains a secret (\(name)), which is never sent to a real server")
      }
    }
    let template = endpoint.request.template
    if let path = path(of: texts) { return path }
    let shown = texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    throw context.unsendable("\(shown) can't be written in the path \(template); set other values with --var")
  }

  /// Returns a variable's value for a parameter. If the parameter is a list in a delimited style, the variable contains
  /// its elements, separated by commas.
  private func given(_ name: String, otherwise text: String, in context: CallContext) throws -> String {
    let variable = names.name(of: name, in: endpoint)
    guard let parameter = styled.first(where: { $0.name == name }) else {
      return try recorded == nil ? context.text(variable, default: text) : context.text(variable, recorded: text)
    }
    let given = try context.text(variable, default: "")
    return given.isEmpty ? text : parameter.style.pathText(parameter.value(ofList: given), named: name)
  }

  private var styled: [Parameter] { endpoint.path.filter { !$0.isPlain } }

  private func path(of texts: [String: String]) -> String? {
    let template = endpoint.request.template
    if styled.isEmpty { return recorded.map { template.expand(texts, like: $0) } ?? template.expand(texts) }
    if let recorded, texts.allSatisfy({ values[$0.key]?.text == $0.value }) { return recorded }
    let names = Set(styled.map(\.name))
    return template.expand(
      encoded: Dictionary(
        uniqueKeysWithValues: texts.map { name, text in
          (name, names.contains(name) ? text : PathTemplate.encode(text, goesAcross: false))
        }))
  }

  private func isSecret(_ name: String, _ text: String) -> Bool {
    SecretNames.isSecret(name, holding: text) || !Redactor.looks(in: text).isEmpty
  }
}
