import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from '../organization/people.ts'

const stepsWith = (text: string) => [
  { id: 'letter', type: 'transform', title: 'Write the letter', config: { value: { text } } },
]

async function asMember(browser: Browser, email: string): Promise<Page> {
  const base = process.env['E2E_BASE_URL']
  const page = await (await browser.newContext(base ? { baseURL: base } : {})).newPage()
  await signIn(page, email)
  return page
}

/** Saves a draft as the person of a page. */
async function save(page: Page, id: string, text: string): Promise<void> {
  const { request } = page.context()
  const read = await request.get(`/api/v2/workflows/${id}`)
  const { draft, draftRevision } = (await read.json()) as { draft: object; draftRevision: number }
  const saved = await request.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"`, origin: process.env['E2E_BASE_URL'] ?? '' },
    data: { definition: { ...draft, steps: stepsWith(text) } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Puts a note on the canvas of a draft. */
async function note(page: Page, id: string, text: string): Promise<void> {
  const { request } = page.context()
  const read = await request.get(`/api/v2/workflows/${id}`)
  const { draft, draftRevision } = (await read.json()) as { draft: object; draftRevision: number }
  const notes = {
    n: { text, kind: 'explanation', position: { x: 0, y: 200 }, size: { width: 200, height: 100 } },
  }
  const saved = await request.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"`, origin: process.env['E2E_BASE_URL'] ?? '' },
    data: { definition: { ...draft, notes } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Withdraws the newest request of a workflow. */
async function withdraw(request: APIRequestContext, id: string): Promise<void> {
  const read = await request.get(`/api/v2/workflows/${id}/approval`)
  const { request: asked } = (await read.json()) as { request: { id: string } }
  const headers = { origin: process.env['E2E_BASE_URL'] ?? '' }
  const path = `/api/v2/workflows/${id}/approval-requests/${asked.id}/withdrawal`
  expect((await request.post(path, { headers })).status()).toBe(200)
}

/** Opens Publish in the editor. */
async function openPublish(page: Page, id: string) {
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  return page.getByRole('dialog', { name: /^Publish/ })
}

test('one person asks for an approval, another sends it back and then approves it', async ({
  page,
  context: { request },
  browser,
  publish,
  signedIn,
}) => {
  await signedIn()
  const stamp = Date.now()
  const { id } = await publish('Approved letter', { steps: stepsWith('Dear patient') })
  const approver = `Bea Second ${stamp}`
  const adaMail = await addMember(request, `Ada First ${stamp}`, 'builder')
  const beaMail = await addMember(request, approver, 'worker')
  const viewer = `Vera Viewer ${stamp}`
  await addMember(request, viewer, 'viewer')

  // The owner names who must approve.
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  const panel = page.getByRole('dialog', { name: /^Access to/ })
  await expect(panel.getByText('Publishing it needs no approval.')).toBeVisible()
  await panel.getByRole('button', { name: /^Change ?: Approve publishing$/ }).click()
  const rule = page.getByRole('dialog', { name: 'Approve publishing: who may?' })
  await rule.getByLabel('Only these, and owners').click()
  await rule.getByLabel('Find a group, a person or a role').fill(viewer)
  const refused = rule.getByRole('checkbox', { name: `${viewer} The role does not allow it` })
  await expect(refused).toBeDisabled()
  await rule.getByLabel('Find a group, a person or a role').fill(approver)
  await rule.getByRole('checkbox', { name: approver }).check()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(`${approver} and owners may approve publishing it`)).toBeVisible()

  const ada = await asMember(browser, adaMail)
  await save(ada, id, 'Hello patient')
  const asking = await openPublish(ada, id)
  await expect(asking.getByText(`${approver} or an owner must approve this draft`)).toBeVisible()
  await asking.getByLabel('Note').fill('Friendlier')
  await asking.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(asking.getByText('Waits for an approval')).toBeVisible()
  await expect(asking.getByRole('button', { name: 'Waits for approval' })).toBeDisabled()
  await expectAccessible(ada)

  // Bea is told, and sees what changes; sending back needs words.
  const bea = await asMember(browser, beaMail)
  await bea.getByRole('button', { name: /Notifications/ }).click()
  await bea.getByRole('link', { name: /Waits for your approval/ }).click()
  await expect(bea.getByText('Friendlier')).toBeVisible()
  await expect(bea.getByText('1 step changed')).toBeVisible()
  await expectAccessible(bea)
  await bea.getByRole('button', { name: 'Send back' }).click()
  await expect(bea.getByText('Say what must change.')).toBeVisible()
  await bea.getByRole('textbox', { name: 'Note' }).fill('Say who writes.')
  await bea.getByRole('button', { name: 'Send back' }).click()
  await expect(bea.getByText(`${approver} sent this draft back`)).toBeVisible()

  // Ada's dialog says so by itself; what she changes is asked about again.
  await expect(asking.getByText('“Say who writes.”')).toBeVisible()
  await save(ada, id, 'Hello patient, your clinic')
  const again = await openPublish(ada, id)
  await again.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(again.getByText('Waits for an approval')).toBeVisible()
  await bea.reload()
  await bea.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(bea.getByText(`${approver} approved this draft`)).toBeVisible()
  await expect(again.getByText(`${approver} approved this draft`)).toBeVisible()

  // A note is no part of it: the approval stands, and its page says what changed since.
  await note(ada, id, 'Read to the team first.')
  await bea.reload()
  const since = bea.getByRole('region', { name: `Changed since Ada First ${stamp} asked` })
  await expect(since.getByText('1 note added')).toBeVisible()
  await expect(since.getByText('Read to the team first.')).toBeVisible()
  await expect(bea.getByText(`${approver} approved this draft`)).toBeVisible()
  const last = await openPublish(ada, id)
  await expect(last.getByText(`${approver} approved this draft`)).toBeVisible()

  // Also what becomes of an approved draft: a colleague withdraws the request.
  await withdraw(request, id)
  await expect(last.getByRole('button', { name: 'Ask for approval' })).toBeEnabled()
  await last.getByRole('button', { name: 'Ask for approval' }).click()
  await bea.reload()
  await bea.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(last.getByText(`${approver} approved this draft`)).toBeVisible()
  await last.getByRole('button', { name: 'Publish now' }).click()
  await expect(ada.getByRole('dialog', { name: /Version 2 is published/ })).toBeVisible()
})

test('says that the approval could not be read, and tries again', async ({
  page,
  publish,
  signedIn,
}) => {
  await signedIn()
  const { id } = await publish('Unread approval', { steps: stepsWith('Dear patient') })
  await page.route('**/approval', async (route) => await route.abort('connectionreset'))
  const dialog = await openPublish(page, id)
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Whether publishing needs an approval could not be loaded')
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeDisabled()
  await expectAccessible(page)
  await page.unroute('**/approval')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeEnabled()
})
