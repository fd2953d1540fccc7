import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/client-address'
import { log } from '#lib/log'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Guards = {
  /** The headers of a request have to be there within this time. */
  headersMs: number
  /** A body has to bring at least this many bytes in each window, unless we are what is slow. */
  body: { windowMs: number; leastBytes: number }
  /**
   * Connections that one address (of IPv6: one network of 64 bits) may have open, or requests
   * under way that one client behind a
   * trusted proxy may have; 0 for any number.
   */
  perAddress: number
  /** Whether this address of a connection is a proxy's that stands for many clients. */
  isProxy(address: string): boolean
  /** Who asks through the proxy. */
  clientOf(request: IncomingMessage): string
}

/** Two kilobytes in ten seconds: a tenth of what the slowest mobile networks bring. */
export const guards: Pick<Guards, 'headersMs' | 'body'> = {
  headersMs: 10_000,
  body: { windowMs: 10_000, leastBytes: 2048 },
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

/** The log is not for whoever opens connections: one line a minute says it. */
const tellEveryMs = 60_000

/**
 * A server that is not held open by who sends slowly or opens many connections. Headers that do not
 * come in time, and bodies that trickle, are cut off (408); what is over the number of connections
 * of one address is refused (429) before anything is read.
 */
export function createGuardedServer(given: Guards, handle: Handler): Server {
  const counts = new Counts(given.perAddress)
  const refused = new WeakSet<Socket>()
  const checkMs = Math.max(20, Math.min(1000, given.headersMs / 5))
  const options = {
    headersTimeout: given.headersMs,
    // The whole request has no bound, because a large file may take long: its rate has.
    requestTimeout: 0,
    connectionsCheckingInterval: checkMs,
  }
  const bodies = new Bodies(given.body)
  const server = createServer(options, (request, response) => {
    if (refused.has(request.socket)) return void response.destroy()
    if (given.isProxy(request.socket.remoteAddress ?? '')) {
      const leave = counts.enter(networkOf(given.clientOf(request)))
      if (!leave) return void response.writeHead(429, refusalHeaders).end(refusal)
      response.once('close', leave)
    }
    bodies.add(request)
    response.once('finish', () => drain(request))
    handle(request, response)
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (given.isProxy(address)) return
    const leave = counts.enter(networkOf(address))
    if (leave) return void socket.once('close', leave)
    refused.add(socket)
    socket.on('error', () => undefined)
    socket.write(rawRefusal)
    socket.destroySoon()
  })
  server.once('close', () => bodies.stop())
  return server
}

/** How many of something each address has. */
class Counts {
  readonly #most: number
  readonly #open = new Map<string, number>()
  #reported = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more, and answers the way to count one less; undefined when there are too many. */
  enter(address: string): (() => void) | undefined {
    const count = this.#open.get(address) ?? 0
    if (this.#most > 0 && count >= this.#most) {
      if (Date.now() - this.#reported > tellEveryMs) {
        this.#reported = Date.now()
        const sentence = 'an address has too many connections (CONNECTIONS_PER_ADDRESS)'
        log.warn({ address, most: this.#most }, sentence)
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

/** Bodies on their way. */
class Bodies {
  readonly #least: Guards['body']
  readonly #open = new Set<Body>()
  #looking: NodeJS.Timeout | undefined

  constructor(least: Guards['body']) {
    this.#least = least
  }

  add(request: IncomingMessage): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && (length === undefined || length === '0')) return
    this.#open.add({ request, since: Date.now(), bytes: request.socket.bytesRead })
    if (this.#looking) return
    this.#looking = setInterval(() => this.#look(), this.#least.windowMs / 5)
    this.#looking.unref()
  }

  stop(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #look(): void {
    const now = Date.now()
    for (const body of this.#open) {
      const { request, since, bytes } = body
      const { socket } = request
      // Also when it has been answered: until its body is over the connection is held.
      if (request.complete || socket.destroyed) this.#open.delete(body)
      else if (now - since >= this.#least.windowMs) {
        const came = socket.bytesRead - bytes
        if (came < this.#least.leastBytes && !isHeldByUs(request)) {
          this.#open.delete(body)
          cutOff(socket)
        }
        Object.assign(body, { since: now, bytes: socket.bytesRead })
      }
    }
    if (this.#open.size === 0) this.stop()
  }
}

/** What is still read of a body that was refused before its end. */
const drained = { bytes: 16 * 1024 * 1024, withinMs: 5000 }

/**
 * Reads the rest of a body that was answered before its end, so that the connection can carry the
 * next request: of a proxy, that may be another person's, and it would wait for ever. A rest that
 * is too long or too slow costs the connection.
 */
function drain(request: IncomingMessage): void {
  const { socket } = request
  if (request.complete || socket.destroyed) return
  const most = socket.bytesRead + drained.bytes
  const timer = setTimeout(() => socket.destroy(), drained.withinMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.on('data', () => {
    if (socket.bytesRead > most) socket.destroy()
  })
  request.on('error', () => undefined)
  request.resume()
}

/** What came is not read yet, so the sender has to wait. */
function isHeldByUs(request: IncomingMessage): boolean {
  const full = request.readableLength >= request.readableHighWaterMark
  return full || (request.socket.isPaused() && request.readableLength > 0)
}

function cutOff(socket: Socket): void {
  socket.on('error', () => undefined)
  // Nobody expects an answer in the middle of one.
  if (socket.bytesWritten === 0) socket.write(rawTooSlow)
  socket.destroySoon()
}
