import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { selfSigned } from './self-signed.ts'

type TlsPostgres = {
  host: string
  port: number
  certificate: string
  /** How many came without asking for TLS. */ plain: () => number
  stop(): Promise<void>
}

/**
 * The first eight bytes of a client that wants TLS (PostgreSQL documentation 54.2.10): the length
 * and 80877103.
 */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Adds TLS in front of a Postgres without it: answers the request for TLS, decrypts, and forwards.
 * Refuses clients that do not request it.
 */
export async function startTlsPostgres(target: { port: number }): Promise<TlsPostgres> {
  const { key, certificate } = selfSigned('localhost')
  const secureContext = createSecureContext({ key, cert: certificate })
  const sockets = new Set<Socket>()
  let plain = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.once('data', (first) => {
      if (!first.equals(sslRequest)) {
        plain += 1
        return socket.destroy()
      }
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      const behind = connect(target.port, '127.0.0.1')
      secure.on('error', () => behind.destroy()).on('close', () => behind.destroy())
      behind.on('error', () => secure.destroy())
      secure.pipe(behind).pipe(secure)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: 'localhost',
    port: (server.address() as AddressInfo).port,
    certificate,
    plain: () => plain,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
