import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Where in a request's body the run's mark may stand: in members that may be any text.
struct MarkPlaces {
  /// What the body must fit.
  let schema: Schema
  /// A body that does.
  let body: JSON
  /// Where in it the item is that the request makes.
  let root: JSONPointer

  /// More objects than these nobody looks through for a text.
  private static let most = 64
  /// What has a format, or a list of values, takes no such text: it says something to the server.
  private static let texts = ["plumbline", "Plumbline 1, two: three."]

  /// The members of the item that may be any text, those nearest to its top first, whether the body has them or not.
  var free: [JSONPointer] {
    var found: [JSONPointer] = []
    var waiting = [root]
    var count = 0
    while let place = waiting.first, count < Self.most {
      waiting.removeFirst()
      count += 1
      guard let object = body.at(place), object.kind == .object else { continue }
      var names = schema.declared(at: place, in: body)
      for name in object.members.map(\.key) where !names.contains(name) { names.append(name) }
      for name in names {
        let member = place.appending(name)
        switch object[name]?.kind {
        case .object: waiting.append(member)
        case .array: continue
        default: if isFree(member, name) { found.append(member) }
        }
      }
    }
    return found
  }

  /// Whether a member of a body names something else, by its name.
  static func isReference(_ member: String) -> Bool { member.hasSuffix("_id") || member.hasSuffix("Id") }

  private func isFree(_ member: JSONPointer, _ name: String) -> Bool {
    guard !Self.isReference(name), !SecretNames.isSecret(name, holding: Self.texts[0]) else { return false }
    return Self.texts.allSatisfy { text in
      let changed =
        body.at(member) != nil
        ? body.replacing(member, with: JSON(text))
        : member.parent.flatMap { body.inserting(key: name, value: JSON(text), at: $0) }
      return changed.map(schema.isValid) ?? false
    }
  }
}
