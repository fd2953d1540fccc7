import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { members, users } from '#db/schema/people'
import { startRegistration, storePasskey, type Question } from '#lib/auth/factors/passkeys'
import { workflows } from '#db/schema/workflows'
import { askHeader, askPath, hopHeader, signHop, signQuestion } from '#lib/cells/internal-call'
import { hookToken } from '#lib/operations/hie/hook-token'
import { newWebhookToken } from '#lib/operations/webhooks/webhook-secrets'
import { stopToken } from '#lib/operations/notifications/stop-token'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { organizationWithKeys } from '#test/harness/api'
import { seedWorkflow } from '#test/harness/seed-organization'
import {
  inCell,
  killCell,
  queryAt,
  runAt,
  startCell,
  useTwoCells,
  type TestCell,
} from '#test/harness/two-cells'
import { Authenticator } from '#test/samples/authenticator'
import { graph } from '#test/samples/graph'

// Two installations are started, each with its own cluster.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const two = useTwoCells()
const definition = graph('first -> end', {
  first: { type: 'book', config: { value: 1 } },
  end: { type: 'echo', config: { value: 'done' } },
})
const formToken = 'the-token-of-the-form-in-the-east'
const password = 'correct horse battery staple'

type Seeded = Awaited<ReturnType<typeof organizationWithKeys>> & { workflowId: string }
let west: Seeded
let east: Seeded
let eastPerson: string
let graceCookie: string

async function seed(): Promise<Seeded> {
  const organization = await organizationWithKeys()
  return { ...organization, ...(await seedWorkflow(organization.id, definition)) }
}

beforeAll(async () => {
  west = await inCell(two.west, seed)
  east = await inCell(two.east, async () => {
    const seeded = await seed()
    await inOrganization(seeded.id, (tx) =>
      tx
        .update(workflows)
        .set({ formPublic: true, formToken })
        .where(eq(workflows.id, seeded.workflowId)),
    )
    eastPerson = crypto.randomUUID()
    await authDb().insert(users).values({ id: eastPerson, email: 'eve@example.com', name: 'Eve' })
    await authDb().insert(members).values({
      organizationId: seeded.id,
      userId: eastPerson,
      role: 'owner',
      name: 'Eve',
      email: 'eve@example.com',
    })
    return seeded
  })
  for (const [cell, email] of [
    [two.west, 'ada@example.com'],
    [two.east, 'grace@example.com'],
  ] as const)
    await inCell(cell, () =>
      createOrganizationWithOwner({
        organizationName: cell.name,
        slug: `clinic-${cell.name}`,
        ownerEmail: email,
        ownerName: 'Ada',
        password,
      }),
    )
})

const servedBy = (response: Response) => response.headers.get('x-served-by')
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const start = async (cell: TestCell, { workflowId, keys }: Seeded, headers = {}) =>
  await fetch(`${cell.origin}/api/v2/workflows/${workflowId}/runs`, {
    method: 'POST',
    headers: { ...bearer(keys.owner), 'content-type': 'application/json', ...headers },
    body: '{}',
  })

const runOf = async (response: Response) => ((await response.json()) as { id: string }).id

describe('a request that comes to the web of another cell', () => {
  it('starts a run and waits for its end', async () => {
    for (const cell of [two.west, two.east])
      for (const [organization, name] of [
        [west, 'west'],
        [east, 'east'],
      ] as const) {
        const response = await start(cell, organization, { prefer: 'wait=30' })
        expect([response.status, servedBy(response)]).toEqual([200, name])
        expect(await response.json()).toMatchObject({ status: 'completed' })
      }
  })

  it('reads a stream of events while it comes', async () => {
    const runId = await runOf(await start(two.east, east))
    const stopping = new AbortController()
    const response = await fetch(`${two.west.origin}/api/v2/runs/${runId}/events`, {
      headers: bearer(east.keys.owner),
      signal: stopping.signal,
    })
    expect([response.status, servedBy(response)]).toEqual([200, 'east'])
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toMatch(/^(?:event|id|data|retry):/m)
    stopping.abort()
  })

  it('uploads bytes as they are, and gets them back', async () => {
    const bytes = randomBytes(3_000_000)
    const body = new FormData()
    body.append('file', new File([bytes], 'scan.bin', { type: 'application/octet-stream' }))
    const headers = bearer(east.keys.owner)
    const stored = await fetch(`${two.west.origin}/api/v2/files`, { method: 'POST', headers, body })
    const { id, size } = (await stored.json()) as { id: string; size: number }
    expect([stored.status, servedBy(stored), size]).toEqual([201, 'east', bytes.length])
    const content = await fetch(`${two.west.origin}/api/v2/files/${id}/content`, { headers })
    expect(Buffer.compare(Buffer.from(await content.arrayBuffer()), bytes)).toBe(0)
  })

  it('opens a shared form, a webhook and a link of a mail', async () => {
    const form = await fetch(`${two.west.origin}/api/v2/public/forms/${formToken}`)
    expect([form.status, servedBy(form)]).toEqual([200, 'east'])
    const page = await fetch(`${two.west.origin}/f/${formToken}`)
    expect(await page.text()).toBe('a page of east')
    const hook = hookToken({ organizationId: east.id, connectionId: crypto.randomUUID() })
    const hooked = await fetch(`${two.west.origin}/api/v2/hooks/letters/${hook}`, {
      method: 'POST',
      body: '{}',
    })
    expect(servedBy(hooked)).toBe('east')
    const token = newWebhookToken(east.id)
    const posted = await fetch(`${two.west.origin}/api/v2/hooks/workflows/${token}`, {
      method: 'POST',
      body: '{}',
    })
    expect([posted.status, servedBy(posted)]).toEqual([404, 'east'])
    const stop = stopToken({ organizationId: east.id, userId: eastPerson })
    const stopped = await fetch(`${two.west.origin}/api/v2/notifications/stop/${stop}`, {
      method: 'POST',
    })
    expect([stopped.status, servedBy(stopped)]).toEqual([200, 'east'])
  })

  it('gets 401 for a key that no cell knows, from the cell that was asked', async () => {
    const response = await start(two.west, { ...east, keys: { ...east.keys, owner: 'rk_live_no' } })
    expect([response.status, servedBy(response)]).toEqual([401, 'west'])
  })
})

/** The cookies that an answer sets, as a browser sends them. */
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function signIn(cell: TestCell, email: string, given = password) {
  const response = await fetch(`${cell.origin}/api/auth/callback/password`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: given }),
  })
  return { response, cookie: cookiesOf(response) }
}

describe('a person', () => {
  it('signs in at the web of any cell, and is served by the own one from then on', async () => {
    const { response, cookie } = await signIn(two.west, 'Grace@example.com')
    expect([response.status, servedBy(response)]).toEqual([200, 'east'])
    for (const cell of [two.west, two.east]) {
      const page = await fetch(`${cell.origin}/runs`, { headers: { cookie, accept: 'text/html' } })
      expect(await page.text()).toBe('a page of east')
      // The browser comes back here when it has no session.
      expect(page.headers.getSetCookie()[0]).toMatch(/^rounds\.cell=east; /)
      const read = await fetch(`${cell.origin}/api/v2/sessions`, { headers: { cookie } })
      expect([read.status, servedBy(read)]).toEqual([200, 'east'])
    }
    const local = await signIn(two.west, 'ada@example.com')
    expect([local.response.status, servedBy(local.response)]).toEqual([200, 'west'])
    const away = { cookie: 'rounds.cell=east' }
    const begun = await fetch(`${two.west.origin}/sign-in`, { headers: away })
    expect(await begun.text()).toBe('a page of east')
  })

  it('gets the same answer whether there is an account or not, and from any cell', async () => {
    const answers = await Promise.all(
      ['grace@example.com', 'ada@example.com', 'nobody@example.com', 'nobody2@example.com'].map(
        async (email) => {
          const { response } = await signIn(two.west, email, 'a wrong password, surely')
          return { status: response.status, body: await response.text(), by: servedBy(response) }
        },
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    // Strangers have a cell, too: where an answer comes from tells nothing.
    const cells = await Promise.all(
      Array.from({ length: 12 }, async (_, number) =>
        servedBy((await signIn(two.west, `stranger${number}@example.com`, 'wrong')).response),
      ),
    )
    expect(new Set(cells)).toEqual(new Set(['west', 'east']))
  })
})

async function newPersonInEast(email: string): Promise<string> {
  return await inCell(two.east, async () => {
    const slug = email.replace('@example.com', '')
    const owner = { ownerEmail: email, ownerName: 'Twice', password }
    await createOrganizationWithOwner({ organizationName: slug, slug, ...owner })
    const [user] = await authDb().select().from(users).where(eq(users.email, email))
    return user?.id ?? ''
  })
}

/** The passkey of somebody new in the east. */
async function passkeyOf(email: string): Promise<Authenticator> {
  const device = new Authenticator()
  const id = await newPersonInEast(email)
  await inCell(two.east, async () => {
    const { challengeId, options } = await startRegistration({ id, email, name: 'Grace' })
    const response = device.register(options)
    await authDb().transaction((tx) => storePasskey(tx, id, { challengeId, name: 'Key', response }))
  })
  return device
}

/** As a page of ours does. */
const post = async (cell: TestCell, address: string, body: unknown, headers = {}) =>
  await fetch(`${cell.origin}/api/v2/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000', ...headers },
    body: JSON.stringify(body),
  })

describe('a browser that begins with a passkey', () => {
  const options = async (cell: TestCell): Promise<Question> =>
    (await (await post(cell, 'sign-in/passkey/options', {})).json()) as Question

  it('signs in where the passkey is known, whichever cell it asked', async () => {
    const device = await passkeyOf('key@example.com')
    for (const asked of [two.west, two.east])
      for (const answered of [two.west, two.east]) {
        const question = await options(asked)
        const answer = { ...question, response: device.show(question.options) }
        const given = { challengeId: answer.challengeId, response: answer.response }
        const response = await post(answered, 'sign-in/passkey', given)
        expect([response.status, servedBy(response)]).toEqual([200, 'east'])
        const read = await fetch(`${two.west.origin}/api/v2/sessions`, {
          headers: { cookie: cookiesOf(response) },
        })
        expect([read.status, servedBy(read)]).toEqual([200, 'east'])
        // A challenge is answered once, in all cells together.
        const again = await post(answered, 'sign-in/passkey', given)
        expect(again.status).toBe(401)
      }
  })

  it('is refused with a passkey that no cell knows, and with an unknown challenge', async () => {
    const device = await passkeyOf('another@example.com')
    const { challengeId, options: asked } = await options(two.west)
    const stranger = new Authenticator().show(asked)
    const refused = await post(two.west, 'sign-in/passkey', { challengeId, response: stranger })
    expect([refused.status, servedBy(refused)]).toEqual([401, 'west'])
    const response = device.show(asked)
    const unknown = { challengeId: crypto.randomUUID(), response }
    expect((await post(two.west, 'sign-in/passkey', unknown)).status).toBe(401)
  })
})

/** An account of its own in the west, for somebody of the east. */
async function accountInWest(email: string, id: string): Promise<void> {
  await inCell(two.west, async () => {
    await authDb().insert(users).values({ id, email, name: 'Twice' })
    await authDb()
      .insert(members)
      .values({ organizationId: west.id, userId: id, role: 'worker', name: 'Twice', email })
  })
}

type Elsewhere = { cell: string; organizations: { organizationId: string; roleName: string }[] }[]
async function elsewhereOf(cookie: string): Promise<Elsewhere> {
  const address = `${two.west.origin}/api/v2/profile/organizations-elsewhere`
  const response = await fetch(address, { headers: { cookie } })
  return ((await response.json()) as { items: Elsewhere }).items
}

describe('a person with accounts in two cells', () => {
  it('sees the organizations of an account that a move brought along', async () => {
    const email = 'moved@example.com'
    const id = await newPersonInEast(email)
    const { cookie } = await signIn(two.west, email)
    expect(await elsewhereOf(cookie)).toEqual([])
    await accountInWest(email, id)
    expect(await elsewhereOf(cookie)).toEqual([
      {
        cell: 'west',
        organizations: [
          { organizationId: west.id, organization: expect.any(String), roleName: 'Worker' },
        ],
      },
    ])
    expect(await elsewhereOf((await signIn(two.west, 'grace@example.com')).cookie)).toEqual([])
  })

  it('sees of one made apart only that there is one', async () => {
    const email = 'apart@example.com'
    await newPersonInEast(email)
    await accountInWest(email, crypto.randomUUID())
    const cookie = { cookie: 'rounds.cell=east' }
    const response = await fetch(`${two.west.origin}/api/auth/callback/password`, {
      method: 'POST',
      headers: cookie,
      body: new URLSearchParams({ email, password }),
    })
    expect([response.status, servedBy(response)]).toEqual([200, 'east'])
    expect(await elsewhereOf(cookiesOf(response))).toEqual([{ cell: 'west', organizations: [] }])
  })

  it('signs in at the cell of the page that they opened for it, from then on', async () => {
    const headers = { cookie: 'rounds.cell=west', accept: 'text/html' }
    const page = await fetch(`${two.west.origin}/sign-in?cell=east`, { headers })
    expect(await page.text()).toBe('a page of east')
    expect(page.headers.getSetCookie()[0]).toMatch(/^rounds\.cell=east; /)
    const data = { name: 'Nia', email: 'nia@example.com', role: 'worker' }
    const invited = await post(two.east, 'members', data, bearer(east.keys.owner))
    const { pathname } = new URL(((await invited.json()) as { link: string }).link)
    const joining = await fetch(`${two.west.origin}${pathname}`, { headers })
    expect(await joining.text()).toBe('a page of east')
    expect(joining.headers.getSetCookie()[0]).toMatch(/^rounds\.cell=east; /)
    // A cell that there is not changes nothing.
    const other = await fetch(`${two.west.origin}/sign-in?cell=north`, { headers })
    expect([await other.text(), other.headers.getSetCookie()]).toEqual(['a page of west', []])
  })
})

const ask = async (header: string, body: string) =>
  await fetch(`${two.east.origin}${askPath}`, {
    method: 'POST',
    headers: { [askHeader]: header, 'content-type': 'application/json' },
    body,
  })

describe('what cells say to each other', () => {
  const body = JSON.stringify({ kind: 'organization', value: crypto.randomUUID() })

  it('is answered only when it is signed, for this cell, with this body, lately', async () => {
    const known = JSON.stringify({ kind: 'organization', value: east.id })
    const right = await ask(signQuestion('east', known), known)
    expect(await right.json()).toEqual({
      claim: { cell: 'east', organizationId: east.id, epoch: null },
    })
    expect(await (await ask(signQuestion('east', body), body)).json()).toEqual({ claim: null })
    const old = signQuestion('east', known).replace(/^\d+/, String(Date.now() - 120_000))
    for (const header of [signQuestion('west', known), signQuestion('east', body), old, 'no', ''])
      expect([header, (await ask(header, known)).status]).toEqual([header, 404])
  })

  it('a hop from outside is none: the address of the client and the way are our own', async () => {
    const runId = await runOf(await start(two.east, east))
    const url = `/api/v2/runs/${runId}`
    const read = async (header: string) =>
      await fetch(`${two.west.origin}${url}`, {
        headers: { ...bearer(east.keys.owner), [hopHeader]: header },
      })
    // Forged or of another request: it is routed as if it were not there.
    const other = signHop('west', { number: 2, address: '1.2.3.4' }, { method: 'GET', url: '/' })
    for (const header of ['1.2.3.4', other]) expect((await read(header)).status).toBe(200)
    // A real one that was handed on twice ends here, whoever owns it.
    const twice = signHop('west', { number: 2, address: '1.2.3.4' }, { method: 'GET', url })
    const ended = await read(twice)
    expect([ended.status, servedBy(ended)]).toEqual([401, 'west'])
  })
})

const doctor = async () =>
  await runAt(two.west, ['lib/server/doctor.ts']).catch((error: Error) => error.message)

describe('when something is away', () => {
  it('nothing: the doctor names the cells', async () => {
    expect(await doctor()).toContain('This is the cell west; the others: east.')
  })

  it('the directory: known cells and organizations go on', async () => {
    const { pathname } = new URL(two.directoryUrl)
    await queryAt(two.west.databaseUrl, `drop database ${pathname.slice(1)} with (force)`)
    for (const cell of [two.west, two.east])
      for (const organization of [west, east])
        expect((await start(cell, organization, { prefer: 'wait=30' })).status).toBe(200)
    expect(await doctor()).toContain('The directory does not answer')
  })

  it('a cell: the organizations of the other one go on', async () => {
    graceCookie = (await signIn(two.east, 'grace@example.com')).cookie
    await two.stopEast()
    const question = JSON.stringify({ kind: 'organization', value: east.id })
    expect((await ask(signQuestion('east', question), question)).status).toBe(503)
    await killCell(two.east)
    expect((await start(two.west, west, { prefer: 'wait=30' })).status).toBe(200)
    for (const headers of [bearer(east.keys.owner), bearer('rk_live_nobody_knows_it')]) {
      const response = await fetch(`${two.west.origin}/api/v2/workflows`, { headers })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ error: 'unavailable' })
    }
    const form = await fetch(`${two.west.origin}/f/${formToken}`)
    expect([form.status, await form.text()]).toEqual([
      503,
      expect.stringContaining('cannot be reached'),
    ])
  })

  it('the directory, while a web starts: whom it cannot know comes again, and is not refused', async () => {
    await killCell(two.west)
    await startCell(two.west)
    expect((await start(two.west, west, { prefer: 'wait=30' })).status).toBe(200)
    for (const headers of [bearer(east.keys.owner), { cookie: graceCookie }]) {
      const response = await fetch(`${two.west.origin}/api/v2/workflows`, { headers })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    }
  })
})
