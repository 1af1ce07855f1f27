import PlumblineJSONTree

/// A location in a JSON body during a traversal, and the schemas that apply there.
///
/// The schemas of a string and its enclosing values are computed lazily and once per location, because thousands of
/// siblings share them.
final class TextPlace {
  let pointer: JSONPointer
  /// The enclosing location, or `nil` for the whole body.
  let outer: TextPlace?
  private let body: JSON
  private let outline: BodyOutline
  private(set) lazy var schemas = outline.schemas(at: pointer, in: body)

  /// Creates the location of a whole body.
  init(of body: JSON, _ outline: BodyOutline) {
    self.body = body
    self.outline = outline
    pointer = JSONPointer()
    outer = nil
  }

  private init(_ token: String, of outer: TextPlace) {
    body = outer.body
    outline = outer.outline
    pointer = outer.pointer.appending(token)
    self.outer = outer
  }

  /// Returns the location of a member.
  func member(_ name: String) -> TextPlace { TextPlace(name, of: self) }

  /// Returns the location of an element.
  func element(_ index: Int) -> TextPlace { TextPlace(String(index), of: self) }
}
