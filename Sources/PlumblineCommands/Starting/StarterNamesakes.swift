import PlumblineWorkspace

/// The neighboring or enclosing packages that SwiftPM can't combine with a new one, because their names or targets are
/// the same.
struct StarterNamesakes {
  private let place: StarterPlace
  private let names: StarterNames

  init(_ place: StarterPlace, _ names: StarterNames) {
    self.place = place
    self.names = names
  }

  /// The errors that SwiftPM reports once the new package depends on such packages. Each is described with its remedy
  /// in a sentence or two.
  var sentences: [String] {
    packages.flatMap { folder -> [String] in
      var sentences: [String] = []
      let name = Self.name(folder)
      if name.lowercased() == own.lowercased() {
        sentences.append(
          "\(folder) is a package in a folder called \(name), and so is this one (\(own)). SwiftPM identifies packages "
            + "by the lowercased name of their folder: when this one depends on that one, it reports a cyclic "
            + "dependency, or doesn't find its products. Give this folder a different name, such as \(own)-checks.")
      }
      if hasTarget(names.client, folder) {
        sentences.append(
          "\(folder)/Package.swift has a target \(names.client), and so does this package. When this one depends on that one, "
            + "SwiftPM reports targets with a conflicting name: remove the target \(names.client) here, and "
            + "depend on that package's.")
      }
      return sentences
    }
  }

  private var own: String { Self.name(place.folder) }

  /// The folders of the packages around the new one and in the same parent folder.
  private var packages: [String] {
    let parent = Path.parent(place.folder)
    let beside = ((try? FileSystem.names(in: parent)) ?? []).map { "\(parent)/\($0)" }.filter { $0 != place.folder }
    return ([parent] + beside).filter { FileSystem.isFile("\($0)/Package.swift") }
  }

  /// Returns a Boolean value that indicates whether a package's manifest names a target.
  private func hasTarget(_ target: String, _ folder: String) -> Bool {
    guard let bytes = try? FileSystem.read("\(folder)/Package.swift") else { return false }
    return String(decoding: bytes, as: UTF8.self).contains("name: \"\(target)\"")
  }

  private static func name(_ folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? folder }
}
