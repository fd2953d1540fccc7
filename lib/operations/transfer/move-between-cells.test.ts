import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { seedWorkflow } from '#test/harness/seed-organization'
import {
  inCell,
  queryAt,
  runAt,
  useTwoCells,
  writeSettings,
  type TestCell,
} from '#test/harness/two-cells'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'

// Two installations are started, each with its own cluster.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const two = useTwoCells()
const definition = graph('first -> second -> third -> end', {
  first: { type: 'charge', config: { value: 1, slowMs: 40 } },
  second: { type: 'book', config: { value: 2, slowMs: 40 } },
  third: { type: 'order', config: { value: 3, slowMs: 40 } },
  end: { type: 'echo', config: { value: 'done' } },
})
const password = 'correct horse battery staple'
const slug = 'st-mary'
const key = newApiKey()
let organizationId: string
let workflowId: string
let cookie: string

beforeAll(async () => {
  await inCell(two.west, async () => {
    organizationId = await createOrganizationWithOwner({
      organizationName: 'St Mary',
      slug,
      ownerEmail: 'ada@example.com',
      ownerName: 'Ada',
      password,
    })
    ;({ workflowId } = await seedWorkflow(organizationId, definition))
    await inOrganization(organizationId, (tx) =>
      tx.insert(mails).values({
        id: newId(),
        organizationId,
        key: newId(),
        recipients: ['a@example.com'],
        subject: 'A letter',
        text: 'See Rounds.',
        status: 'queued',
      }),
    )
  })
  await queryAt(
    two.west.databaseUrl,
    `insert into api_keys (id, organization_id, name, role, prefix, hash)
     values ($1, $2, 'key', 'owner', $3, $4)`,
    [newId(), organizationId, apiKeyPrefix(key), hashApiKey(key)],
  )
  const signedIn = await fetch(`${two.east.origin}/api/auth/callback/password`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.com', password }),
  })
  if (signedIn.status !== 200) throw new Error(`nobody can sign in: ${signedIn.status}`)
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

/** Starts runs at both webs until it is stopped, each one until it is accepted. */
function startTraffic() {
  const accepted: { id: string; at: number }[] = []
  const refused = new Map<string, number>()
  const stopping = new AbortController()
  const startOne = async (number: number): Promise<void> => {
    const idempotencyKey = newId()
    for (;;) {
      const { origin } = number % 2 === 0 ? two.west : two.east
      const response = await fetch(`${origin}/api/v2/workflows/${workflowId}/runs`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: '{}',
      })
      const body = (await response.json()) as { id: string; error?: string }
      if (response.status === 202) return void accepted.push({ id: body.id, at: Date.now() })
      const why = `${response.status} ${body.error} ${response.headers.get('retry-after')}`
      refused.set(why, (refused.get(why) ?? 0) + 1)
      await delay(100) // not a wait: the client's pace
    }
  }
  const going = (async () => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      await startOne(number)
      await delay(20) // not a wait: the pace of the load
    }
  })()
  const stop = async () => {
    stopping.abort()
    await going
  }
  return { accepted, refused, stop }
}

const moveArgs = (to: TestCell, ...more: string[]) => [
  'lib/server/organizations.ts',
  'move',
  slug,
  '--to',
  to.name,
  '--settings',
  writeSettings(to, two.place),
  ...more,
]
const other = (cell: TestCell): TestCell => (cell === two.west ? two.east : two.west)
const move = async (to: TestCell, ...more: string[]) =>
  await runAt(other(to), moveArgs(to, ...more))

/** Kills the mover as soon as it says this. */
async function moveKilledAt(to: TestCell, sentence: RegExp): Promise<void> {
  const child = spawn(process.execPath, moveArgs(to), {
    env: other(to).environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let killed = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (!sentence.test(line)) continue
    killed = child.kill('SIGKILL')
    break
  }
  await gone
  expect([sentence.source, killed]).toEqual([sentence.source, true])
}

async function expectAllOnce(ids: string[]): Promise<void> {
  for (const id of ids)
    await until(`the run ${id} has ended`, async () => {
      const response = await fetch(`${two.west.origin}/api/v2/runs/${id}`, { headers })
      const { status } = (await response.json()) as { status: string }
      if (status === 'failed') throw new Error(`the run ${id} has failed`)
      return status === 'completed'
    })
  expect(two.provider.entries.filter(({ repeat }) => repeat)).toEqual([])
  const calls = Map.groupBy(two.provider.entries, ({ run }) => run)
  for (const id of ids) expect([id, calls.get(id)?.length]).toEqual([id, 3])
}

const servedBy = async (path_: string, given: Record<string, string>) => {
  const answers = await Promise.all(
    [two.west, two.east].map(async ({ origin }) => {
      const response = await fetch(`${origin}${path_}`, { headers: given })
      return [response.status, response.headers.get('x-served-by')]
    }),
  )
  return answers.flat()
}

it('moves under load: every start that was acknowledged is played once', async () => {
  const traffic = startTraffic()
  onTestFinished(traffic.stop)
  await until('the load has begun', () => two.provider.entries.length > 30)
  const said = await move(two.east)
  expect(said).toContain('DONE: "St Mary" is in the cell east.')
  expect(said).toContain('It goes on in east')
  const before = traffic.accepted.length
  await until('starts go on', () => traffic.accepted.length > before + 20)
  await traffic.stop()
  const times = traffic.accepted.map(({ at }) => at)
  const pause = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  process.stdout.write(`${said}\nthe longest time without an accepted start: ${pause} ms\n`)
  expect(pause).toBeLessThan(60_000)
  // Whoever started meanwhile was asked to come again, and told nothing else.
  expect([...traffic.refused.keys()].filter((why) => !/^503 unavailable \d$/.test(why))).toEqual([])
  await expectAllOnce(traffic.accepted.map(({ id }) => id))
  expect(await queryAt(two.west.databaseUrl, 'select id from runs')).toEqual([])
})

it('people stay signed in, with their password, and mails wait for nobody', async () => {
  expect(await servedBy('/api/v2/sessions', { cookie })).toEqual([200, 'east', 200, 'east'])
  const again = await fetch(`${two.west.origin}/api/auth/callback/password`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.com', password }),
  })
  expect([again.status, again.headers.get('x-served-by')]).toEqual([200, 'east'])
  // Without a mail server it goes no further.
  await until('the mail goes on', async () => {
    const rows = await queryAt(two.east.databaseUrl, 'select status, error from mails')
    return JSON.stringify(rows) === '[{"status":"kept","error":null}]'
  })
})

const points = [
  /Waiting for calls/,
  /Writing [\d,]+ rows/,
  /Committing/,
  /It goes on in/,
  /Removing/,
]

it.each(points)(
  'a mover that is killed when it says "%s" is repeated, there and back',
  async (at) => {
    const [{ cell } = { cell: 'west' }] = await queryAt<{ cell: string }>(
      two.directoryUrl,
      'select cell from cell_organizations',
    )
    const to = cell === 'west' ? two.east : two.west
    const traffic = startTraffic()
    onTestFinished(traffic.stop)
    const first = traffic.accepted.length
    await until('the load goes on', () => traffic.accepted.length > first + 5)
    await moveKilledAt(to, at)
    expect(await move(to)).toContain(`is in the cell ${to.name}`)
    const before = traffic.accepted.length
    await until('starts go on', () => traffic.accepted.length > before + 5)
    await traffic.stop()
    await expectAllOnce(traffic.accepted.map(({ id }) => id))
    expect(await servedBy('/api/v2/workflows', headers)).toEqual([200, to.name, 200, to.name])
  },
)

it.each([/Comparing/])('a mover that is killed when it says "%s" is taken back', async (at) => {
  const [{ cell } = { cell: '' }] = await queryAt<{ cell: string }>(
    two.directoryUrl,
    'select cell from cell_organizations',
  )
  const from = cell === 'west' ? two.west : two.east
  const traffic = startTraffic()
  onTestFinished(traffic.stop)
  await until('the load has begun', () => traffic.accepted.length > 5)
  await moveKilledAt(other(from), at)
  expect(await move(other(from), '--abort')).toContain('it stays here')
  const before = traffic.accepted.length
  await until('starts go on', () => traffic.accepted.length > before + 5)
  await traffic.stop()
  await expectAllOnce(traffic.accepted.map(({ id }) => id))
  expect(await servedBy('/api/v2/workflows', headers)).toEqual([200, cell, 200, cell])
  const there = await queryAt(
    other(from).databaseUrl,
    'select id from runs union all select id from workflows',
  )
  expect(there).toEqual([])
  await expect(runAt(from, ['lib/server/organizations.ts', 'move', slug])).rejects.toThrow(
    '--settings',
  )
})
