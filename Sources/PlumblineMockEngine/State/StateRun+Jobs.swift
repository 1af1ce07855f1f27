import PlumblineContractModel
import PlumblineJSONTree

/// Items that represent jobs.
extension StateRun {
  /// Advances an item that is being read by the steps since it was last read, and stores it in the collection.
  func goingOn(
    _ item: JSON, in collection: ItemCollection, _ place: ItemStore.Place, _ store: inout ItemStore
  ) -> JSON {
    guard let progress = collection.progress, progress.stepsLeft(of: item) > 0 else { return item }
    var count = 1
    if case .seconds(let seconds) = progress.pace {
      count = store.steps(of: item, place, each: seconds, second: second)
    }
    guard count > 0, var moved = progress.moving(item, by: count) else { return item }
    for touched in collection.touched { moved = moved.assigning(touched.pointer, time(touched)) ?? moved }
    guard collection.item.isValid(moved) else { return item }
    store.change(place) { $0.put(moved, moved.serialized()) }
    store.note(thousandths, of: place.collection)
    return moved
  }
}
