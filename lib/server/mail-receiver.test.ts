import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { engineDb } from '#db/client'
import { receivedMails } from '#db/schema/received-mails'
import { openFile } from '#lib/documents/file-store'
import { closedPort } from '#test/fakes/closed-port'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'

// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

process.env['MAIL_IN_DOMAIN'] = 'in.rounds.example'
const triggerRoute = endpointsAt('/api/v2/workflows/{id}/mail-trigger')
const api = useApi()
let address: string

beforeAll(async () => {
  const plain = graph('keep', { keep: { type: 'transform', config: { value: 1 } } })
  const { workflowId: id } = await seedWorkflow(api.organization.id, plain)
  const { body } = await api.send(triggerRoute.PUT, '/x', { params: { id }, body: { rules: {} } })
  address = String(body['address'])
})

/** Starts the program as `npm run mail-receiver` does; resolves when it listens. */
async function startReceiver(tries = 5): Promise<{ child: ChildProcess; port: number }> {
  const port = Number(new URL(`tcp://${await closedPort()}`).port)
  const { appUrl, authUrl } = api.database
  const child = spawn(
    process.execPath,
    ['--no-deprecation', path.join(import.meta.dirname, 'mail-receiver.ts')],
    {
      env: {
        ...process.env,
        ROUNDS_APP_URL: appUrl,
        ROUNDS_AUTH_URL: authUrl,
        MAIL_IN_PORT: String(port),
        MAIL_IN_HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const first = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (first[0] === 'ready') return { child, port }
  // Another process may have taken the port meanwhile.
  if (tries === 1) throw new Error('the mail receiver ended before it listened')
  return await startReceiver(tries - 1)
}

/** Speaks SMTP by hand. */
async function client(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (more: string) => {
    said += more
  })
  // A process that is killed resets the connection.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  const hear = async (answer: RegExp): Promise<string> => {
    const heard = await until(`an answer ${answer}`, () => (answer.test(said) ? said : undefined))
    said = ''
    return heard
  }
  await hear(/^220 /)
  return {
    write: (line: string) => socket.write(line),
    async ask(line: string, answer: RegExp): Promise<string> {
      socket.write(line)
      return await hear(answer)
    },
    /** Whether the server says that it has the message, before it hangs up. */
    async isTaken(rest: string): Promise<boolean> {
      socket.write(rest)
      return await until('an answer or the end', () => {
        if (/^250 /m.test(said)) return { taken: true }
        return socket.closed || /^4/m.test(said) ? { taken: false } : undefined
      }).then(({ taken }) => taken)
    },
    async quit(): Promise<void> {
      socket.end('QUIT\r\n')
      await closed
    },
  }
}
type Client = Awaited<ReturnType<typeof client>>

/** Names the sender and the recipient, and begins the message. */
async function begin(smtp: Client): Promise<void> {
  expect(await smtp.ask('EHLO clinic.example.com\r\n', /^250 /m)).toMatch(/^250.SIZE 26214400/m)
  await smtp.ask('MAIL FROM:<ada@clinic.example.com>\r\n', /^250 /)
  await smtp.ask(`RCPT TO:<${address}>\r\n`, /^250 /)
  await smtp.ask('DATA\r\n', /^354 /)
}
const message = (id: string) =>
  `Message-ID: <${id}@clinic.example.com>\r\nSubject: ${id}\r\n\r\nPlease see her.\r\n.\r\n`
const isClosed = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

it('takes mails, survives its death, and ends what it began before it stops', async () => {
  const first = await startReceiver()
  const one = await client(first.port)
  await begin(one)
  await one.ask(message('one'), /^250 /)
  // Its sender never hears that it was taken, and sends it again.
  const died = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await died

  const { child, port } = await startReceiver()
  const again = await client(port)
  await begin(again)
  await again.ask(message('one'), /^250 /)
  expect(await again.ask('MAIL FROM:<a@b.example> SIZE=26214401\r\n', /^\d/)).toMatch(/^552 /)
  await again.quit()

  const late = await client(port)
  await begin(late)
  late.write(message('two').slice(0, 40))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await until('the port to close', async () => await isClosed(port))
  // On a busy machine the three seconds for it may be over; then its sender is not told that we have it.
  const isTaken = await late.isTaken(message('two').slice(40))
  await late.quit()
  const [, signal] = (await ended) as [number | null, string | null]
  expect(signal).toBeNull()

  const mails = await engineDb().select().from(receivedMails).orderBy(receivedMails.id)
  const contents = []
  for (const { rawKey } of mails) contents.push(await text((await openFile(rawKey)) as WebStream))
  const subjects = contents.map((raw) => /Subject: (.*)\r/.exec(raw)?.[1])
  expect(subjects.filter((subject) => subject === 'one')).toHaveLength(1)
  if (isTaken) expect(subjects).toContain('two')
})
