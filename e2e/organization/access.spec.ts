import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { onlyScreen } from '../screens.ts'
import { addMember, signIn } from './people.ts'

const origin = () => ({ origin: process.env['E2E_BASE_URL'] ?? '' })

/** A directory that pushed one group with one member; deleted at the end of the journey. */
async function pushGroup(owner: APIRequestContext, group: string, email: string) {
  const data = { name: group, kind: 'scim' }
  const made = await owner.post('/api/v2/directories', { data, headers: origin() })
  expect(made.status(), await made.text()).toBe(201)
  const { id, token } = (await made.json()) as { id: string; token: string }
  const push = async (what: string, body: object): Promise<string> => {
    const sent = await owner.post(`/api/scim/${id}/v2/${what}`, {
      data: body,
      headers: {
        ...origin(),
        authorization: `Bearer ${token}`,
        'content-type': 'application/scim+json',
      },
    })
    expect(sent.status(), await sent.text()).toBe(201)
    return ((await sent.json()) as { id: string }).id
  }
  const userId = await push('Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    emails: [{ value: email, primary: true }],
    active: true,
  })
  await push('Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: group,
    members: [{ value: userId }],
  })
  return async () => {
    const query = `?confirm=${encodeURIComponent(group)}`
    await owner.delete(`/api/v2/directories/${id}${query}`, { headers: origin() })
  }
}

/** Names the group in one line of the rules of the open panel. */
async function giveTo(page: Page, line: string, group: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: /^Access to/ })
  await panel.getByRole('button', { name: new RegExp(`^Change ?: ${line}$`) }).click()
  const dialog = page.getByRole('dialog', { name: `${line}: who may?` })
  await dialog.getByLabel('Only these, and owners').click()
  // The list is narrowed before the search answers, so that its lines stay where they are.
  const search = Promise.withResolvers<void>()
  await page.route(/access\/subjects\?search=./, async (route) => {
    await search.promise
    await route.continue()
  })
  await dialog.getByLabel('Find a group, a person or a role').fill(group)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: group }).check()
  search.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(dialog.getByRole('list', { name: 'Chosen' })).toContainText(group)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

async function asMember(browser: Browser, email: string): Promise<Page> {
  const base = process.env['E2E_BASE_URL']
  const page = await (await browser.newContext(base ? { baseURL: base } : {})).newPage()
  await signIn(page, email)
  return page
}

type Given = { id: string; slug: string; name: string; runId: string; taskId: string }

/** Every way of a person to the workflow, its run and its screen, by pages and by API. */
async function expectNothing(page: Page, { id, slug, name, runId, taskId }: Given): Promise<void> {
  const { request } = page.context()
  for (const path of [`workflows/${id}`, `forms/${slug}`, `runs/${runId}`, `screens/${taskId}`])
    expect((await request.get(`/api/v2/${path}`)).status(), path).toBe(404)
  const text = encodeURIComponent(name)
  for (const list of [`workflows?search=${text}`, `runs?q=${text}`, 'forms', 'screens', 'home']) {
    const answer = await request.get(`/api/v2/${list}`)
    expect(answer.status(), list).toBe(200)
    expect(await answer.text(), list).not.toContain(name)
  }
  await page.goto('/workflows')
  await page.getByLabel('Search workflows').fill(name)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.goto(`/workflows/${id}`)
  await expect(page.getByRole('heading', { name: 'The workflow cannot be opened' })).toBeVisible()
  await page.goto(`/runs/${runId}`)
  await expect(page.getByText('There is no run').first()).toBeVisible()
}

test('a workflow that is given to a team is not there for other workers, by any way', async ({
  page,
  context: { request },
  browser,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const stamp = Date.now()
  const group = `Tumor board ${stamp}`
  const made = await publish('Tumor board case', {
    steps: [{ id: 'look', title: 'Look at it', type: 'screen', config: { title: 'Look at it' } }],
  })
  const { id: runId } = await startRun(api, made.slug)
  const taskId = await onlyScreen(api, made.slug)
  const inside = await addMember(request, 'Ines Inside', 'worker')
  const outside = await addMember(request, 'Otto Outside', 'worker')
  const disconnect = await pushGroup(request, group, inside)

  await page.goto(`/workflows/${made.id}`)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  const panel = page.getByRole('dialog', { name: /^Access to/ })
  await expect(panel.getByText('by role', { exact: true })).toHaveCount(6)
  await giveTo(page, 'Start runs', group)
  await giveTo(page, 'Do screens', group)
  const rule = panel.getByText(`The group ${group} and owners may start runs of it.`)
  await expect(rule).toBeVisible()
  await expectAccessible(page)

  // Somebody else changes the rules while the dialog is open: what was chosen stays.
  await panel.getByRole('button', { name: /^Change ?: Publish$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish: who may?' })
  await dialog.getByLabel('Only these, and owners').click()
  const address = `/api/v2/workflows/${made.id}/access`
  const { rules } = (await (await request.get(address)).json()) as { rules: object }
  const meanwhile = { rules: { ...rules, edit: [], publish: [{ role: 'builder' }] } }
  const changed = await request.put(address, { data: meanwhile, headers: origin() })
  expect(changed.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('changed these rules meanwhile')).toBeVisible()
  await expect(dialog.getByText('Now: Everybody with the role Builder and owners')).toBeVisible()
  await expect(dialog.getByText('Nobody is chosen')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Only owners may publish it.')).toBeVisible()
  await expect(rule).toBeVisible()

  await panel
    .getByLabel('Who', { exact: true })
    .selectOption({ label: `Otto Outside (${outside})` })
  await expect(panel.getByText('Otto Outside may not start runs')).toBeVisible()
  await expect(panel.getByText(`names the group ${group}. Otto Outside is none`)).toBeVisible()
  const name = (await panel.getByRole('heading').first().textContent())?.slice('Access to '.length)
  const given = { ...made, name: name ?? '', runId, taskId }

  const theirs = await asMember(browser, outside)
  await expectNothing(theirs, given)
  await theirs.context().close()

  const hers = await asMember(browser, inside)
  await hers.goto('/workflows')
  await hers.getByLabel('Search workflows').fill(given.name)
  await expect(hers.getByRole('link', { name: given.name })).toBeVisible()
  await hers.goto(`/inbox/${taskId}`)
  await expect(hers.getByRole('heading', { name: 'Look at it', level: 1 })).toBeVisible()
  expect((await hers.context().request.get(`/api/v2/runs/${runId}`)).status()).toBe(200)
  await hers.context().close()

  // A builder whom the rules bar from editing reads it, is told why, and types into nothing.
  const barred = await asMember(browser, await addMember(request, 'Bea Barred', 'builder'))
  await barred.goto(`/workflows/${made.id}`)
  await expect(
    barred.getByText('The access rules of this workflow say who may edit it, and you are not'),
  ).toBeVisible()
  await barred.locator('.react-flow__node').filter({ hasText: 'Look at it' }).click()
  await expect(barred.getByLabel('Step title')).toBeDisabled()
  await expect(barred.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expectAccessible(barred)
  await barred.context().close()
  await disconnect()
})

test('an owner makes a role and a folder, by keyboard, and is told who has the role', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  const stamp = Date.now()
  const role = `Triage lead ${stamp}`
  await page.goto('/settings?tab=roles')
  await page.getByRole('button', { name: 'New role' }).click()
  const dialog = page.getByRole('dialog', { name: 'New role' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(role)
  await dialog.getByLabel('Begin with what this role may do').selectOption({ label: 'Worker' })
  await expect(dialog.getByRole('checkbox', { name: 'Work on screens' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Read runs of everybody' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('row').filter({ hasText: role })).toBeVisible()

  await page.goto('/settings?tab=members')
  await expect(page).toHaveTitle('Members · Settings · Rounds')
  await page.getByRole('button', { name: 'Add member' }).click()
  const member = page.getByRole('dialog', { name: 'Add a member' })
  await member.getByLabel('Name').fill('Lea Lead')
  await member.getByLabel('E-mail').fill(`lea-${stamp}@example.com`)
  await member.getByLabel('Role').selectOption({ label: role })
  await member.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/settings?tab=roles')
  await page.getByRole('button', { name: `Delete the role ${role}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete the role ${role}?` })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('the invitation of Lea Lead')

  const { id } = await publish('Foldered', {
    steps: [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }],
  })
  const folder = `Ward ${stamp}`
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New folder' }).press('Enter')
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill(folder)
  await page.keyboard.press('Enter')
  const link = page.getByRole('list', { name: 'Folders' }).getByRole('link', { name: folder })
  await expect(link).toContainText('0 workflows')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/workflows/${id}"]`) })
  await row.getByRole('button', { name: /^More for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to a folder…' }).press('Enter')
  const move = page.getByRole('dialog', { name: /^Move/ })
  await move.getByLabel('To', { exact: true }).selectOption({ label: folder })
  await move.getByRole('button', { name: 'Move' }).press('Enter')
  await expect(link).toContainText('1 workflow')
  await expect(row).toHaveCount(0)
  await link.press('Enter')
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Folder' })).toContainText(folder)
  await expectAccessible(page)
})
