import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The standard's harmless test virus, in two parts so that this file is not one. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const maxStream = 200_000

/** The reply to one connection's bytes so far; undefined until it is complete. */
function replyTo(received: Buffer): string | undefined {
  const command = received.indexOf(0)
  if (command < 0) return undefined
  if (received.toString('latin1', 0, command) !== 'zINSTREAM') return 'UNKNOWN COMMAND'
  const chunks: Buffer[] = []
  let size = 0
  for (let at = command + 1; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) {
      const text = Buffer.concat(chunks).toString('latin1')
      return text.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK'
    }
    size += length
    if (size > maxStream) return 'INSTREAM size limit exceeded. ERROR'
    if (at + 4 + length > received.length) return undefined
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/**
 * A server that speaks clamd's command INSTREAM: it finds the EICAR test virus, and refuses streams
 * over 200 kB. `silent` ones never answer.
 */
export async function startClamd({ silent = false } = {}) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      const reply = silent ? undefined : replyTo(received)
      if (reply !== undefined) socket.end(`${reply}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    address: `tcp://127.0.0.1:${port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
