import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Members that may carry the mark although they aren't prose: objects that callers attach their own strings to, and
/// names that callers choose for items.
extension MarkPlaces {
  /// The names of objects that callers attach strings to.
  private static let attachments: Set<String> = [
    "annotations", "custom_attributes", "custom_fields", "labels", "meta", "metadata",
  ]
  /// The names of members that contain a caller's own name for an item.
  private static let ownNames: Set<String> = [
    "client_reference", "client_reference_id", "external_id", "external_key", "external_ref", "external_reference",
    "merchant_reference", "reference",
  ]
  /// The member of an attached object that contains the mark.
  private static let attached = "plumbline"

  /// Returns a Boolean value that indicates whether a member's name suggests that it contains the caller's own name for
  /// an item.
  static func isOwnName(_ member: String) -> Bool { ownNames.contains(VariableNames.words(member)) }

  /// Returns valid bodies that carry a mark in such a member, each with the pointer to that member. Attached objects
  /// come first.
  ///
  /// - Parameter shown: The members that the item shows. The mark couldn't be found in any other.
  func bodies(carrying mark: String, in shown: Set<String>) -> [(place: JSONPointer, body: JSON)] {
    guard let object = body.at(root), object.kind == .object else { return [] }
    let declared = schema.declared(at: root, in: body)
    let names = (declared + object.members.map(\.key).filter { !declared.contains($0) }).filter(shown.contains)
    let attachments = names.filter { Self.attachments.contains(VariableNames.words($0)) }
    let ownNames = names.filter { Self.isOwnName($0) }
    var values: [(name: String, value: JSON)] = attachments.map { name in
      var members: [(String, JSON)] = []
      for member in (object[name] ?? .emptyObject).members where member.key != Self.attached {
        members.append((member.key, member.value))
      }
      members.append((Self.attached, JSON(mark)))
      return (name, .object(members))
    }
    values += ownNames.map { ($0, JSON(mark)) }
    return values.compactMap { name, value in
      let place = root.appending(name)
      guard !avoided.contains(where: { $0.isWithin(place) || place.isWithin($0) }),
        let marked = with(value, at: place, name), schema.isValid(marked),
        !schema.sources(at: place, in: marked).contains(where: { $0["readOnly"]?.bool ?? false })
      else { return nil }
      return (place, marked)
    }
  }
}
