#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The validator behind Bowtie's harness protocol. It reads one JSON object per line on standard input, and writes one
/// response per line to standard output, until `stop` or the end of input.
///
///     {"cmd": "start", "version": 1}
///     {"cmd": "dialect", "dialect": "https://json-schema.org/draft/2020-12/schema"}
///     {"cmd": "run", "seq": 1, "case": {"schema": {"type": "integer"}, "tests": [{"instance": 7}]}}
///     {"cmd": "stop"}
var harness = BowtieHarness()
while !harness.hasStopped, let line = readLine(strippingNewline: true) {
  if let answer = harness.answer(to: line) {
    print(answer)
    // Output into a pipe is buffered, and Bowtie waits for each response.
    fflush(nil)
  }
}
