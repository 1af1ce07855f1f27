import Foundation

/// Keeps the bodies of answers for when the server can't be reached.
///
/// It may forget at any time: then there is no answer offline.
public protocol AnswerCaching: Sendable {
  /// The body that was kept; nil when there is none.
  func answer(for key: AnswerKey) async -> Data?
  /// Keeps a body; nil forgets it.
  func setAnswer(_ body: Data?, for key: AnswerKey) async
  /// Forgets everything.
  func removeAll() async
}
