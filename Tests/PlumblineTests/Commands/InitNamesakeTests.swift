import TestSupport
import Testing

/// Packages next to which `plumbline init` is run, and which SwiftPM would mistake for the new one.
struct InitNamesakeTests {
  @Test func `a package around it with the same folder name is reported`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("// swift-tools-version: 6.2", to: "Shop/Package.swift")
    let run = try await plumbline("init", "shop", folder: folder.path + "/Shop")
    #expect(run.status == 0 && run.errors.contains("it reports a cyclic dependency"), "\(run)")
    #expect(run.errors.contains("such as shop-checks"), "\(run)")
  }

  @Test func `a package beside it with a target of the same name is reported`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("targets: [.target(name: \"ShopClient\")]", to: "client/Package.swift")
    let run = try await plumbline("init", "shop", folder: folder.path)
    #expect(run.status == 0 && run.errors.contains("has a target ShopClient, and so does this package"), "\(run)")
    #expect(!run.errors.contains("cyclic"), "\(run)")
  }

  @Test func `other packages are no matter`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("targets: [.target(name: \"Other\")]", to: "client/Package.swift")
    let run = try await plumbline("init", "shop", folder: folder.path)
    #expect(run.status == 0 && !run.errors.contains("SwiftPM"), "\(run)")
  }
}
