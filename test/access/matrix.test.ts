import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#lib/http/endpoints'
import { useTestDatabase } from '#test/harness/test-database'
import { acts, type Case, type End, type Request as Sent } from './acts.ts'
import { lists } from './lists.ts'
import { may, sees, seesRun } from './model.ts'
import { needs, publicOperations } from './needs.ts'
import { seedWorld, type Caller, type World } from './world.ts'

// Every operation by every kind of caller, on what is theirs, allowed, forbidden and foreign. What
// must come out is written in model.ts, needs.ts and acts.ts, without the product's own decisions.
useTestDatabase()
let world: World
beforeAll(async () => {
  world = await seedWorld()
})

type Endpoint = (typeof endpoints)[number]
const endpointOf = new Map(endpoints.map((each) => [each.contract.id, each]))
const guarded = endpoints.filter(({ contract }) => contract.auth === 'key')

function theEndpoint(id: string): Endpoint {
  const found = endpointOf.get(id)
  if (!found) throw new Error(`there is no endpoint ${id}`)
  return found
}

/** A stream of events goes on as long as somebody reads it: its beginning says enough. */
async function textOf(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return await response.text()
  const reader = response.body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

async function send({ contract }: Endpoint, caller: Caller, sent: Sent) {
  const { params, query = '', body, headers } = sent
  const address = contract.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  const isText = typeof body === 'string'
  const request = new Request(`http://localhost:3000${address}${query}`, {
    method: contract.method,
    headers: {
      ...caller.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  })
  const response = await theEndpoint(contract.id)(request, params)
  return { status: response.status, text: await textOf(response) }
}

const refusals: readonly number[] = [401, 403, 404]
const endOf = (status: number): End => (refusals.includes(status) ? (status as End) : 'in')

/** What refuses a caller before anything is looked at; undefined: they come in. */
function gateOf(id: string, { role, permissions }: Caller): 401 | 403 | undefined {
  const needed = needs[id]
  if (role === null) return 401
  return needed !== undefined && permissions.includes(needed) ? undefined : 403
}

async function wrongEnds(id: string, caller: Caller, cases: Case[]): Promise<string[]> {
  const wrong: string[] = []
  const gate = gateOf(id, caller)
  for (const each of gate ? cases.slice(0, 2) : cases) {
    const { status, text } = await send(theEndpoint(id), caller, await each.request())
    const expected = gate ?? each.expected(caller)
    const end = endOf(status)
    if (end !== expected)
      wrong.push(`${caller.name}, ${each.what}: ${status} instead of ${expected}: ${text}`)
    // What is refused says nothing of what is there.
    else if (end !== 'in' && /zebra/i.test(text))
      wrong.push(`${caller.name}, ${each.what}: ${text}`)
  }
  return wrong
}

describe('the table of the matrix', () => {
  it('has every operation', () => {
    const missing = endpoints
      .filter(({ contract: { auth, id } }) =>
        auth === 'public' ? !publicOperations.includes(id) : !needs[id],
      )
      .map(({ contract }) => `${contract.id} has no line in test/access/needs.ts`)
    expect(missing).toEqual([])
    const known = [...Object.keys(needs), ...publicOperations, ...Object.keys(acts)]
    expect(known.filter((id) => !endpointOf.has(id))).toEqual([])
  })

  it('has cases for every operation that names a workflow, or a part of one', () => {
    const named = /^\/api\/v2\/(workflows|runs|task|screens|schedules|forms|files|mails)\/\{/
    const missing = guarded
      .filter(({ contract }) => named.test(contract.path) && !acts[contract.id])
      .map(({ contract }) => `${contract.id} has no cases in test/access/acts.ts`)
    expect(missing).toEqual([])
  })
})

describe('a list shows what its reader may see', () => {
  it.each(lists)('%s: %s', async (id, _name, list) => {
    for (const caller of world.callers) {
      const { status, text } = await send(theEndpoint(id), caller, {
        params: {},
        query: list.query ?? '',
      })
      const gate = gateOf(id, caller)
      expect([caller.name, status]).toEqual([caller.name, gate ?? 200])
      if (gate) continue
      const { items } = JSON.parse(text) as { items: Record<string, string>[] }
      const ids = items.map((item) => item[list.idOf])
      expect([caller.name, ids.toSorted()]).toEqual([
        caller.name,
        list.expected(world, caller).toSorted(),
      ])
    }
  })

  it('getHome: its numbers', async () => {
    for (const caller of world.callers) {
      const { status, text } = await send(theEndpoint('getHome'), caller, { params: {} })
      const gate = gateOf('getHome', caller)
      expect([caller.name, status]).toEqual([caller.name, gate ?? 200])
      if (gate) continue
      const home = JSON.parse(text) as {
        screens: { open: number }
        failing: { workflow: { id: string }; failed: number }[]
        days: unknown
        books: unknown
      }
      const workflows = Object.values(world.workflows)
      const ended = [
        ...workflows.map((each) => each.ended),
        world.test,
        ...Object.values(world.own),
      ]
      const failed = workflows.flatMap(({ id, place }) => {
        const count = ended.filter((run) => run.place === place && seesRun(caller, run)).length
        return count === 0 ? [] : [[id, count]]
      })
      expect({
        caller: caller.name,
        screens: home.screens.open,
        failed: home.failing.map(({ workflow, failed: count }) => [workflow.id, count]).toSorted(),
        days: home.days !== null,
        books: home.books !== null,
      }).toEqual({
        caller: caller.name,
        screens: workflows.filter(({ place }) => may(caller, 'screen', place)).length,
        failed: failed.toSorted(),
        days: caller.role === 'owner',
        books: caller.permissions.includes('books:read'),
      })
    }
  })

  it('listSchedules and listScheduleOccurrences: runs only for who sees them', async () => {
    for (const caller of world.callers.filter((each) => !gateOf('listSchedules', each)))
      for (const { place, scheduleId, ended } of Object.values(world.workflows)) {
        if (!sees(caller, place)) continue
        const params = { id: scheduleId }
        const runId = !caller.isTest && may(caller, 'seeRuns', place) ? ended.id : null
        const one = await send(theEndpoint('getSchedule'), caller, { params })
        const { last } = JSON.parse(one.text) as { last: { runId: string | null } }
        const many = await send(theEndpoint('listScheduleOccurrences'), caller, { params })
        const { items } = JSON.parse(many.text) as { items: { runId: string | null }[] }
        expect([caller.name, place, last.runId, items[0]?.runId]).toEqual([
          caller.name,
          place,
          runId,
          runId,
        ])
      }
  })
})

describe('who may call', () => {
  const rest = guarded.filter(({ contract }) => !acts[contract.id])
  const chunks = Array.from({ length: 8 }, (_none, at) => rest.filter((_e, i) => i % 8 === at))

  // A parameter that no operation has: who comes in is answered 400 before anything happens.
  it.each(chunks.map((chunk, at) => [at + 1, chunk] as const))(
    'operations without an object of their own, part %i',
    async (_part, chunk) => {
      const wrong: string[] = []
      for (const endpoint of chunk)
        for (const caller of world.callers) {
          const params = Object.fromEntries(
            [...endpoint.contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', '1']),
          )
          const { id } = endpoint.contract
          const { status } = await send(endpoint, caller, { params, query: '?nosuch=1' })
          const expected = gateOf(id, caller) ?? 400
          if (status !== expected) wrong.push(`${id}, ${caller.name}: ${status}, not ${expected}`)
        }
      expect(wrong).toEqual([])
    },
  )
})

describe('what is reached', () => {
  it.each(Object.keys(acts))('%s', async (id) => {
    const wrong = await Promise.all(
      world.callers.map(async (caller) => wrongEnds(id, caller, acts[id]?.(world, caller) ?? [])),
    )
    expect(wrong.flat()).toEqual([])
  })
})
