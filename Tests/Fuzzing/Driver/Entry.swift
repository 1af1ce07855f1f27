import FuzzTargets
import Glibc

// The functions that libFuzzer calls and provides, in a separate executable (`run`).

private let target = getenv("PLUMBLINE_FUZZ_TARGET").flatMap { FuzzTargets.all[String(cString: $0)] }
private let mutatesJSON = getenv("PLUMBLINE_FUZZ_MUTATION").map { String(cString: $0) } == "JSON"

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else { fatalError("PLUMBLINE_FUZZ_TARGET names no target.") }
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: CUnsignedInt) -> Int {
  var choices = Choices([], seed: UInt64(seed))
  // Bytes are mutated too, because otherwise every input would remain JSON.
  guard mutatesJSON, choices.below(4) > 0 else { return mutateBytes(start, count, room) }
  let changed = JSONMutation.change(Array(UnsafeBufferPointer(start: start, count: count)), &choices)
  guard !changed.isEmpty, changed.count <= room else { return mutateBytes(start, count, room) }
  for (index, byte) in changed.enumerated() { start[index] = byte }
  return changed.count
}
