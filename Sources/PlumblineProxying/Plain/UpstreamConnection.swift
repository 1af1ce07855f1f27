import PlumblineHTTPMessages
import PlumblineHTTPServer

/// A connection to a real server, with at most one call at a time. It is used only on the upstream loop's thread.
final class UpstreamConnection: LoopChannel {
  let origin: String
  private unowned let pool: UpstreamPool
  private var id = ChannelID?.none
  private var descriptor: Int32 = -1
  private var isConnecting = false
  private var isReused = false
  private var call: UpstreamCall?
  private var parser: ResponseParser?
  private var sent = 0
  private var isAsking = false
  /// The number of calls so far, used to recognize timers that belong to an earlier wait.
  private var uses: UInt64 = 0

  init(pool: UpstreamPool, origin: String) {
    self.pool = pool
    self.origin = origin
  }

  /// Starts connecting for a call.
  func open(_ address: SocketAddress, for call: UpstreamCall, on loop: LoopCore) throws(SystemFailure) {
    let descriptor = try Sockets.open(family: address.family)
    self.descriptor = descriptor
    // Set the option before any byte is sent, so that the connection ends with a reset even if this process is killed.
    if call.isUnfinished { Sockets.setResetOnClose(descriptor) }
    do throws(SystemFailure) {
      isConnecting = !(try Sockets.connect(descriptor, to: address))
      guard let id = loop.add(self, descriptor: descriptor, interest: .writable) else {
        throw SystemFailure("add", code: 0)
      }
      self.id = id
    } catch {
      Sockets.close(descriptor)
      throw error
    }
    Sockets.setNoDelay(descriptor)
    begin(call)
    if !isConnecting { write(on: loop) }
  }

  /// Sends the next call on a kept-alive connection.
  func send(_ call: UpstreamCall, on loop: LoopCore) {
    isReused = true
    begin(call)
    write(on: loop)
  }

  private func begin(_ call: UpstreamCall) {
    uses += 1
    sent = 0
    self.call = call
    call.connection = self
    parser = ResponseParser(method: call.method, limits: call.limits, opening: call.openAnswers)
  }

  func ready(_ readiness: Readiness, on loop: LoopCore) {
    if isConnecting {
      let code = Sockets.error(of: descriptor)
      guard code == 0 else { return failedToConnect(code, on: loop) }
      isConnecting = false
    }
    if readiness.contains(.writable) { write(on: loop) }
    if id != nil, readiness.contains(.readable) || readiness.contains(.failed) { read(on: loop) }
  }

  private func failedToConnect(_ code: Int32, on loop: LoopCore) {
    guard let call else { return close(on: loop) }
    close(on: loop)
    pool.connect(call, after: UpstreamCall.failure(code, call.base), on: loop)
  }

  private func write(on loop: LoopCore) {
    guard let id, let call else { return }
    while sent < call.bytes.count {
      let transfer = call.bytes.withUnsafeBytes {
        Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch transfer {
      case .bytes(let count): sent += count
      case .wouldBlock:
        let interest: Readiness = call.pipe?.isFull == true ? .writable : [.readable, .writable]
        return loop.setInterest(interest, of: id, descriptor: descriptor)
      case .failed:
        // Read anyway: the server may have responded before it closed the connection.
        return read(on: loop)
      }
    }
    askForMore(call, on: loop)
    loop.setInterest(call.pipe?.isFull == true ? [] : .readable, of: id, descriptor: descriptor)
  }

  /// Requests the next part of the request's body once all available bytes have been sent.
  private func askForMore(_ call: UpstreamCall, on loop: LoopCore) {
    guard let source = call.source, !isAsking else { return }
    isAsking = true
    let (mailbox, number) = (loop.mailbox, call.number)
    source.next { chunk in
      mailbox.post(.work { core in core.attachment { UpstreamPool(on: $0) }.supply(number, chunk, on: core) })
    }
  }

  /// Sends a part of the request's body.
  func supply(_ chunk: BodyChunk, on loop: LoopCore) {
    guard let call, call.source != nil else { return }
    isAsking = false
    call.progress = loop.now
    call.bytes = []
    sent = 0
    switch chunk {
    case .bytes(let bytes) where call.isChunked: ResponseWriter.appendChunk(bytes, to: &call.bytes)
    case .bytes(let bytes): call.bytes = bytes
    case .end:
      if call.isChunked { ResponseWriter.appendLastChunk(trailers: HeaderFields(), to: &call.bytes) }
      call.source = nil
    case .failed(let failure):
      // End with a reset, so that the server doesn't mistake the end of the connection for the end of the body.
      Sockets.setResetOnClose(descriptor)
      close(on: loop)
      return pool.finish(call, .failure(failure))
    }
    write(on: loop)
  }

  /// Resumes reading, which is paused while the reader has no room.
  func resume(on loop: LoopCore) {
    guard let id, let call else { return }
    call.progress = loop.now
    loop.setInterest(sent < call.bytes.count ? [.readable, .writable] : .readable, of: id, descriptor: descriptor)
  }

  private func read(on loop: LoopCore) {
    switch Sockets.receive(descriptor, into: loop.readBuffer) {
    case .bytes(0): ended(on: loop)
    case .bytes(let count):
      let input = UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]).assumingMemoryBound(to: UInt8.self)
      guard call != nil, var parser else { return close(on: loop) }
      self.parser = nil
      let step = parser.feed(input.span)
      self.parser = parser
      handle(step, on: loop)
    case .wouldBlock: return
    case .failed(let code): failed(code, on: loop)
    }
  }

  private func ended(on loop: LoopCore) {
    guard let call, let step = parser?.finish() else { return close(on: loop) }
    if case .failed(let failure) = step, isReused, parser?.hasStarted == false {
      close(on: loop)
      return pool.retry(call, after: failure, on: loop)
    }
    handle(step, on: loop)
  }

  private func failed(_ code: Int32, on loop: LoopCore) {
    guard let call else { return close(on: loop) }
    let failure = UpstreamCall.failure(code, call.base)
    let isStale = isReused && parser?.hasStarted == false
    close(on: loop)
    if isStale { pool.retry(call, after: failure, on: loop) } else { pool.finish(call, .failure(failure)) }
  }

  private func handle(_ step: ResponseParser.Step, on loop: LoopCore) {
    guard let call, let id else { return }
    switch step {
    case .needsMore: takePieces(of: call, id, on: loop)
    case .failed(let failure):
      call.pipe?.push(parser?.takeBody() ?? [])
      close(on: loop)
      pool.finish(call, .failure(failure))
    case .response(let response):
      if let pipe = call.pipe {
        pipe.push(response.body.bytes ?? [])
        pipe.finish(.end(trailers: response.trailers))
      }
      let hasSentAll = sent == call.bytes.count && call.source == nil
      self.call = nil
      let isReusable =
        parser?.isReusable == true && hasSentAll && !call.isUnfinished && !loop.isStopping
      parser = nil
      if isReusable {
        pool.keep(self)
        loop.schedule(uses, for: id, after: call.limits.kept.nanoseconds)
      } else {
        close(on: loop)
      }
      pool.finish(call, .response(response))
    }
  }

  /// Passes on the new part of a response that is too large to be kept in full.
  private func takePieces(of call: UpstreamCall, _ id: ChannelID, on loop: LoopCore) {
    if call.pipe == nil, let opening = parser?.opening() {
      let (mailbox, number) = (loop.mailbox, call.number)
      let pipe = BodyPipe(length: opening.length) {
        mailbox.post(.work { core in core.attachment { UpstreamPool(on: $0) }.resume(number, on: core) })
      }
      call.pipe = pipe
      var response = opening.response
      response.body = .stream(pipe)
      pipe.push(parser?.takeBody() ?? [])
      call.finish(.response(response))
    } else {
      call.pipe?.push(parser?.takeBody() ?? [])
    }
    guard let pipe = call.pipe else { return }
    call.progress = loop.now
    if pipe.isFull {
      loop.setInterest(sent < call.bytes.count ? .writable : [], of: id, descriptor: descriptor)
    }
  }

  func timerFired(_ purpose: UInt64, on loop: LoopCore) {
    if call == nil, purpose == uses { close(on: loop) }
  }

  func shutDown(isForced: Bool, on loop: LoopCore) {
    // This does nothing, because the pool ends its own calls and connections.
  }

  /// Closes the connection. The caller must take care of its call.
  func close(on loop: LoopCore) {
    guard let id else { return }
    self.id = nil
    call = nil
    pool.forget(self)
    loop.remove(id, descriptor: descriptor)
    Sockets.close(descriptor)
  }
}
