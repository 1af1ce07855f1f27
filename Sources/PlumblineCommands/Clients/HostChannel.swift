import Dispatch
import PlumblineJSONTree
import PlumblineVerification
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The socket through which a process that runs clients exchanges lines with its parent process.
///
/// A lookup is reported on the client thread that makes it, and the thread waits until the parent has received the
/// report. A separate thread reads lines, so that reading continues whatever the clients are doing.
final class HostChannel: Sendable {
  private let socket: Int32
  private let sending = Mutex(true)
  private let waiting = Mutex<(latest: Int, open: [Int: DispatchSemaphore])>((0, [:]))

  init(_ socket: Int32) {
    self.socket = socket
  }

  /// Returns the incoming lines. When the input ends, the process exits, because nobody is waiting for a client that is
  /// still running.
  func lines() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    DispatchQueue(label: "plumbline.client.lines").async { [self] in
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(socket, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { _exit(0) }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: 0x0A) {
          let line = Array(rest[..<end])
          rest.removeFirst(end + 1)
          if let number = PlayMessages.acknowledged(line) { goOn(after: number) } else { continuation.yield(line) }
        }
      }
    }
    return stream
  }

  /// Reports a call's lookups to the run, and waits until the run has received them. The call must not get its value
  /// before then, so if the run has ended, the process exits.
  func tell(_ lookups: JSON, of play: Int) {
    let taken = DispatchSemaphore(value: 0)
    let number = waiting.withLock { waiting in
      waiting.latest += 1
      waiting.open[waiting.latest] = taken
      return waiting.latest
    }
    let note = PlayMessages.Note(play: play, number: number, lookups: lookups)
    guard send(PlayMessages.line(note).serialized()) else { _exit(0) }
    taken.wait()
  }

  private func goOn(after number: Int) {
    let taken = waiting.withLock { $0.open.removeValue(forKey: number) }
    taken?.signal()
  }

  /// Sends a whole line. Returns `false` if the other end is closed.
  func send(_ line: [UInt8]) -> Bool {
    let bytes = line + [0x0A]
    return sending.withLock { isOpen in
      var sent = 0
      while isOpen, sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Self.write(socket, $0) }
        if count < 0, errno == EINTR { continue }
        if count > 0 { sent += count } else { isOpen = false }
      }
      return isOpen
    }
  }

  private static func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(socket, bytes.baseAddress, bytes.count, 0)
    #else
      Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
    #endif
  }
}
