import { beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { directories, directoryGroups } from '#db/schema/directories'
import { auditEntries } from '#db/schema/records'
import type { Actor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens } from '#test/harness/seed-screens'
import { useTestDatabase } from '#test/harness/test-database'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { getUsualView } from './get-usual-view.ts'
import { listInboxViews } from './list-views.ts'
import { changePersonalSettings, getPersonalSettings } from './personal-settings.ts'
import { changeInboxView, createInboxView, deleteInboxView } from './save-view.ts'

useTestDatabase()
let organizationId: string
let ada: Actor
let bea: Actor
let builder: Actor
let groupId: string
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  const person = async (role: string, name: string) =>
    (await signedIn(organizationId, role, name)).actor
  ada = await person('worker', 'Ada')
  builder = await person('builder', 'Ben')
  const directoryId = newId()
  groupId = newId()
  await inOrganization(organizationId, async (tx) => {
    const settings = {} as (typeof directories.$inferInsert)['settings']
    await tx
      .insert(directories)
      .values({ id: directoryId, organizationId, kind: 'sandbox', name: 'People', settings })
    await tx.insert(directoryGroups).values({
      id: groupId,
      organizationId,
      directoryId,
      externalId: 'billing',
      displayName: 'Billing',
    })
  })
  bea = { ...(await person('worker', 'Bea')), groups: [groupId] }
})

const look = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
const nobody = { with: 'nobody' } as const
const namesFor = async (actor: Actor) =>
  (await listInboxViews(actor, {})).items.map(({ name }) => name)

it('keeps a view with its filters, and counts each as the list would', async () => {
  const of = { organizationId, ...(await seedWorkflow(organizationId, look)) }
  await seedScreens(of, [
    { name: 'Maya Lind', priority: 4 },
    { name: 'Noor', holder: ada },
    { name: 'Maya Quux', candidates: [`person:${bea.id}`] },
  ])
  const workflow = of.workflowId
  const settingsOf = [
    { filters: { workflow, q: 'maya' }, sort: 'case' as const, direction: 'desc' as const },
    { filters: { workflow, assignee: 'me' as const }, hidden: ['priority' as const] },
    { filters: { workflow: 'gone' } },
    { filters: { workflow } },
  ]
  for (const [at, settings] of settingsOf.entries())
    await createInboxView(ada, { name: `View ${at}`, sharing: nobody, settings })
  const { items, total } = await listInboxViews(ada, {})
  expect(items.map(({ settings }) => settings)).toEqual(settingsOf)
  // One Maya is Bea's alone; the workflow of the third is not there.
  expect(items.map(({ count }) => count)).toEqual([1, 1, null, 2])
  expect(total).toBe(2)
  const entries = await inOrganization(organizationId, (tx) => tx.select().from(auditEntries))
  expect(entries.map(({ action }) => action)).toContain('inbox-view.created')
  expect(JSON.stringify(entries)).not.toContain('maya')
})

it('shows a view to whom it is shared with, and lets owners and builders share', async () => {
  const settings = { filters: { due: 'overdue' as const } }
  const everybody = { with: 'organization' } as const
  const refused = createInboxView(ada, { name: 'For all', sharing: everybody, settings })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
  await createInboxView(builder, { name: 'For all', sharing: everybody, settings })
  const sharing = { with: 'group', groupId } as const
  const ofGroup = await createInboxView(builder, { name: 'Billing', sharing, settings })
  await createInboxView(builder, { name: 'Only Ben', sharing: nobody, settings })
  expect(ofGroup).toMatchObject({ groupName: 'Billing', mine: true, canChange: true })
  expect(await namesFor(bea)).toEqual(['Billing', 'For all'])
  expect((await namesFor(ada)).filter((name) => !name.startsWith('View'))).toEqual(['For all'])
  const groupsFor = async (actor: Actor) => (await listInboxViews(actor, {})).groups
  const billing = { id: groupId, name: 'Billing' }
  expect(await Promise.all([builder, bea, ada].map(groupsFor))).toEqual([[billing], [billing], []])
  const elsewhere = (await seedOrganization()).organizationId
  expect(await namesFor((await signedIn(elsewhere, 'owner', 'Eve')).actor)).toEqual([])
  const unknown = { with: 'group' as const, groupId: newId() }
  const asked = createInboxView(builder, { name: 'x', sharing: unknown, settings })
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })

  const change = { id: ofGroup.id, revision: 1, name: 'Late billing' }
  await expect(changeInboxView(bea, change)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(deleteInboxView(bea, change)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(deleteInboxView(ada, change)).rejects.toMatchObject({ code: 'not_found' })
  expect(await changeInboxView(builder, change)).toMatchObject({
    name: 'Late billing',
    revision: 2,
  })
  await expect(changeInboxView(builder, change)).rejects.toMatchObject({
    code: 'version_conflict',
  })
})

it('opens the inbox with the view that a person chose, while they see it', async () => {
  const settings = { filters: { assignee: 'nobody' as const } }
  const view = await createInboxView(bea, { name: 'Free', sharing: nobody, settings })
  expect(await getPersonalSettings(bea, {})).toEqual({ letterKeys: true, inboxViewId: null })
  expect(await getUsualView(bea, {})).toBeUndefined()
  await changePersonalSettings(bea, { inboxViewId: view.id })
  await changePersonalSettings(bea, { letterKeys: false })
  expect(await getPersonalSettings(bea, {})).toEqual({ letterKeys: false, inboxViewId: view.id })
  expect(await getUsualView(bea, {})).toMatchObject({ id: view.id, settings })
  const others = changePersonalSettings(ada, { inboxViewId: view.id })
  await expect(others).rejects.toMatchObject({ code: 'not_found' })
  await deleteInboxView(bea, { id: view.id })
  expect(await getPersonalSettings(bea, {})).toEqual({ letterKeys: false, inboxViewId: null })
})
