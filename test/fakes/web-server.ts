import { once } from 'node:events'
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'

type Seen = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
  /** Whether the caller showed a certificate that the server trusts. */
  certified: boolean
}
export type WebServer = {
  /** `host:port` */ host: string
  origin: string
  seen: Seen[]
  /** Answers in place of 200 with `{}`. */
  respond: (response: ServerResponse, request: Seen) => void
  stop(): Promise<void>
}
type Tls = { key: string; cert: string; ca: string; requestCert: true; rejectUnauthorized: true }

/**
 * A web server on 127.0.0.1 that records what it is asked; with `tls` by HTTPS at localhost. Without
 * a port it takes a free one.
 */
export async function startWebServer(tls?: Tls, ofPort = 0): Promise<WebServer> {
  const usual: WebServer['respond'] = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void text(request).then((body) => {
      const { method, url, headers, socket } = request
      const certified = (socket as Partial<TLSSocket>).authorized === true
      const seen = { method, url, headers, body, certified }
      server.seen.push(seen)
      server.respond(response, seen)
    })
  const http = tls ? createSecure(tls, answer) : createPlain(answer)
  http.listen(ofPort, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const host = `${tls ? 'localhost' : '127.0.0.1'}:${port}`
  const server: WebServer = {
    host,
    origin: `${tls ? 'https' : 'http'}://${host}`,
    seen: [],
    respond: usual,
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server
}
