import { createSocket } from 'node:dgram'

export type DnsServer = {
  /** As DNS_SERVERS takes it. */
  address: string
  /** The TXT records by name. */
  records: Map<string, string>
  stop(): Promise<void>
}

/** The name of a question (RFC 1035 §4.1.2), and where it ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + size).toString('ascii'))
    at += size + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A name server on 127.0.0.1 that knows TXT records; other names do not exist (NXDOMAIN). */
export async function startDnsServer(port = 0): Promise<DnsServer> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query)
    const text = records.get(name)
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(text === undefined ? 0 : 1, 6)
    header.fill(0, 8)
    const parts = [header, query.subarray(12, end)]
    if (text !== undefined) {
      const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
      const answer = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
      parts.push(answer, data)
    }
    socket.send(Buffer.concat(parts), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => socket.close(() => resolve()))
  return { address: `127.0.0.1:${socket.address().port}`, records, stop }
}
