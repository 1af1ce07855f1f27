// swift-tools-version: 6.2
import PackageDescription

// The client of an API in the style of Stripe's. Its backend is Tests/Backends/Loft, and `check` verifies the results
// of a run with both.
let package = Package(
  name: "loft",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "plumbline", path: "../../..")],
  targets: [
    .target(name: "LoftClient"),
    .target(
      name: "LoftSuite",
      dependencies: ["LoftClient", .product(name: "PlumblineCommands", package: "plumbline")]),
    .executableTarget(
      name: "loft-plumbline",
      dependencies: ["LoftSuite", .product(name: "PlumblineCommands", package: "plumbline")]),
  ]
)
