import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { notifications, pushSubscriptions } from '#db/schema/notifications'
import { members, sessions } from '#db/schema/people'
import type { ChosenNotifications } from '#lib/contracts/organization/notifications'
import { defaultChoices, type NotificationKind } from '#lib/domain/notification/choices'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { openText } from '#lib/sealed-text'
import { startPushService, type PushService } from '#test/fakes/push-service'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'
import { composeMail } from '../mails/compose-mail.ts'
import { privateMailPlace } from '../mails/private-mail.ts'
import { notify } from './notify.ts'
import { sendDueMails } from './send-due-mails.ts'
import { sendDuePushes } from './send-due-pushes.ts'
import { stopToken } from './stop-token.ts'

const choicesAt = endpointsAt('/api/v2/notifications/choices')
const browsersAt = endpointsAt('/api/v2/notifications/browsers')
const offAt = endpointsAt('/api/v2/notifications/browsers/off')
const readAt = endpointsAt('/api/v2/notifications/read')
const stopAt = endpointsAt('/api/v2/notifications/stop/{token}')
const listAt = endpointsAt('/api/v2/notifications')

const api = useApi()
let ada: Person
beforeEach(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
})

const as = ({ headers }: Person) => ({
  as: null,
  headers: { 'content-type': 'application/json', ...headers },
})

type Told = { kind?: NotificationKind; runId?: string; taskId?: string; by?: string; to?: Person[] }

async function tell({ kind = 'mentioned', to = [ada], runId = newId(), ...told }: Told = {}) {
  const { id: organizationId } = api.organization
  const userIds = to.map(({ actor }) => actor.id)
  await inOrganization(organizationId, (tx) =>
    notify(tx, { ...told, organizationId, kind, userIds, runId }),
  )
}

const rowsOf = async ({ actor }: Person) =>
  await engineDb()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, actor.id))
    .orderBy(notifications.id)

/** As if the time had come. */
async function makeDue(person: Person): Promise<void> {
  const past = new Date(Date.now() - 1000)
  await engineDb()
    .update(notifications)
    .set({ mailAt: past, pushAt: past })
    .where(eq(notifications.userId, person.actor.id))
}

const choicesOf = async (person: Person) =>
  (await api.send(choicesAt.GET, '/api/v2/notifications/choices', as(person)))
    .body as unknown as ChosenNotifications

async function choose(person: Person, kind: NotificationKind, ways: object) {
  const { choices, revision } = await choicesOf(person)
  const kinds = { ...choices.kinds, [kind]: { ...choices.kinds[kind], ...ways } }
  const body = { choices: { ...choices, kinds }, revision }
  return await api.send(choicesAt.PUT, '/api/v2/notifications/choices', { body, ...as(person) })
}

describe('notify', () => {
  it('leaves out who did it, strangers, disabled members and what is turned off', async () => {
    const { id: organizationId } = api.organization
    const bea = await signedIn(organizationId, 'worker', 'Bea')
    const gone = await signedIn(organizationId, 'worker', 'Gone')
    await authDb()
      .update(members)
      .set({ disabledAt: new Date() })
      .where(eq(members.userId, gone.actor.id))
    await choose(ada, 'reminder', { inProduct: false, push: false, mail: 'none' })
    const everybody = { to: [ada, bea, gone], by: bea.actor.id }
    await tell({ ...everybody, kind: 'reminder' })
    expect([await rowsOf(ada), await rowsOf(bea), await rowsOf(gone)]).toEqual([[], [], []])
    await tell(everybody)
    expect(await rowsOf(ada)).toHaveLength(1)
    expect([await rowsOf(bea), await rowsOf(gone)]).toEqual([[], []])
  })

  it('tells once of the same while it is unread, also at once, and again when it was read', async () => {
    const same = { runId: newId(), taskId: newId() }
    await Promise.all(Array.from({ length: 4 }, () => tell(same)))
    await tell({ ...same, taskId: newId() })
    await tell({ ...same, kind: 'overdue' })
    expect(await rowsOf(ada)).toHaveLength(3)
    await api.send(readAt.POST, '/api/v2/notifications/read', { body: {}, ...as(ada) })
    await tell(same)
    expect(await rowsOf(ada)).toHaveLength(4)
  })

  it('works as a worker, and goes with its transaction', async () => {
    const { id: organizationId } = api.organization
    const told = { organizationId, userIds: [ada.actor.id], runId: newId() }
    const lost = engineDb().transaction(async (tx) => {
      await notify(tx, { ...told, kind: 'overdue' })
      throw new Error('rolled back')
    })
    await expect(lost).rejects.toThrow('rolled back')
    await engineDb().transaction((tx) => notify(tx, { ...told, kind: 'escalated' }))
    expect(await rowsOf(ada)).toMatchObject([{ kind: 'escalated', inProduct: true }])
  })

  it('does not list what somebody wants by mail only', async () => {
    await choose(ada, 'mentioned', { inProduct: false, push: false, mail: 'at-once' })
    await tell()
    expect(await rowsOf(ada)).toHaveLength(1)
    const { body } = await api.send(listAt.GET, '/api/v2/notifications', as(ada))
    expect(body['items']).toEqual([])
  })
})

describe('the choices of a person', () => {
  it('are the defaults first, and are not overwritten by a change based on older ones', async () => {
    expect(await choicesOf(ada)).toEqual({
      choices: defaultChoices,
      revision: 0,
      timeZone: 'America/New_York',
    })
    expect((await choose(ada, 'commented', { push: true })).status).toBe(200)
    const body = { choices: defaultChoices, revision: 0 }
    const stale = await api.send(choicesAt.PUT, '/api/v2/notifications/choices', {
      body,
      ...as(ada),
    })
    expect(stale).toMatchObject({ status: 409, body: { error: 'version_conflict' } })
    expect((await choicesOf(ada)).choices.kinds.commented.push).toBe(true)
  })

  it('drop what waits in a way that is turned off, and are of persons only', async () => {
    await tell()
    await choose(ada, 'mentioned', { push: false, mail: 'none' })
    expect(await rowsOf(ada)).toMatchObject([{ mailAt: null, pushAt: null }])
    expect((await api.send(choicesAt.GET, '/api/v2/notifications/choices', {})).status).toBe(403)
  })
})

const mailsTo = async ({ actor }: Person) =>
  (await engineDb().select().from(mails)).filter(({ recipients }) =>
    recipients.includes(actor.email ?? ''),
  )

describe('mails', () => {
  it('come once for all that is due of a person, without what it is about', async () => {
    const taskId = newId()
    const runId = newId()
    await tell({ kind: 'assigned', runId, taskId })
    await tell({ runId })
    await tell({ kind: 'assigned' })
    expect(await mailsTo(ada)).toEqual([])
    await makeDue(ada)
    await Promise.all([sendDueMails(), sendDueMails(), sendDueMails()])
    const [mail, ...more] = await mailsTo(ada)
    if (!mail) throw new Error('there is no mail')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ private: true, subject: '3 things new in Rounds' })
    const text = openText(privateMailPlace(mail.id), mail.text)
    expect(text).toContain('- 2 tasks were assigned to you\n- A comment mentions you')
    expect(text).toContain(`/inbox/${taskId}`)
    expect(text).toContain(`/runs/${runId}`)
    expect(await rowsOf(ada)).toMatchObject(
      Array.from({ length: 3 }, () => ({ mailAt: null, mailedAt: expect.any(Date) })),
    )
    await sendDueMails()
    expect(await mailsTo(ada)).toHaveLength(1)
  })

  it('do not come of what was read, and not to somebody who is no member any more', async () => {
    await tell()
    await api.send(readAt.POST, '/api/v2/notifications/read', { body: {}, ...as(ada) })
    const gone = await signedIn(api.organization.id, 'worker', 'Gone')
    await tell({ to: [gone] })
    await makeDue(gone)
    await authDb()
      .update(members)
      .set({ disabledAt: new Date() })
      .where(eq(members.userId, gone.actor.id))
    await sendDueMails()
    expect([await mailsTo(ada), await mailsTo(gone)]).toEqual([[], []])
    expect(await rowsOf(gone)).toMatchObject([{ mailAt: null }])
  })

  it('are stopped by their link, which nobody can guess', async () => {
    await tell()
    await makeDue(ada)
    await sendDueMails()
    const [mail] = await mailsTo(ada)
    const token = stopToken({ organizationId: api.organization.id, userId: ada.actor.id })
    expect(mail?.stopUrl).toMatch(new RegExp(`/api/v2/notifications/stop/${token}$`))
    const sender = { name: 'Clinic', dkim: undefined } as never
    const to = { recipients: ['a@example.com'], cc: [], bcc: [] }
    const settings = { MAIL_FROM: 'r@example.com', BASE_URL: 'https://r.example.com' } as never
    expect(
      composeMail({ ...(mail as never as object), text: '' } as never, to, sender, settings),
    ).toMatchObject({
      headers: {
        'List-Unsubscribe': `<${mail?.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    const stop = async (word: string) => {
      const sent = {
        params: { token: word },
        as: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }
      return (await api.send(stopAt.POST, `/api/v2/notifications/stop/${word}`, sent)).status
    }
    const other = stopToken({ organizationId: api.organization.id, userId: newId() })
    expect(await stop(`${other.slice(0, 43)}${token.slice(43)}`)).toBe(404)
    expect(await stop('x')).toBe(404)
    await tell({ kind: 'overdue' })
    expect([await stop(token), await stop(token)]).toEqual([200, 200])
    await tell({ kind: 'escalated' })
    expect((await rowsOf(ada)).map(({ mailAt }) => mailAt)).toEqual([null, null, null])
    expect((await choicesOf(ada)).choices.kinds.mentioned).toEqual({
      inProduct: true,
      push: true,
      mail: 'none',
    })
  })
})

describe('messages to browsers', () => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
    env().HTTP_ALLOW_PRIVATE.push(service.host)
  })
  afterAll(async () => {
    env().HTTP_ALLOW_PRIVATE.pop()
    await service.close()
  })

  const browsersOf = async ({ actor }: Person) =>
    await engineDb()
      .select({ id: pushSubscriptions.id, sealed: pushSubscriptions.sealed })
      .from(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, actor.id),
          eq(pushSubscriptions.organizationId, actor.organizationId),
        ),
      )

  async function turnOn(person: Person) {
    const path = '/api/v2/notifications/browsers'
    const { body } = await api.send(browsersAt.GET, path, as(person))
    const subscription = service.subscribe(String(body['publicKey']))
    const answer = await api.send(browsersAt.POST, path, { body: subscription, ...as(person) })
    return { ...subscription, status: answer.status }
  }

  const send = async () => await sendDuePushes([service.host])

  it('are encrypted for the browser and signed, come once and name no patient', async () => {
    const { endpoint, status } = await turnOn(ada)
    expect(status).toBe(200)
    const taskId = newId()
    await tell({ kind: 'assigned', taskId })
    await Promise.all([send(), send()])
    await send()
    expect(service.received.filter((each) => each.endpoint === endpoint)).toMatchObject([
      {
        message: { title: 'Rounds', body: 'A task was assigned to you', path: `/inbox/${taskId}` },
        claims: { aud: `http://${service.host}`, sub: expect.stringMatching(/^mailto:/) },
      },
    ])
    expect(await rowsOf(ada)).toMatchObject([{ pushAt: null, pushedAt: expect.any(Date) }])
    expect(JSON.stringify(await browsersOf(ada))).not.toContain(endpoint)
  })

  it.each([404, 410])('forget a browser that its service answers %i for', async (status) => {
    await turnOn(ada)
    await tell()
    service.instead.push({ status })
    await send()
    expect(await browsersOf(ada)).toEqual([])
  })

  it('stay on after another failure, end with the session, and when they are turned off', async () => {
    const { endpoint } = await turnOn(ada)
    await turnOn(ada)
    await tell()
    service.instead.push({ status: 500 }, { status: 500 })
    await send()
    expect(await browsersOf(ada)).toHaveLength(2)
    const off = { body: { endpoint }, ...as(ada) }
    const { body } = await api.send(offAt.POST, '/api/v2/notifications/browsers/off', off)
    expect(body['browsers']).toBe(1)
    await authDb().delete(sessions).where(eq(sessions.userId, ada.actor.id))
    expect(await browsersOf(ada)).toEqual([])
  })

  it('never reach an address inside our network', async () => {
    const { endpoint } = await turnOn(ada)
    const before = service.calls.length
    await tell()
    await sendDuePushes([])
    expect(service.calls.length).toBe(before)
    const subscription = service.subscribe('')
    const inside = { ...subscription, endpoint: 'http://10.0.0.1/send' }
    const sent = { body: inside, ...as(ada) }
    const path = '/api/v2/notifications/browsers'
    expect((await api.send(browsersAt.POST, path, sent)).status).toBe(400)
    expect(endpoint).toContain(service.host)
  })
})
