import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/client-address'
import { log } from '#lib/log'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Guards = {
  /** The headers of a request must arrive within this time. */
  headersMs: number
  /**
   * A body must send at least this many bytes in each window, unless this server is the slower
   * side.
   */
  body: { windowMs: number; minBytes: number }
  /**
   * The open connections that one address (of IPv6: one network of 64 bits) may have, or the
   * concurrent requests of one client behind a trusted proxy; 0 for no limit.
   */
  perAddress: number
  /** Whether this address belongs to a proxy that stands for many clients. */
  isProxy(address: string): boolean
  /** The client behind the proxy. */
  clientOf(request: IncomingMessage): string
}

/** Two kilobytes in ten seconds: a tenth of what the slowest mobile networks reach. */
export const guards: Pick<Guards, 'headersMs' | 'body'> = {
  headersMs: 10_000,
  body: { windowMs: 10_000, minBytes: 2048 },
}

const refusal = JSON.stringify({
  error: 'rate_limited',
  message: 'Too many connections from this address are open. Close some, or try again in a moment.',
  statusCode: 429,
  details: {},
})
const refusalHeaders = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(refusal)),
  'retry-after': '5',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}
const rawHeaders = Object.entries(refusalHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
const rawRefusal = `HTTP/1.1 429 Too Many Requests\r\n${rawHeaders.join('')}\r\n${refusal}`
const rawTooSlow = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

/** One line a minute, so that a client cannot fill the log. */
const tellEveryMs = 60_000

/**
 * Creates a server that slow senders and many connections cannot block. It cuts off late headers
 * and slow bodies (408), and refuses connections over the limit of one address (429) before it
 * reads anything.
 */
export function createGuardedServer(guard: Guards, handle: Handler): Server {
  const counts = new Counts(guard.perAddress)
  const refused = new WeakSet<Socket>()
  const checkMs = Math.max(20, Math.min(1000, guard.headersMs / 5))
  const options = {
    headersTimeout: guard.headersMs,
    // The whole request has no time limit, because a large file may take long; its rate has a
    // limit.
    requestTimeout: 0,
    connectionsCheckingInterval: checkMs,
  }
  const bodies = new Bodies(guard.body)
  const server = createServer(options, (request, response) => {
    if (refused.has(request.socket)) {
      response.destroy()
      return
    }
    if (guard.isProxy(request.socket.remoteAddress ?? '')) {
      const leave = counts.enter(networkOf(guard.clientOf(request)))
      if (!leave) {
        response.writeHead(429, refusalHeaders).end(refusal)
        return
      }
      response.once('close', leave)
    }
    bodies.add(request)
    response.once('finish', () => drain(request))
    handle(request, response)
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (guard.isProxy(address)) return
    const leave = counts.enter(networkOf(address))
    if (leave) {
      socket.once('close', leave)
      return
    }
    refused.add(socket)
    socket.on('error', () => undefined)
    socket.write(rawRefusal)
    socket.destroySoon()
  })
  server.once('close', () => bodies.stop())
  return server
}

/** Counts per address. */
class Counts {
  readonly #max: number
  readonly #open = new Map<string, number>()
  #reported = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more and returns the function that counts one less; undefined at the limit. */
  enter(address: string): (() => void) | undefined {
    const count = this.#open.get(address) ?? 0
    if (this.#max > 0 && count >= this.#max) {
      if (Date.now() - this.#reported > tellEveryMs) {
        this.#reported = Date.now()
        const sentence = 'an address has too many connections (CONNECTIONS_PER_ADDRESS)'
        log.warn({ address, max: this.#max }, sentence)
      }
      return undefined
    }
    this.#open.set(address, count + 1)
    return () => {
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    }
  }
}

type Body = { request: IncomingMessage; since: number; bytes: number }

/** Request bodies that are being received. */
class Bodies {
  readonly #limits: Guards['body']
  readonly #open = new Set<Body>()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Guards['body']) {
    this.#limits = limits
  }

  add(request: IncomingMessage): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && (length === undefined || length === '0')) return
    this.#open.add({ request, since: Date.now(), bytes: request.socket.bytesRead })
    if (this.#timer) return
    this.#timer = setInterval(() => this.#check(), this.#limits.windowMs / 5)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #check(): void {
    const now = Date.now()
    for (const body of this.#open) {
      const { request, since, bytes } = body
      const { socket } = request
      // Also after the answer, because the body occupies the connection until its end.
      if (request.complete || socket.destroyed) this.#open.delete(body)
      else if (now - since >= this.#limits.windowMs) {
        const received = socket.bytesRead - bytes
        if (received < this.#limits.minBytes && !waitsForUs(request)) {
          this.#open.delete(body)
          cutOff(socket)
        }
        Object.assign(body, { since: now, bytes: socket.bytesRead })
      }
    }
    if (this.#open.size === 0) this.stop()
  }
}

/** Limits for the rest of a body that was refused before its end. */
const drained = { bytes: 16 * 1024 * 1024, withinMs: 5000 }

/**
 * Reads the rest of a body that was answered before its end, so that the connection can carry the
 * next request. Behind a proxy that may be another person's request, which would wait for ever. A
 * rest that is too long or too slow closes the connection.
 */
function drain(request: IncomingMessage): void {
  const { socket } = request
  if (request.complete || socket.destroyed) return
  const maxRead = socket.bytesRead + drained.bytes
  const timer = setTimeout(() => socket.destroy(), drained.withinMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.on('data', () => {
    if (socket.bytesRead > maxRead) socket.destroy()
  })
  request.on('error', () => undefined)
  request.resume()
}

/** Whether the sender waits for this server, which has not read the bytes that arrived. */
function waitsForUs(request: IncomingMessage): boolean {
  const full = request.readableLength >= request.readableHighWaterMark
  return full || (request.socket.isPaused() && request.readableLength > 0)
}

function cutOff(socket: Socket): void {
  socket.on('error', () => undefined)
  // An error response cannot follow the first bytes of an answer.
  if (socket.bytesWritten === 0) socket.write(rawTooSlow)
  socket.destroySoon()
}
