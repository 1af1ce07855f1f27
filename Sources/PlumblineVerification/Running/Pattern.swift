import PlumblineContractModel

/// A text in which `*` stands for any other text, as `--only` takes it: `tickets.*`.
package typealias Pattern = Wildcard
