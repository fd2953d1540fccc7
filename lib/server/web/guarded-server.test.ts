import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuardedServer, type Guards } from './guarded-server.ts'

const servers: Server[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Reads the body and answers its length. */
const count: RequestListener = (request, response) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
  })
  request.on('end', () => response.end(String(bytes)))
  request.on('error', () => undefined)
}

const lenient: Guards = {
  headersMs: 60_000,
  body: { windowMs: 60_000, minBytes: 1 },
  perAddress: 0,
  isProxy: () => false,
  clientOf: () => 'nobody',
}

async function serve(guards: Partial<Guards>, handle = count): Promise<number> {
  const server = createGuardedServer({ ...lenient, ...guards }, handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function open(port: number, text = '') {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let said = ''
  const ended = new Promise<string>((resolve) => void socket.once('close', () => resolve(said)))
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  socket.on('error', () => undefined)
  if (text) socket.write(text)
  return { socket, ended, said: () => said }
}

const post = (length: number, more = '') =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${more}\r\n`
const get = (more = '') => `GET / HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const soon = { timeout: 50_000 }

describe('slow senders are cut off', () => {
  it.each([
    ['nothing', ''],
    ['half of the headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-half: '],
  ])('with %s', async (_what, text) => {
    const { ended } = open(await serve({ headersMs: 200 }), text)
    expect(await ended).toMatch(/^$|408/)
  })

  it('with headers that trickle', async () => {
    const { socket, ended } = open(await serve({ headersMs: 200 }), 'GET / HTTP/1.1\r\n')
    const dripping = setInterval(() => socket.write('x-a: b\r\n'), 20)
    expect(await ended).toMatch(/^$|408/)
    clearInterval(dripping)
  })

  const slow = { windowMs: 200, minBytes: 1000 }
  it('with a body that trickles', async () => {
    const { socket, ended } = open(await serve({ body: slow }), post(100_000))
    const dripping = setInterval(() => socket.write('x'), 20)
    expect(await ended).toContain('408')
    clearInterval(dripping)
  })

  it('with one whose request was answered already', async () => {
    const answers: RequestListener = (_request, response) => void response.end('no')
    const { socket, ended } = open(await serve({ body: slow }, answers), post(100_000))
    const dripping = setInterval(() => socket.write('x'), 20)
    expect(await ended).toContain('no')
    clearInterval(dripping)
  })

  describe('but not', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    })
    afterEach(() => vi.useRealTimers())
    /** Without a timer, because the test stops timers. */
    const so = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
    }

    it('a body with a sufficient rate, however long it takes', async () => {
      let got: IncomingMessage | undefined
      const noted: RequestListener = (request, response) => {
        got = request
        count(request, response)
      }
      const { socket, said } = open(await serve({ body: slow }, noted), post(10_000))
      await so(() => got !== undefined)
      for (let sent = 1; sent <= 10; sent++) {
        const before = got?.socket.bytesRead ?? 0
        socket.write('x'.repeat(1000))
        await so(() => (got?.socket.bytesRead ?? 0) === before + 1000)
        vi.advanceTimersByTime(slow.windowMs)
      }
      await so(() => said().includes('10000'))
    })

    it('a body that the server does not read', async () => {
      let got: IncomingMessage | undefined
      let read = (): void => undefined
      const late: RequestListener = (request, response) => {
        got = request
        read = () => count(request, response)
      }
      const bytes = 1_000_000
      const sent = post(bytes) + 'x'.repeat(bytes)
      const { said } = open(await serve({ body: slow }, late), sent)
      await so(() => got !== undefined && got.readableLength >= got.readableHighWaterMark)
      vi.advanceTimersByTime(10 * slow.windowMs)
      read()
      await so(() => said().includes(String(bytes)))
    })
  })
})

describe('connections of one address', () => {
  it('carry the next request after a body that was refused before its end', async () => {
    const port = await serve({}, (request, response) => {
      if (request.method === 'GET') return void response.end('next')
      // Stops reading at the first bytes, as a size limit does.
      request.once('data', () => {
        request.pause()
        response.writeHead(413).end('too large')
      })
    })
    const { socket, said } = open(port, post(2_000_000))
    socket.write('x'.repeat(2_000_000))
    await vi.waitFor(() => expect(said()).toContain('too large'), soon)
    socket.write(get())
    await vi.waitFor(() => expect(said()).toContain('next'), soon)
  })

  it('are limited: those over the limit are refused, and closing one makes room', async () => {
    const port = await serve({ perAddress: 2 })
    const first = open(port, get())
    const second = open(port, get())
    for (const { said } of [first, second])
      await vi.waitFor(() => expect(said()).toContain('200 OK'), soon)
    const third = await open(port).ended
    expect(third).toContain('429 Too Many Requests')
    expect(third).toContain('retry-after: 5')
    expect(JSON.parse(third.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'rate_limited' })
    first?.socket.destroy()
    await vi.waitFor(async () => {
      const { said, socket } = open(port, get())
      await vi.waitFor(() => expect(said()).toMatch(/^HTTP/), soon)
      const got = said()
      socket.destroy()
      expect(got).toContain('200 OK')
    }, soon)
  })

  it('of a trusted proxy are not limited, but its clients’ requests are', async () => {
    const held: RequestListener = (request, response) => {
      if (request.url === '/') response.write('held')
      else response.end('answered')
    }
    const clientOf = (request: IncomingMessage) => String(request.headers['x-forwarded-for'])
    const port = await serve({ perAddress: 2, isProxy: () => true, clientOf }, held)
    const from = (client: string) => open(port, get(`x-forwarded-for: ${client}\r\n`))
    const of = [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')]
    for (const { said } of of) await vi.waitFor(() => expect(said()).toContain('held'), soon)
    const fifth = from('192.0.2.1')
    await vi.waitFor(() => expect(fifth.said()).toContain('429 Too Many'), soon)
    of[0]?.socket.destroy()
    await vi.waitFor(async () => {
      const again = from('192.0.2.1')
      await vi.waitFor(() => expect(again.said()).toMatch(/^HTTP/), soon)
      const got = again.said()
      expect(got).toContain('200 OK')
    }, soon)
  })
})
