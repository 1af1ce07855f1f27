// swift-tools-version: 6.2
import PackageDescription

// A package by a different developer, with its own contract, recordings, client and suite, which Plumbline verifies.
// `.ci/run` runs it, so that the articles' statements about such packages remain true.
let package = Package(
  name: "weather",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "plumbline", path: "../../..")],
  targets: [
    .target(name: "WeatherClient"),
    .target(
      name: "WeatherSuite",
      dependencies: ["WeatherClient", .product(name: "PlumblineCommands", package: "plumbline")]),
    .executableTarget(
      name: "weather-plumbline",
      dependencies: ["WeatherSuite", .product(name: "PlumblineCommands", package: "plumbline")]),
    .testTarget(
      name: "WeatherClientTests",
      dependencies: ["WeatherClient", .product(name: "PlumblineTesting", package: "plumbline")]),
  ]
)
