import PlumblineContractModel

extension Report {
  /// A value that calls used for one of their variables.
  package struct UsedValue: Sendable, Hashable {
    /// The origin of a value.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
      /// The value comes from `--var` or the environment.
      case given
      /// The value belongs to an item that the run created.
      case made
      /// The value belongs to an item in a list from the server.
      case found

      /// The origin as a short phrase, such as `created by the run`.
      var phrase: String {
        switch self {
        case .given: "given with --var or in the environment"
        case .made: "created by the run"
        case .found: "found on the server"
        }
      }
    }

    package var service: String
    /// The variable's name, such as `order_id`.
    package var variable: String
    package var value: String
    package var origin: Origin
    /// The ids of the endpoints whose calls used the value, in the order of their first calls.
    package var endpoints: [String]

    package init(service: String, variable: String, value: String, origin: Origin, endpoints: [String]) {
      self.service = service
      self.variable = variable
      self.value = value
      self.origin = origin
      self.endpoints = endpoints
    }

    /// The value as a phrase, such as `ord_8f2k, created by the run, for orders.update and orders.submit`.
    var phrase: String { "\(value), \(origin.phrase), for \(Spelling.list(endpoints, limit: 4))" }

    /// The variable and its value, such as `order_id: ord_8f2k, created by the run, for orders.update and
    /// orders.submit`.
    var sentence: String { "\(variable): \(phrase)" }
  }

  /// Adds a value that a call used. The same value of the same variable and origin is listed only once.
  package mutating func note(_ used: UsedValue) {
    let index = usedValues.firstIndex {
      $0.service == used.service && $0.variable == used.variable && $0.value == used.value && $0.origin == used.origin
    }
    guard let index else { return usedValues.append(used) }
    let known = usedValues[index].endpoints
    usedValues[index].endpoints += used.endpoints.filter { !known.contains($0) }
  }

  /// A sentence for each value. If there are very many, the last one gives the number of the rest.
  var usedValueSentences: [String] {
    let most = 24
    let shown = usedValues.count > most ? Array(usedValues.prefix(most - 1)) : usedValues
    let rest = usedValues.count - shown.count
    return shown.map(\.sentence) + (rest > 0 ? ["\(rest) more are in the JSON report"] : [])
  }
}
