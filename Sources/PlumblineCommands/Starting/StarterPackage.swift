/// The files of a new package.
struct StarterPackage {
  /// A file with its path in the package.
  struct File: Sendable {
    let path: String
    let text: String
  }

  static let manifestName = "Package.swift"

  /// The files of the package other than its contract and recordings.
  let files: [File]

  init(_ names: StarterNames, _ toolkit: ToolkitPlace, sources: [File]) {
    files =
      [
        File(path: Self.manifestName, text: Self.manifest(names, toolkit)),
        File(path: ".gitignore", text: ".build/\n.swiftpm/\n.DS_Store\n"),
        File(path: ".github/workflows/api.yml", text: Self.workflow(names, toolkit)),
        File(path: "Sources/\(names.tool)/main.swift", text: Self.main(names)),
      ] + sources
  }

  /// Returns the folders for the contract and the recordings.
  static func folders(of service: String) -> [String] { ["Contracts/\(service)", "Recordings/\(service)"] }

  private static func manifest(_ names: StarterNames, _ toolkit: ToolkitPlace) -> String {
    func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \"\(toolkit.package)\")" }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(names.service)",
        platforms: [.macOS(.v15), .iOS(.v18)],
        dependencies: [\(toolkit.dependency)],
        targets: [
          // The library that an app links. It doesn't depend on Plumbline.
          .target(name: "\(names.client)"),
          // The calls that exercise the client.
          .target(
            name: "\(names.suite)",
            dependencies: ["\(names.client)", \(product("PlumblineCommands"))]),
          .executableTarget(
            name: "\(names.tool)",
            dependencies: ["\(names.suite)", \(product("PlumblineCommands"))]),
          .testTarget(
            name: "\(names.tests)",
            dependencies: ["\(names.client)", \(product("PlumblineTesting"))]),
        ]
      )

      """
  }

  private static func main(_ names: StarterNames) -> String {
    """
    import PlumblineCommands
    import \(names.suite)

    await Plumbline.main(suites: [\(names.suite)()])

    """
  }

  private static func workflow(_ names: StarterNames, _ toolkit: ToolkitPlace) -> String {
    var remark = ""
    if case .folder = toolkit {
      remark = """
        # Package.swift depends on a folder on your machine: name Plumbline's repository there to run this elsewhere.

        """
    }
    return remark + """
      name: API
      on:
        push:
          branches: [main]
        pull_request:

      permissions:
        contents: read

      jobs:
        verify:
          runs-on: ubuntu-latest
          container: swift:6.3
          steps:
            - uses: actions/checkout@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0
              with:
                # The whole history, so that diff can compare with the main branch.
                fetch-depth: 0
            - run: git config --global --add safe.directory "$GITHUB_WORKSPACE"
            - run: swift run \(names.tool) lint
            - run: swift run \(names.tool) verify --report github --report markdown="$GITHUB_STEP_SUMMARY"
            - run: swift run \(names.tool) diff "origin/$BASE" --gate breaking --report github
              if: github.event_name == 'pull_request'
              env:
                # Passed as a variable, so that a branch's name is never run as part of the script.
                BASE: ${{ github.base_ref }}
            - run: swift test

      """
  }
}
