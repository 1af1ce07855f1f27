import PlumblineDriftDetection
import PlumblineJSONTree

/// What one call's client method needs of its endpoint's answer.
package struct CallSensitivity: Sendable {
  package let endpoint: String
  package let call: String
  /// One a field, in the order of their names.
  package internal(set) var fields: [FieldSensitivity] = []

  /// The fields that the method never reads, of nested ones the outermost.
  package var neverRead: [JSONPointer] {
    let unread = Set(fields.lazy.filter { $0.isRead == false }.map(\.field))
    return fields.lazy.map(\.field).filter { field in
      guard unread.contains(field) else { return false }
      var parent = field.parent
      while let place = parent, !place.tokens.isEmpty {
        if unread.contains(place) { return false }
        parent = place.parent
      }
      return true
    }
  }
}
