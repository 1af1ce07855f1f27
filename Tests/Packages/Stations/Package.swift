// swift-tools-version: 6.2
import PackageDescription

// A client with bugs, two of which crash its process. `check` verifies the results of a run.
let package = Package(
  name: "stations",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "plumbline", path: "../../..")],
  targets: [
    .target(name: "StationsClient"),
    .target(
      name: "StationsSuite",
      dependencies: ["StationsClient", .product(name: "PlumblineCommands", package: "plumbline")]),
    .executableTarget(
      name: "stations-plumbline",
      dependencies: ["StationsSuite", .product(name: "PlumblineCommands", package: "plumbline")]),
  ]
)
