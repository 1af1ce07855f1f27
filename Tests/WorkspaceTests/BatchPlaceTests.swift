import Testing

@testable import PlumblineWorkspace

/// Paths inside a root or above it, which are compared by their bytes.
struct BatchPlaceTests {
  /// Two names that look the same, because one has "é" as a single character, and the other has a letter and an accent.
  private static let short = "/none/caf\u{e9}"
  private static let long = "/none/cafe\u{301}"

  private func place(_ roots: String...) -> FileBatch.Place { FileBatch.Place("shop", noteFolders: [], roots: roots) }

  @Test func `a name that only reads like a root's is another`() {
    #expect(place(Self.long).part(of: "\(Self.short)/items.json")?.root == nil)
    #expect(place(Self.short).part(of: Self.long)?.root == nil)
    let both = place(Self.long, Self.short).part(of: "\(Self.short)/items.json")
    #expect(both?.root == 1)
    #expect(both?.path == "items.json")
  }

  @Test func `the folders above a root are counted`() {
    let place = place("/none/Contracts/shop", "/none/Recordings/shop")
    #expect(place.rootBelow("/none/Recordings")?.root == 1)
    #expect(place.rootBelow("/none/Recordings")?.above == 1)
    #expect(place.rootBelow("/none/Recordings/shop")?.root == nil)
    #expect(place.rootBelow("/none/Record")?.root == nil)
    #expect(place.rootBelow("/other")?.root == nil)
  }
}
