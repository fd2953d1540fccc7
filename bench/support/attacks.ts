import { connect, type Socket } from 'node:net'
import { deflateRawSync, deflateSync } from 'node:zlib'

/**
 * The attackers' means: an owner's key of their own organization, and the network of a public
 * caller.
 */
export type Attacker = {
  origin: string
  /** Calls the API with the attacker's key; answers of any status are fine. */
  call(method: string, path: string, body?: unknown, key?: string | null): Promise<Response>
  /** Publishes steps as a workflow; undefined when that is refused. */
  publish(steps: object[], startData?: object): Promise<string | undefined>
  /** The token of a public form of the attacker's organization. */
  formToken: string
  /** Ends with the attack. */
  signal: AbortSignal
}

export type Attack = { name: string; play(attacker: Attacker): Promise<void> }

const expression = (text: string): object[] => [
  { id: 's', type: 'transform', title: 'S', config: { value: { $: text } } },
]
const code = (source: string, more: object = {}): object[] => [
  { id: 's', type: 'code', title: 'S', config: { source }, ...more },
]

/** Written once, so that the victim does not wait for the attacker's own work. */
const written = (body: unknown): Blob =>
  new Blob([JSON.stringify(body)], { type: 'application/json' })

/** Starts a run of the steps again and again, some at once, during the attack. */
const starting =
  (steps: object[], { startData = {}, data = {}, atOnce = 4 } = {}) =>
  async ({ publish, call, signal }: Attacker): Promise<void> => {
    const id = await publish(steps, startData)
    if (id === undefined) return
    const body = written({ startData: data })
    await repeatedly(signal, atOnce, async () => {
      await call('POST', `/api/v2/workflows/${id}/runs`, body)
      await new Promise((resolve) => setTimeout(resolve, 250))
    })
  }

/** Acts again and again, some at once; a refused or broken call is part of the attack. */
async function repeatedly(signal: AbortSignal, atOnce: number, act: () => Promise<unknown>) {
  const one = async () => {
    while (!signal.aborted) {
      await act().catch(() => undefined)
      // Calls that fail at once must not prevent the clock from ending the attack.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** `levels` definitions, each of which names the previous one twice. */
function doubling(levels: number): object {
  const defs = Object.fromEntries(
    Array.from({ length: levels }, (_none, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` }
      return [`d${level}`, { allOf: [next, next] }]
    }),
  )
  return {
    type: 'object',
    properties: { x: { $ref: '#/$defs/d0' } },
    $defs: { ...defs, [`d${levels}`]: { type: 'string' } },
  }
}

/** A ZIP archive of one file, whose directory declares a small size. */
function lyingDocx(): Buffer {
  const name = Buffer.from('word/document.xml')
  const packed = deflateRawSync(Buffer.alloc(300 * 1024 * 1024, 0x20))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(1000, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(1000, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  const start = local.length + name.length + packed.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

/** A small PDF whose page is three million operators, packed twice. */
function costlyPdf(): Buffer {
  const drawing = Buffer.from('BT /F1 1 Tf (x) Tj ET\n'.repeat(3_000_000 / 5))
  const packed = deflateSync(deflateSync(drawing))
  const head = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R',
    '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj',
    `4 0 obj<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>stream\n`,
  ].join('\n')
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)])
}

const uploadingPolicy =
  (name: string, bytes: () => Buffer) =>
  async ({ call, signal }: Attacker): Promise<void> => {
    const content = new Uint8Array(bytes())
    await repeatedly(signal, 2, async () => {
      const form = new FormData()
      form.set('file', new Blob([content]), name)
      await call('PUT', '/api/v2/policies/attack/document', form)
    })
  }

/** Opens connections that send a byte a second and never end. */
async function dripping({ origin, signal }: Attacker): Promise<void> {
  const { hostname, port } = new URL(origin)
  const sockets: Socket[] = Array.from({ length: 400 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST /api/v2/files HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n')
    return socket
  })
  while (!signal.aborted) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('X-A: b\r\n')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  for (const socket of sockets) socket.destroy()
}

const toForm =
  (data: () => unknown, atOnce: number) =>
  async ({ formToken, call, signal }: Attacker): Promise<void> => {
    const body = written({ startData: data() })
    const path = `/api/v2/public/forms/${formToken}`
    await repeatedly(signal, atOnce, async () => await call('POST', path, body, null))
  }

const sql =
  (query: string) =>
  async ({ call, signal }: Attacker): Promise<void> =>
    await repeatedly(signal, 3, async () => await call('POST', '/api/v2/sql', { query }))

const many = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_none, index) => make(index))

/** The attacks that once stopped the service, and similar ones. */
export const attacks: Attack[] = [
  {
    name: 'an expression that fills the memory',
    play: starting(
      expression('($a:=$split($pad("a",40000000),""); $count($zip($a,$a,$a,$a,$a,$a)))'),
    ),
  },
  {
    name: 'an expression of quadratic time',
    play: starting(expression('$count($distinct([1..200000]))')),
  },
  {
    name: 'an expression that makes a text of 400 MB',
    play: starting(expression('$length($pad("a",400000000))')),
  },
  {
    name: 'an expression that calls itself for ever',
    play: starting(expression('($f := function($x) { $f($x + 1) + 1 }; $f(0))')),
  },
  {
    name: 'a pattern with a huge repetition',
    play: starting(expression('$match($pad("a",100000), /((a{1000}){1000}){1000}/)')),
  },
  {
    name: 'a plain expression that doubles a text',
    play: starting(expression(`${'start.t & '.repeat(1500)}""`), {
      data: { t: 'x'.repeat(100_000) },
    }),
  },
  {
    name: 'eight code steps without an end',
    play: starting(code('export default () => { for (;;); }'), { atOnce: 8 }),
  },
  {
    name: 'code that writes what Postgres cannot hold',
    play: starting(
      code("export default () => { console.log('\\u0000'); return { '\\u0000': 1 } }"),
    ),
  },
  {
    name: 'a schema of 33 doublings',
    play: starting(expression('1'), { startData: doubling(33), data: { x: 'a' } }),
  },
  {
    name: 'unique items by the ten thousand',
    play: starting(expression('1'), {
      startData: {
        type: 'object',
        properties: {
          list: {
            'x-formFieldHidden': true,
            type: 'array',
            uniqueItems: true,
            items: { type: 'object' },
          },
        },
      },
      data: { list: many(60_000, (index) => ({ a: index, b: { c: [index] } })) },
    }),
  },
  {
    name: 'patterns on many texts',
    play: starting(expression('1'), {
      startData: {
        type: 'object',
        properties: { list: { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } } },
      },
      data: { list: many(20_000, () => `${'a'.repeat(40)}!`) },
    }),
  },
  {
    name: 'a public form with millions of faults',
    play: toForm(() => ({ documents: many(2_000_000, () => 1) }), 6),
  },
  {
    name: 'a public form with 400,000 unknown fields',
    play: toForm(
      () => Object.fromEntries(many(100_000, (index) => [`field${index}`, 1]) as [string, 1][]),
      6,
    ),
  },
  { name: 'a Word document that lies about its size', play: uploadingPolicy('a.docx', lyingDocx) },
  { name: 'a PDF of three million operators', play: uploadingPolicy('a.pdf', costlyPdf) },
  { name: 'SQL that makes a text of 1 GB', play: sql("select repeat('x', 1000000000)") },
  {
    name: 'SQL that multiplies',
    play: sql('select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'),
  },
  {
    name: 'a warehouse query without an end',
    play: async ({ call, signal }) => {
      const query = 'SELECT count(*) FROM claims a, claims b, claims c, claims d'
      const path = '/api/v2/integrations/warehouse/sandbox/query'
      await repeatedly(signal, 3, async () => await call('POST', path, { query }))
    },
  },
  {
    name: 'JSON that is nested 100,000 deep',
    play: async ({ call, signal }) => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000)
      const body = new Blob([`{"startData":{"a":${deep}}}`], { type: 'application/json' })
      const path = '/api/v2/workflows/nightly-check/runs'
      await repeatedly(signal, 4, async () => await call('POST', path, body))
    },
  },
  {
    name: 'JSON to HTML of a deep document',
    play: async ({ call, signal }) => {
      let document: object = { type: 'text', text: 'x' }
      for (let depth = 0; depth < 1500; depth++) {
        document = { type: 'blockquote', content: [document] }
      }
      const path = '/api/v2/document/json-to-html'
      await repeatedly(signal, 4, async () => await call('POST', path, document))
    },
  },
  {
    name: 'wrong passwords by the hundred',
    play: async ({ origin, signal }) => {
      await repeatedly(signal, 10, async () => {
        const asked = await fetch(`${origin}/api/auth/csrf`, { signal })
        const { csrfToken } = (await asked.json()) as { csrfToken: string }
        const wrong = { email: 'owner@example.com', password: 'not the password' }
        await fetch(`${origin}/api/auth/callback/password`, {
          method: 'POST',
          headers: {
            cookie: asked.headers
              .getSetCookie()
              .map((one) => one.split(';')[0])
              .join('; '),
          },
          body: new URLSearchParams({ ...wrong, csrfToken, json: 'true' }),
          signal,
        })
      })
    },
  },
  { name: '400 connections that send drop by drop', play: dripping },
]
