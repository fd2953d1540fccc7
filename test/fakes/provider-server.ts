import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ProviderCall = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
  json(): Record<string, unknown>
}
export type ProviderAnswer =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'hang'
  | 'cut'

export type ProviderServer = {
  baseUrl: string
  /** `host:port`, as HTTP_ALLOW_PRIVATE names it. */
  host: string
  calls: ProviderCall[]
  /** Answers the next calls by hand, each once, in this order. */
  instead: ProviderAnswer[]
  close(): Promise<void>
}

/**
 * An outside system on 127.0.0.1: `answer` implements a provider's published contract. A text body
 * is sent unchanged, anything else as JSON.
 */
export async function startProviderServer(
  answer: (call: ProviderCall) => ProviderAnswer | Promise<ProviderAnswer>,
): Promise<ProviderServer> {
  const calls: ProviderCall[] = []
  const instead: ProviderAnswer[] = []
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const bytes = await buffer(incoming)
      const body = bytes.toString()
      const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
      const call: ProviderCall = {
        method: incoming.method ?? '',
        url,
        headers: incoming.headers,
        body,
        bytes,
        json: () => JSON.parse(body) as Record<string, unknown>,
      }
      calls.push(call)
      const said = instead.shift() ?? (await answer(call))
      if (said === 'hang') return
      if (said === 'cut') {
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        outgoing.write('{"')
        return setImmediate(() => outgoing.destroy())
      }
      outgoing
        .writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
        .end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {}))
    })().catch((error: unknown) => outgoing.writeHead(599).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: `http://${host}`,
    host,
    calls,
    instead,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
