import PlumblineJSONTree

/// Choices between schemas, each identified by the values of a member.
extension SchemaTranslator {
  /// Writes branches, each with the discriminator values that select it.
  func branches(_ name: String, _ value: JSON, _ schema: JSON, _ depth: Int, into json: inout JSONBuilder) {
    let discriminator = schema["discriminator"] ?? names.discriminators.inherited(by: value)
    let branches = value.elements.map { branch in
      (schema: branch, values: names.discriminators.values(of: branch, by: discriminator))
    }
    let otherwise = names.discriminators.otherwise(among: branches, by: discriminator)
    if otherwise == nil, let fallback = discriminator?.key(of: "defaultMapping") {
      log.note(
        fallback,
        "\"defaultMapping\" is read where it leads to one of several schemas and values name each of the others, so "
          + "this discriminator is ignored.", about: discriminator)
      return member(name, value, depth, into: &json)
    }
    guard value.kind == .array, let discriminator, let property = discriminator["propertyName"],
      branches.contains(where: { !$0.values.isEmpty })
    else { return member(name, value, depth, into: &json) }
    let place = discriminator.key(of: "mapping") ?? schema.key(of: "discriminator") ?? discriminator
    json.member(name) { json in
      json.array { json in
        for (index, (branch, values)) in branches.enumerated() {
          if values.isEmpty, index != otherwise {
            write(branch, .init(), depth: depth + 1, into: &json)
            continue
          }
          json.comes(from: branch)
          json.object { json in
            reference(of: branch, into: &json)
            if index == otherwise {
              let others = branches.enumerated().filter { $0.offset != index }.flatMap(\.element.values)
              none(of: others, property, place, into: &json)
            } else {
              kind(property, values, place, into: &json)
            }
          }
        }
      }
    }
    self.discriminator(property, into: &json)
  }

  /// Writes a choice between the extensions of a schema and the schema itself, distinguished by the member that
  /// identifies them.
  func write(kindsOf base: Discriminators.Base, into json: inout JSONBuilder) {
    guard let discriminator = base.schema["discriminator"], let property = discriminator["propertyName"] else { return }
    json.object { json in
      json.member("anyOf") { json in
        json.array { json in
          for kind in base.kinds {
            json.comes(from: kind.schema)
            json.object { json in
              reference(to: names.name(ofSchema: kind.schema), from: kind.schema, into: &json)
              self.kind(property, kind.values, discriminator, into: &json)
            }
          }
          other(than: base, property, into: &json)
        }
      }
      json.comes(from: base.schema)
      for key in ["example", "examples"] {
        guard let shown = base.schema[key] else { continue }
        if key == "example" { example(shown, into: &json) } else { json.member(key, shown) }
        break
      }
      self.discriminator(property, into: &json)
    }
  }

  /// Writes the branch for values that match only the extended schema because they identify none of the others.
  private func other(than base: Discriminators.Base, _ property: JSON, into json: inout JSONBuilder) {
    json.comes(from: base.schema)
    json.object { json in
      reference(to: names.name(ofSchema: base.schema), from: base.schema, into: &json)
      none(of: base.kinds.flatMap(\.values), property, base.schema, into: &json)
    }
  }

  /// Writes the constraint that a member, if present, identifies none of the given schemas.
  private func none(of values: [String], _ property: JSON, _ place: JSON, into json: inout JSONBuilder) {
    guard let name = property.string, !values.isEmpty else { return }
    json.comes(from: place)
    json.member("properties") { json in
      json.object { json in
        json.member(name) { json in
          json.object { json in
            json.member("not") { json in
              json.object { json in
                json.member("enum") { json in json.array { json in for value in values { json.string(value) } } }
              }
            }
          }
        }
      }
    }
  }

  /// Writes the values that identify one of several schemas.
  private func kind(_ property: JSON, _ values: [String], _ place: JSON, into json: inout JSONBuilder) {
    guard !values.isEmpty, let name = property.string else { return }
    json.comes(from: place)
    json.member("properties") { json in
      json.object { json in
        json.member(name) { json in
          json.object { json in
            json.member("enum") { json in json.array { json in for value in values { json.string(value) } } }
          }
        }
      }
    }
    json.member("required") { json in json.array { json in json.string(name) } }
  }

  /// Writes a discriminator, which declares that the branches are distinguished only by that member's values.
  private func discriminator(_ property: JSON, into json: inout JSONBuilder) {
    json.comes(from: property)
    json.member("discriminator") { json in json.object { json in json.member("propertyName", property) } }
  }
}
