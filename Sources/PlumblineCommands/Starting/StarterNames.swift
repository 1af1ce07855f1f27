/// The names of the parts of a new package, derived from its service.
struct StarterNames: Sendable {
  /// The service's name, such as `pet-shop`.
  let service: String

  /// The prefix of type names, such as `PetShop`. It consists of letters and digits, with each word capitalized.
  var type: String {
    service.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  var client: String { type + "Client" }
  var suite: String { type + "Suite" }
  var error: String { type + "Error" }
  var tests: String { client + "Tests" }
  var tool: String { service + "-plumbline" }
}
