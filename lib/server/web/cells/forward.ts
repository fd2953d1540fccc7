import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { hopHeader, signHop } from '#lib/cells/internal-call'
import type { Cell } from '#lib/cells/own-cell'

/** A cell whose web does not take a connection within this time counts as away. */
const connectMs = 5000

/** Connections are kept; the far side says for how long, and a little before that they are left. */
const agents = {
  'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 64 }),
}

/** They are about one connection (RFC 9110 §7.6.1). `expect` was answered here. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  hopHeader,
])

/** The headers as they came, in their order and spelling, without those of the connection. */
function endToEnd(raw: string[], named: string | undefined): string[] {
  const dropped = new Set(ofConnection)
  for (const name of (named ?? '').split(',')) dropped.add(name.trim().toLowerCase())
  dropped.delete('')
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!dropped.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

/** Gives a call up that finds no connection in time; answers whether it has one. */
function limitConnecting(outgoing: ClientRequest): () => boolean {
  let isConnected = false
  outgoing.once('socket', (socket) => {
    isConnected = !socket.connecting
    if (isConnected) return
    const timer = setTimeout(() => outgoing.destroy(new Error('it takes no connection')), connectMs)
    socket.once('connect', () => {
      isConnected = true
      clearTimeout(timer)
    })
    socket.once('close', () => clearTimeout(timer))
  })
  return () => isConnected
}

/**
 * - `answered`: the answer has gone to the client, or as much of it as there was.
 * - `unreached`: the other web has not seen the request.
 * - `unknown`: the connection broke before an answer; the other web may have done what was asked.
 */
type Outcome = 'answered' | 'unreached' | 'unknown'

/**
 * Hands a request to the web of another cell and its answer back, byte for byte while it comes:
 * streams stay streams. A connection that breaks in the answer breaks the answer, as without a hop.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  to: Cell,
  hop: { number: number; address: string },
): Promise<Outcome> {
  const { protocol, hostname, port } = new URL(to.url)
  const { method = 'GET', url = '/' } = request
  const isSecure = protocol === 'https:'
  const headers = [
    ...endToEnd(request.rawHeaders, request.headers.connection),
    hopHeader,
    signHop(to.name, hop, { method, url }),
  ]
  const outgoing = (isSecure ? https : http).request({
    agent: agents[isSecure ? 'https:' : 'http:'],
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isSecure ? 443 : 80),
    method,
    path: url,
    headers: headers as unknown as http.OutgoingHttpHeaders,
    setHost: false,
  })
  const isConnected = limitConnecting(outgoing)
  return await new Promise((resolve) => {
    const lost = () => {
      if (!response.headersSent) return resolve(isConnected() ? 'unknown' : 'unreached')
      response.destroy()
      resolve('answered')
    }
    outgoing.once('error', lost)
    outgoing.once('response', (incoming) => {
      incoming.once('error', lost)
      incoming.once('aborted', lost)
      const { statusCode = 502, statusMessage, rawHeaders } = incoming
      response.writeHead(
        statusCode,
        statusMessage,
        endToEnd(rawHeaders, incoming.headers.connection),
      )
      // The head of a stream of events goes out before its first event.
      response.flushHeaders()
      incoming.pipe(response)
      incoming.once('end', () => resolve('answered'))
    })
    // The caller has gone.
    response.once('close', () => {
      outgoing.destroy()
      resolve('answered')
    })
    request.pipe(outgoing)
  })
}
