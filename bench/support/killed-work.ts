import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Definition } from '#lib/domain/workflow/definition'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'

export type Call = { run: string; step: string; key: string; receipt: string }

/** The world outside of `kill-everything`: a slow system and a mail server. */
export type Outside = {
  port: number
  calls: Call[]
  mailServer: MailServer
  close(): Promise<void>
}

/** The system executes each key once, and records its callers. */
export async function startOutside(): Promise<Outside> {
  const calls: Call[] = []
  const receipts = new Map<string, string>()
  const provider = createServer((incoming, outgoing) => {
    void (async () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://provider')
      if (incoming.method === 'POST' || incoming.method === 'PUT') await json(incoming)
      const key = String(incoming.headers['idempotency-key'])
      const receipt = receipts.get(key) ?? `receipt ${receipts.size}`
      receipts.set(key, receipt)
      calls.push({ run: searchParams.get('run') ?? '', step: pathname.slice(1), key, receipt })
      await delay(100 + Math.random() * 700)
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify({ receipt }))
    })().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const mailServer = await startMailServer()
  return {
    port: (provider.address() as AddressInfo).port,
    calls,
    mailServer,
    async close() {
      provider.closeAllConnections()
      provider.close()
      await mailServer.close()
    },
  }
}

const retry = { maxAttempts: 50, delaySeconds: 0.1, factor: 1, maxDelaySeconds: 1 }
const step = (id: string, type: string, after: string | undefined, more: object) => ({
  id,
  type,
  title: id,
  after: after ? [{ step: after }] : [],
  ...more,
})
const address = {
  addressLine1: '185 Berry St',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
}
const letter = {
  connection: 'sandbox',
  fileId: { $: 'start.fileId' },
  to: { name: 'Avery Lindqvist', ...address },
  from: { company: 'Rounds Health', ...address },
}
const mail = { to: ['team@example.com'], subject: { $: "'Run ' & run.id" } }
const source = 'export default async ({ steps }) => ({ sum: steps.expression.output.sum + 1 })\n'
const receiptOf = (id: string) => ({ $: `steps.${id}.output.body.receipt` })

/** The steps of `killedWork` that call the system outside. */
export const callSteps = ['allowed', 'declared', 'put'] as const

/** A workflow of every kind of work; its author allows each call to be repeated. */
export function killedWork(port: number): Definition {
  const call = (id: string, after: string, config: object, more: object = {}) => {
    const url = `http://127.0.0.1:${port}/${id}`
    const asked = { url, query: { run: { $: 'run.id' } }, body: { n: 1 }, ...config }
    return step(id, 'http-request', after, { config: asked, ...more })
  }
  return {
    startData: { type: 'object', properties: { fileId: { type: 'string' } } },
    settings: {},
    steps: [
      step('expression', 'transform', undefined, {
        config: { value: { sum: { $: '$sum([1..100].($ * 2))' } } },
      }),
      call('allowed', 'expression', { method: 'POST' }, { retry }),
      step('code', 'code', 'allowed', { config: { source } }),
      call('declared', 'code', { method: 'POST', idempotent: 'yes' }),
      step('sql', 'sql-query', 'declared', { config: { query: 'select 7 as n' }, retry }),
      call('put', 'sql', { method: 'PUT' }),
      step('letter', 'send-letter', 'put', { config: letter }),
      step('mail', 'send-email', 'letter', { config: mail }),
      step('end', 'transform', 'mail', {
        config: {
          value: {
            allowed: receiptOf('allowed'),
            declared: receiptOf('declared'),
            put: receiptOf('put'),
            sum: { $: 'steps.code.output.sum' },
            n: { $: 'steps.sql.output.rows[0].n' },
          },
        },
      }),
    ],
  } as unknown as Definition
}

/** A workflow of one step, to be started again and again. */
export const smallWork = {
  startData: { type: 'object' },
  settings: {},
  steps: [step('only', 'transform', undefined, { config: { value: { n: 1 } } })],
}
