import { expect, it } from 'vitest'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { usualRules } from '#lib/domain/calendar/calendar'
import { addWorkingDays } from '#lib/domain/calendar/working-time'
import { inOrganization } from '#db/client'
import { directories, directoryGroups } from '#db/schema/directories'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { workingTime } from './working-time-of.ts'

const calendarsRoute = endpointsAt('/api/v2/calendars')
const calendarRoute = endpointsAt('/api/v2/calendars/{calendar}')
const holidaysRoute = endpointsAt('/api/v2/holidays')
const countriesRoute = endpointsAt('/api/v2/holidays/countries')

const groupCalendarRoute = endpointsAt('/api/v2/directory-groups/{id}/calendar')
const nightShift = { from: '20:00', to: '24:00' }

const api = useApi()
type Sent = Parameters<typeof api.send>[2]

const at = (slug: string) => `/api/v2/calendars/${slug}`
const list = async (sent: Sent = {}) =>
  (await api.send(calendarsRoute.GET, '/api/v2/calendars', sent)).body['items'] as CalendarView[]
const create = (body: object, sent: Sent = {}) =>
  api.send(calendarsRoute.POST, '/api/v2/calendars', { as: 'owner', body, ...sent })
const change = (slug: string, body: object) =>
  api.send(calendarRoute.PATCH, at(slug), { as: 'owner', params: { calendar: slug }, body })
const remove = (slug: string, query = '') =>
  api.send(calendarRoute.DELETE, at(slug) + query, { as: 'owner', params: { calendar: slug } })
const newYork = { ...usualRules, timeZone: 'America/New_York', country: 'US', state: 'NY' }

/** Two working days later, by the named calendar. */
const twoDaysAfter = async (instant: string, slug?: string) =>
  addWorkingDays(await workingTime(api.organization.id, slug), new Date(instant), 2).toISOString()

it('counts by the named calendar, else by the default one, else by the usual week', async () => {
  // A Thursday in the zone of the organization.
  const thursday = '2026-11-19T15:00:00Z'
  expect(await list()).toEqual([])
  expect(await twoDaysAfter(thursday)).toBe('2026-11-23T15:00:00.000Z')
  await expect(twoDaysAfter(thursday, 'billing-office')).rejects.toMatchObject({
    code: 'not_found',
  })

  const first = await create({ name: 'Billing office', rules: newYork })
  expect(first).toMatchObject({
    status: 201,
    body: { slug: 'billing-office', isDefault: true, revision: 1 },
  })
  const second = await create({
    name: 'Billing office',
    rules: { ...usualRules, special: [{ date: '2026-11-20', name: 'Staff day', hours: [] }] },
  })
  expect(second.body).toMatchObject({ slug: 'billing-office-2', isDefault: false })
  // Thanksgiving lies between.
  expect(await twoDaysAfter('2026-11-25T15:00:00Z')).toBe('2026-11-30T15:00:00.000Z')
  expect(await twoDaysAfter(thursday, 'billing-office-2')).toBe('2026-11-24T15:00:00.000Z')

  const chosen = await change('billing-office-2', { isDefault: true, revision: 1 })
  expect(chosen.body).toMatchObject({ isDefault: true, revision: 2 })
  expect((await list()).map(({ slug, isDefault }) => [slug, isDefault])).toEqual([
    ['billing-office', false],
    ['billing-office-2', true],
  ])
  expect(await twoDaysAfter(thursday)).toBe('2026-11-24T15:00:00.000Z')
})

it('refuses what is wrong, and a change that is based on an older one', async () => {
  const bad = await create({
    name: 'Bad',
    rules: { ...newYork, hours: { ...newYork.hours, monday: [{ from: '10:00', to: '09:00' }] } },
  })
  expect(bad).toMatchObject({ status: 400 })
  expect(JSON.stringify(bad.body)).toContain('rules.hours.monday.0.to')
  for (const place of [{ country: 'XX' }, { state: 'ZZ' }])
    expect((await create({ name: 'Bad', rules: { ...newYork, ...place } })).status).toBe(400)
  expect(await create({ name: 'X', slug: 'billing-office', rules: usualRules })).toMatchObject({
    status: 409,
    body: { details: { field: 'slug' } },
  })
  expect(await change('billing-office', { name: 'Late', revision: 7 })).toMatchObject({
    status: 409,
    body: { error: 'version_conflict' },
  })
  expect((await create({ name: 'X', rules: usualRules }, { as: 'builder' })).status).toBe(403)
})

it('is not deleted while it counts or a workflow names it, unless replaced', async () => {
  const wait = { type: 'wait', config: { workingDays: 2, calendar: 'billing-office' } }
  await seedWorkflow(api.organization.id, graph('wait', { wait }))
  expect(await remove('billing-office-2')).toMatchObject({ status: 409 })
  expect(await remove('billing-office')).toMatchObject({ status: 409, body: { error: 'in_use' } })
  const read = await api.send(calendarRoute.GET, at('billing-office'), {
    params: { calendar: 'billing-office' },
  })
  expect(read.body).toMatchObject({ usedBy: [{ steps: [{ id: 'wait' }] }] })
  expect((await remove('billing-office', '?replaceWith=billing-office-2')).status).toBe(204)
  const left = await api.send(calendarRoute.GET, at('billing-office-2'), {
    params: { calendar: 'billing-office-2' },
  })
  expect(left.body).toMatchObject({ usedBy: [{ steps: [{ id: 'wait' }] }] })
})

it('knows the public holidays of countries and states', async () => {
  const countries = await api.send(countriesRoute.GET, '/api/v2/holidays/countries', {})
  expect(countries.body['items']).toContainEqual(
    expect.objectContaining({
      code: 'US',
      states: expect.arrayContaining([{ code: 'NY', name: 'New York' }]),
    }),
  )
  const { body } = await api.send(
    holidaysRoute.GET,
    '/api/v2/holidays?country=US&state=NY&year=2026',
    {},
  )
  expect(body['items']).toContainEqual({ date: '2026-11-26', name: 'Thanksgiving Day' })
  // Both the day and the one on which it is celebrated.
  expect(body['items']).toContainEqual({ date: '2026-07-03', name: 'Independence Day' })
})

it('counts by the calendar of a group, unless another one is named', async () => {
  const nights = { ...usualRules, hours: { ...usualRules.hours, sunday: [nightShift] } }
  await create({ name: 'Night shift', slug: 'nights', rules: nights })
  await create({ name: 'Days', slug: 'days', rules: usualRules })
  const groupId = newId()
  const common = { organizationId: api.organization.id, directoryId: newId() }
  await inOrganization(api.organization.id, async (tx) => {
    const { organizationId, directoryId: id } = common
    await tx.insert(directories).values({
      id,
      organizationId,
      kind: 'scim',
      name: 'People',
      settings: { joiners: 'members', defaultRole: 'worker' },
    })
    await tx.insert(directoryGroups).values({ id: groupId, ...common, displayName: 'Nights' })
  })
  const set = async (calendar: string | null, as: 'owner' | 'worker' = 'owner') => {
    const path = `/api/v2/directory-groups/${groupId}/calendar`
    return await api.send(groupCalendarRoute.PUT, path, {
      as,
      params: { id: groupId },
      body: { calendar },
    })
  }
  const worksOnSunday = async (slug?: string) =>
    (await workingTime(api.organization.id, slug, [newId(), groupId])).shiftsOn('2026-11-22').length
  expect(await worksOnSunday()).toBe(0)
  expect((await set('nights', 'worker')).status).toBe(403)
  expect((await set('gone')).status).toBe(404)
  expect(await set('nights')).toMatchObject({ status: 200, body: { calendar: 'nights' } })
  expect(await worksOnSunday()).toBe(1)
  expect(await worksOnSunday('days')).toBe(0)
  expect(await set(null)).toMatchObject({ body: { calendar: null } })
  expect(await worksOnSunday()).toBe(0)
})
