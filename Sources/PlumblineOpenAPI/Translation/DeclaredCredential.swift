import PlumblineJSONTree

/// A credential in a document, as a contract declares it.
package struct DeclaredCredential {
  /// The name of the persona that has all credentials of a document. Any non-empty value of a credential identifies it.
  package static let caller = "caller"

  /// The credential's name.
  package let name: String
  /// The location in a request, in the contract's terms.
  package let place: String
  /// The name of the header, query parameter, or cookie.
  package let field: String?
  /// The environment variable that holds the credential for real servers.
  package let environment: String
  /// The value that the mock's caller sends.
  package let sample: String
  package let source: JSON

  /// Creates a credential.
  ///
  /// - Parameter service: The name of the service that the credential belongs to.
  package init(name: String, place: String, field: String?, service: String, source: JSON) {
    self.name = name
    self.place = place
    self.field = field
    environment = SecuritySchemes.variable(service, name)
    sample = place == "basic" ? "\(Self.caller):demo" : "demo-\(name)"
    self.source = source
  }
}

extension JSONBuilder {
  /// Writes a contract's credentials, and the persona that has all of them.
  package mutating func credentials(_ credentials: [DeclaredCredential]) {
    member("credentials") { json in
      json.object { json in
        for credential in credentials {
          json.comes(from: credential.source)
          json.member(credential.name) { json in
            json.object { json in
              json.member("in", credential.place)
              if let field = credential.field { json.member("name", field) }
              json.member("environment", credential.environment)
              json.member("unknown", DeclaredCredential.caller)
            }
          }
        }
      }
    }
    member("personas") { json in
      json.object { json in
        json.member(DeclaredCredential.caller) { json in
          json.object { json in
            json.member("id", DeclaredCredential.caller)
            json.member("credentials") { json in
              json.object { json in
                for credential in credentials { json.member(credential.name, credential.sample) }
              }
            }
          }
        }
      }
    }
  }
}
