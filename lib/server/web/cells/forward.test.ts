import { createServer, request as call, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '#test/harness/free-port'
import { forward } from './forward.ts'

const servers: Server[] = []
const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** What comes of a POST that is handed to this address. */
async function outcomeAt(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const near = createServer((request, response) => {
    forward(request, response, { name: 'east', url }, { number: 1, address: '127.0.0.1' }).then(
      (outcome) => {
        response.destroy()
        resolve(outcome)
      },
      reject,
    )
  })
  const sent = call(`${await listen(near)}/api/v2/runs`, { method: 'POST' })
  sent.on('error', () => undefined).on('response', (response) => response.resume())
  sent.end('{}')
  return await promise
}

describe('a request that is handed to another cell', () => {
  it('was answered', async () => {
    const far = createServer((_request, response) => response.end('done'))
    expect(await outcomeAt(await listen(far))).toBe('answered')
  })

  it('was not seen by a web that is not there', async () => {
    expect(await outcomeAt(`http://127.0.0.1:${await freePort()}`)).toBe('unreached')
  })

  it('may have been done by a web that went away with it', async () => {
    const far = createServer((request: IncomingMessage) => request.socket.destroy())
    expect(await outcomeAt(await listen(far))).toBe('unknown')
  })
})
