import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#lib/env'
import { useApi } from '#test/harness/api'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { seedWorkflow } from '#test/harness/seed-organization'

const megabyte = 1024 * 1024
const api = useApi()
const pattern = randomBytes(megabyte)

/** Bytes that nobody has to hold: the same for the same size, each megabyte another. */
function* pieces(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += megabyte) {
    pattern.writeUInt32BE(at)
    yield Buffer.from(pattern.subarray(0, Math.min(megabyte, size - at)))
  }
}
async function hashOf(stream: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** A provider that takes a file as a body, and as a field of a form, and gives one. */
const received: { announced: string | undefined; type: string | undefined; sha256: string }[] = []
const provider = createServer((incoming, outgoing) => {
  void (async () => {
    const size = Number(new URL(incoming.url ?? '', 'http://x').searchParams.get('size'))
    if (incoming.method === 'GET')
      return await pipeline(
        Readable.from(pieces(size)),
        outgoing.writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="scan of ${size}.bin"`,
        }),
      )
    received.push({
      announced: incoming.headers['content-length'],
      type: incoming.headers['content-type'],
      sha256: await hashOf(incoming as AsyncIterable<Buffer>),
    })
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })()
})
let child: ChildProcess
let base: URL

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { appUrl, authUrl, engineUrl } = api.database
  child = fork(path.join(import.meta.dirname, '../../../test/processes/whole-process.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      ...process.env,
      ROUNDS_APP_URL: appUrl,
      ROUNDS_AUTH_URL: authUrl,
      ROUNDS_ENGINE_URL: engineUrl,
      DATA_DIR: env().DATA_DIR,
      HTTP_ALLOW_PRIVATE: `127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  })
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => []),
  ])) as [number?]
  if (port === undefined) throw new Error('the process did not start')
  base = new URL(`http://127.0.0.1:${port}`)
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
})

const peak = async (): Promise<number> => {
  child.send('memory')
  return Number(((await once(child, 'message')) as [number])[0])
}

async function ask(
  method: string,
  address: string,
  body: Iterable<Buffer> | string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const outgoing = request(new URL(address, base), {
    method,
    headers: { authorization: `Bearer ${api.organization.keys.owner}`, ...headers },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  await Promise.all([
    pipeline(Readable.from(typeof body === 'string' ? [Buffer.from(body)] : body), outgoing),
    answered,
  ])
  return (await answered)[0]
}
const json = async (answer: Promise<IncomingMessage>) =>
  JSON.parse(await text(await answer)) as Record<string, unknown>

/**
 * Uploads a file, runs a workflow that sends it out and fetches one, and downloads that one.
 * Answers the most memory the process ever had after it.
 */
async function passThrough(workflow: string, size: number): Promise<number> {
  const sha256 = await hashOf(pieces(size))
  const [head = '', tail = ''] = Buffer.from(
    multipart({
      name: 'file',
      fileName: 'scan.bin',
      type: 'application/octet-stream',
      content: 'CONTENT',
    }),
  )
    .toString()
    .split('CONTENT')
  const form = function* () {
    yield Buffer.from(head)
    yield* pieces(size)
    yield Buffer.from(tail)
  }
  const uploaded = await json(ask('POST', '/api/v2/files', form(), multipartHeaders))
  expect(uploaded).toMatchObject({ size, sha256 })
  const startData = {
    scan: { id: uploaded['id'], fileName: 'scan.bin' },
    provider: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/files?size=${size}`,
  }
  const run = await json(
    ask('POST', `/api/v2/workflows/${workflow}/runs`, JSON.stringify({ startData }), {
      'content-type': 'application/json',
      prefer: 'wait=60',
    }),
  )
  expect(run).toMatchObject({ status: 'completed' })
  const { body } = (run['output'] as Record<string, { body: Record<string, unknown> }>)[
    'fetch'
  ] ?? { body: {} }
  expect(body).toMatchObject({ fileName: `scan of ${size}.bin`, size, sha256 })
  expect(received.splice(0)).toMatchObject([
    { announced: String(size), type: 'application/octet-stream', sha256 },
    { type: expect.stringMatching(/^multipart\/form-data; boundary=/) },
  ])
  const download = await ask('GET', `/api/v2/files/${String(body['id'])}/content`, '')
  expect([
    download.statusCode,
    download.headers['content-length'],
    await hashOf(download as AsyncIterable<Buffer>),
  ]).toEqual([200, String(size), sha256])
  return await peak()
}

it('a file of 100 MB passes through a run as a file of 1 MB does: uploaded, sent as a body and in a form, fetched and downloaded in memory that stays', async () => {
  const address = { $: 'start.provider' }
  const definition = graph('send -> form -> fetch', {
    send: {
      type: 'http-request',
      config: { method: 'PUT', url: address, file: { $: 'start.scan' }, timeoutSeconds: 60 },
    },
    form: {
      type: 'http-request',
      config: {
        method: 'POST',
        url: address,
        file: { $: 'start.scan.id' },
        fileField: 'document',
        body: { kind: 'scan' },
        timeoutSeconds: 60,
      },
    },
    fetch: { type: 'http-request', config: { url: address, parse: 'file', timeoutSeconds: 60 } },
  })
  const { workflowId } = await seedWorkflow(api.organization.id, definition)
  const small = await passThrough(workflowId, megabyte)
  const large = await passThrough(workflowId, 100 * megabyte)
  process.stderr.write(`peak ${small / megabyte} ${large / megabyte}\n`)
  expect((large - small) / megabyte).toBeLessThan(40)
}, 90_000)
