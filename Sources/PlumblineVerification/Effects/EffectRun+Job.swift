import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Checks of jobs that a request started. A job must finish without further requests, and its result must not be
/// readable before.
extension EffectRun {
  /// Returns the drift of a job that is unfinished after a call's time limit. The run waits for each endpoint only
  /// once.
  func drift(ofJob item: ServerItem, _ shown: JSON, _ write: Write, _ judge: EffectJudge) async -> [Drift] {
    guard goesOn, let progress = contract.collection(item.collection)?.progress, progress.stepsLeft(of: shown) > 0,
      records.tried.begin(.job, at: write.reading.endpoint)
    else { return [] }
    let early = await drift(ofReadingEarly: item, shown, write)
    var last = shown
    var waited = Duration.zero
    while progress.stepsLeft(of: last) > 0, waited < deadline {
      await items.clock.pause(.seconds(1))
      waited += .seconds(1)
      guard goesOn, let snapshot = await self.snapshot(of: item, looker(write, item)) else { return early }
      last = snapshot.item
    }
    guard progress.stepsLeft(of: last) > 0 else { return early }
    let (wanted, value) = (progress.steps.last?.text ?? "", last.at(progress.member)?.text ?? "absent")
    return early + [
      judge.drift(
        Rule.effect.jobUnfinished, at: "/request", expected: wanted, actual: value,
        "\(line(write)) started \(item), but after \(waited.components.seconds) s \(progress.member) is \(value) "
          + "instead of \(wanted).")
    ]
  }
}
