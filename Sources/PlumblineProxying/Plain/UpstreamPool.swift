import PlumblineHTTPMessages
import PlumblineHTTPServer

/// The calls in flight and the idle connections of an upstream loop.
final class UpstreamPool: LoopChannel {
  /// The pool's identifier on the loop. Its timers carry the number of a call.
  private var id = ChannelID?.none
  private var calls: [UInt64: UpstreamCall] = [:]
  private var nextNumber: UInt64 = 1
  private var idle: [String: [UpstreamConnection]] = [:]

  init(on loop: LoopCore) {
    id = loop.add(self)
  }

  /// Starts a call on an idle connection or a new one.
  func begin(_ call: UpstreamCall, deadline nanoseconds: UInt64, on loop: LoopCore) {
    guard let id, !loop.isStopping else { return call.finish(.failure(UpstreamCall.cancelled(call.base))) }
    call.number = nextNumber
    nextNumber += 1
    calls[call.number] = call
    call.patience = nanoseconds
    loop.schedule(call.number, for: id, after: nanoseconds)
    if !call.isAlone, let connection = idle[call.base.origin]?.popLast() {
      connection.send(call, on: loop)
    } else {
      resolve(call, on: loop)
    }
  }

  /// Resolves the host, immediately if it is an address, or on a separate thread if it is a name.
  private func resolve(_ call: UpstreamCall, on loop: LoopCore) {
    let (host, port, number) = (call.base.host, call.base.port, call.number)
    if let addresses = try? Sockets.resolve(host, port: port, numericOnly: true) {
      call.addresses = addresses
      return connect(call, on: loop)
    }
    let mailbox = loop.mailbox
    let lookUp: @Sendable () -> Void = {
      let result = Result<[SocketAddress], ResolutionFailure> { () throws(ResolutionFailure) in
        try Sockets.resolve(host, port: port)
      }
      mailbox.post(
        .work { core in core.attachment { UpstreamPool(on: $0) }.resolved(number, result, on: core) })
    }
    do throws(SystemFailure) {
      Sockets.detach(try Sockets.startThread(name: "lookup", stackSize: 512 * 1024, lookUp))
    } catch {
      finish(call, .failure(TransportFailure(kind: .other, message: error.description)))
    }
  }

  private func resolved(_ number: UInt64, _ result: Result<[SocketAddress], ResolutionFailure>, on loop: LoopCore) {
    guard let call = calls[number] else { return }
    switch result {
    case .success(let addresses):
      call.addresses = addresses
      connect(call, on: loop)
    case .failure(let failure):
      finish(
        call,
        .failure(TransportFailure(kind: .nameNotFound, message: "\(failure.host) has no address: \(failure.reason).")))
    }
  }

  /// Tries the next address of a call.
  ///
  /// - Parameter last: The failure of the previous address.
  func connect(_ call: UpstreamCall, after last: TransportFailure? = nil, on loop: LoopCore) {
    guard !call.isDone else { return }
    var last = last
    while !call.addresses.isEmpty {
      let address = call.addresses.removeFirst()
      do throws(SystemFailure) {
        return try UpstreamConnection(pool: self, origin: call.base.origin).open(address, for: call, on: loop)
      } catch {
        last = UpstreamCall.failure(error.code, call.base)
      }
    }
    let nothing = TransportFailure(kind: .nameNotFound, message: "\(call.base.host) has no address.")
    finish(call, .failure(last ?? nothing))
  }

  /// Sends a request again if its kept-alive connection turned out to be closed, unless that could do harm.
  func retry(_ call: UpstreamCall, after failure: TransportFailure, on loop: LoopCore) {
    guard call.method.isIdempotent, call.resentAfter == nil, !call.isStreamed else {
      return finish(call, .failure(failure))
    }
    call.resentAfter = failure
    resolve(call, on: loop)
  }

  /// Ends a call.
  func finish(_ call: UpstreamCall, _ outcome: Exchange.Outcome) {
    calls[call.number] = nil
    if case .failure(let failure) = outcome { call.end(failure) } else { call.end(nil) }
    call.finish(outcome)
  }

  /// Passes a requested part of a request's body to its call.
  func supply(_ number: UInt64, _ chunk: BodyChunk, on loop: LoopCore) {
    calls[number]?.connection?.supply(chunk, on: loop)
  }

  /// Resumes a call if its reader has room again, or ends it if its reader has left.
  func resume(_ number: UInt64, on loop: LoopCore) {
    guard let call = calls[number] else { return }
    guard call.pipe?.isCancelled == true else {
      call.connection?.resume(on: loop)
      return
    }
    call.connection?.close(on: loop)
    finish(call, .failure(UpstreamCall.cancelled(call.base)))
  }

  /// Keeps a connection for the next call.
  func keep(_ connection: UpstreamConnection) {
    idle[connection.origin, default: []].append(connection)
  }

  /// Removes a kept-alive connection that has closed.
  func forget(_ connection: UpstreamConnection) {
    idle[connection.origin]?.removeAll { $0 === connection }
  }

  func ready(_ readiness: Readiness, on loop: LoopCore) {}

  func timerFired(_ purpose: UInt64, on loop: LoopCore) {
    guard let call = calls[purpose] else { return }
    // A body may take any amount of time as long as it makes progress.
    if let progress = call.progress, let id, loop.now < progress &+ call.patience {
      loop.schedule(purpose, for: id, after: progress &+ call.patience - loop.now)
      return
    }
    call.connection?.close(on: loop)
    let message =
      call.pipe == nil ? "\(call.base.authority) didn't respond in time." : UpstreamCall.fellSilent(call.base)
    finish(call, .failure(TransportFailure(kind: .timeout, message: message)))
  }

  func shutDown(isForced: Bool, on loop: LoopCore) {
    guard let id else { return }
    self.id = nil
    for call in calls.values {
      call.connection?.close(on: loop)
      finish(call, .failure(UpstreamCall.cancelled(call.base)))
    }
    calls = [:]
    for connection in idle.values.flatMap(\.self) { connection.close(on: loop) }
    idle = [:]
    loop.remove(id)
  }
}
