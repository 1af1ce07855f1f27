import PlumblineContractModel
import PlumblineHTTPMessages

/// A namespace for filling in query parameters with the values of variables.
package enum GivenQuery {
  /// Returns a query's items, as sent. Given values replace existing ones and fill in required ones. A long poll gets
  /// the value that makes its server respond at once.
  ///
  /// - Parameter addsAll: A Boolean value that indicates whether to add the endpoint's optional parameters as well.
  package static func items(
    _ query: String?, for endpoint: Endpoint, variables: [String: String], addsAll: Bool = false
  ) -> [String] {
    var items = query.map { $0.split(separator: "&").map(String.init) } ?? []
    for parameter in endpoint.query {
      let text = variables[VariableNames.words(parameter.name)]
      guard let value = text.map(parameter.value(ofList:)) ?? parameter.longPoll else { continue }
      let given = parameter.style.queryItems(value, named: parameter.name)
      let names = Set(given.map(name) + [parameter.name])
      let isThere = items.contains { names.contains(name(of: $0)) }
      guard isThere || parameter.isRequired || parameter.longPoll != nil || addsAll else { continue }
      items.removeAll { names.contains(name(of: $0)) }
      items += given
    }
    return items
  }

  private static func name(of item: String) -> String {
    PercentEncoding.decode(String(item.prefix { $0 != "=" }))
  }
}
