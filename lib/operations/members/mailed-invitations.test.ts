import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { invitations, members } from '#db/schema/people'
import { newId } from '#lib/ids'
import { startMailServer } from '#test/fakes/mail-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { tokenOf } from '#test/harness/invite'
import { signedIn, type Person } from '#test/samples/person'
import { deliverMail } from '../mails/deliver-mail.ts'

const server = await startMailServer()
process.env['SMTP_URL'] = server.url
afterAll(async () => await server.close())

const link = endpointsAt('/api/v2/invitations/{id}/link')
const one = endpointsAt('/api/v2/invitations/{id}')
const pending = endpointsAt('/api/v2/invitations')
const member = endpointsAt('/api/v2/members/{id}')
const disabled = endpointsAt('/api/v2/members/{id}/disable')
const all = endpointsAt('/api/v2/members')
const outbox = endpointsAt('/api/v2/mails')
const accepted = endpointsAt('/api/v2/public/invitations/{token}/accept')
const opened = endpointsAt('/api/v2/public/invitations/{token}')

const api = useApi()
const path = '/api/v2/members'
let owner: Person
let email: string

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  email = `${newId()}@example.com`
})

const as = (person: Person) => ({ as: null, headers: person.headers })
const invite = (by = owner, role = 'worker') =>
  api.send(all.POST, path, { body: { name: 'Bo', email, role }, ...as(by) })
const renew = (id: unknown, by = owner) =>
  api.send(link.POST, path, { params: { id: String(id) }, ...as(by) })
const open = async (token: string) =>
  (await api.send(opened.GET, path, { params: { token }, as: null })).status
const listed = async () =>
  (await api.send(pending.GET, '/api/v2/invitations', as(owner))).body['items'] as {
    status: string
    mail: { status: string; reason: string | null }
  }[]
const mailsTo = async () =>
  (await engineDb().select().from(mails)).filter(({ recipients }) => recipients.includes(email))
const received = () => server.received.filter(({ recipients }) => recipients.includes(email))
const tokenIn = (text: string | undefined) => /\/join\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

describe('an invitation by mail', () => {
  it('brings its person the link, which works like the one that is handed over', async () => {
    const made = await invite()
    expect(made).toMatchObject({ status: 201, body: { mail: { status: 'queued', reason: null } } })
    const [mail] = await mailsTo()
    await deliverMail({ mailId: mail?.id })
    const [arrived] = received()
    expect(arrived?.mail.subject).toContain('Ada Owner invites you to')
    const token = tokenIn(arrived?.mail.text)
    expect(token).toBe(tokenOf(String(made.body['link'])))
    expect((await listed())[0]).toMatchObject({ status: 'pending', mail: { status: 'sent' } })
    const body = { account: 'new', name: 'Bo', password: 'the own password of its person' }
    const join = await api.send(accepted.POST, path, { params: { token }, as: null, body })
    expect(join.status).toBe(201)
  })

  it('is no way for a builder to an owner’s link: the outbox shows neither text nor mail', async () => {
    const token = tokenOf(String((await invite(owner, 'owner')).body['link']))
    expect(JSON.stringify(await mailsTo())).not.toContain(token)
    const shown = await api.send(outbox.GET, '/api/v2/mails', { as: 'builder' })
    expect(JSON.stringify(shown.body)).not.toContain(email)
  })

  it('that was replaced or revoked is not sent any more', async () => {
    const made = await invite()
    const [first] = await mailsTo()
    const renewed = await renew(made.body['id'])
    expect(await open(tokenOf(String(made.body['link'])))).toBe(404)
    await deliverMail({ mailId: first?.id })
    expect(received()).toEqual([])
    const [second] = await mailsTo()
    expect(second?.id).not.toBe(first?.id)
    const params = { id: String(renewed.body['id']) }
    expect((await api.send(one.DELETE, path, { params, ...as(owner) })).status).toBe(204)
    await deliverMail({ mailId: second?.id })
    expect(received()).toEqual([])
  })

  it('says when the mail server refuses it', async () => {
    email = `nobody@${newId()}.example.com`
    await invite()
    const [mail] = await mailsTo()
    await deliverMail({ mailId: mail?.id })
    expect((await listed())[0]?.mail).toEqual({
      status: 'failed',
      reason: 'The mail server refused it (550).',
    })
  })

  it('fills nobody’s mailbox: the sixth in an hour is to be handed over', async () => {
    const { id } = (await invite()).body
    const states = []
    for (let again = 0; again < 5; again++) {
      const [mail] = (await mailsTo()).filter(({ status }) => status === 'queued')
      await deliverMail({ mailId: mail?.id })
      states.push((await renew(id)).body['mail'])
    }
    const left = states.map((state) => (state as { status: string }).status)
    expect(left).toEqual(['queued', 'queued', 'queued', 'queued', 'not_sent'])
    expect(states.at(-1)).toMatchObject({ reason: expect.stringContaining('hand over the link') })
  })
})

describe('the inviter', () => {
  const second = () => signedIn(api.organization.id, 'owner', 'Cy')
  const tokenBy = async (person: Person) =>
    tokenOf(String((await invite(person, 'owner')).body['link']))
  const withMember = (handler: typeof member.DELETE, id: string, body?: object) =>
    api.send(handler, path, { params: { id }, ...(body ? { body } : {}), ...as(owner) })

  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['is removed', (id) => withMember(member.DELETE, id)],
    ['is disabled', (id) => withMember(disabled.POST, id)],
    ['may not invite any more', (id) => withMember(member.PATCH, id, { role: 'worker' })],
  ])('takes their invitations along when he or she %s', async (_what, leave) => {
    const cy = await second()
    const token = await tokenBy(cy)
    expect(await open(token)).toBe(200)
    expect((await leave(cy.actor.id)).status).toBeLessThan(300)
    expect(await open(token)).toBe(404)
    const body = { account: 'new', name: 'Bo', password: 'the own password of its person' }
    const join = await api.send(accepted.POST, path, { params: { token }, as: null, body })
    expect(join.status).toBe(404)
    expect((await listed())[0]).toMatchObject({ status: 'inviter_left' })
  })

  it('is whoever renews it', async () => {
    const cy = await second()
    const made = await invite(cy)
    await withMember(member.DELETE, cy.actor.id)
    const renewed = await renew(made.body['id'])
    expect(renewed.body).toMatchObject({ status: 'pending', invitedBy: 'Ada Owner' })
    expect(await open(tokenOf(String(renewed.body['link'])))).toBe(200)
  })

  it('is the person behind the key with which they invited', async () => {
    const cy = await second()
    const keys = endpointsAt('/api/v2/api-keys')
    const key = await api.send(keys.POST, path, {
      body: { name: 'Of Cy', role: 'owner' },
      ...as(cy),
    })
    const headers = { authorization: `Bearer ${String(key.body['key'])}` }
    const body = { name: 'Bo', email, role: 'worker' }
    const made = await api.send(all.POST, path, { body, as: null, headers })
    await withMember(member.DELETE, cy.actor.id)
    expect(await open(tokenOf(String(made.body['link'])))).toBe(404)
  })
})

describe('reading an invitation', () => {
  it('uses nothing up, however often', async () => {
    const token = tokenOf(String((await invite()).body['link']))
    const before = await authDb().select().from(invitations).where(eq(invitations.email, email))
    for (let times = 0; times < 3; times++) expect(await open(token)).toBe(200)
    expect(await authDb().select().from(invitations).where(eq(invitations.email, email))).toEqual(
      before,
    )
    const rows = await authDb().select().from(members).where(eq(members.email, email))
    expect(rows).toEqual([])
  })

  it('expires after seven days', async () => {
    const made = await invite()
    const days = (Date.parse(String(made.body['expiresAt'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    await authDb()
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(invitations.email, email))
    expect(await open(tokenOf(String(made.body['link'])))).toBe(404)
    expect((await listed())[0]).toMatchObject({ status: 'expired' })
  })
})
