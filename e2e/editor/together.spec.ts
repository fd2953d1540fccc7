import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { addMember, signIn } from '../organization/people.ts'
import {
  box,
  conflicts,
  draftOf,
  openDraft,
  openInTwo,
  rename,
  saved,
  storedDraft,
} from './two-browsers.ts'

test('two browsers edit one draft, and nothing is lost', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 6)
  await signedIn()
  const other = await openInTwo(page, browser, id)

  // Each sees who else is here, and where.
  await expect(page.getByRole('list', { name: 'Also here' }).getByRole('button')).toHaveCount(1)
  await box(other, 's2').click()
  await expect(page.getByRole('button', { name: /is at Number 2/ })).toBeVisible()

  // Both work at the same time, in different steps.
  for (let turn = 0; turn < 4; turn += 1) {
    await rename(page, `s${turn % 3}`, `A${turn}`)
    await rename(other, `s${3 + (turn % 3)}`, `B${turn}`)
  }
  const together = ['A3', 'A1', 'A2', 'B3', 'B1', 'B2']
  for (const one of [page, other])
    for (const [index, name] of together.entries())
      await expect(box(one, `s${index}`)).toContainText(name)

  // Undo takes back one's own change only, also with the other's changes since.
  await rename(page, 's0', 'By mistake')
  await expect(box(other, 's0')).toContainText('By mistake')
  await rename(other, 's4', 'Later')
  await expect(box(page, 's4')).toContainText('Later')
  await box(page, 's1').click()
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await expect(box(page, 's0')).toContainText('A3')
  await expect(box(page, 's4')).toContainText('Later')
  await expect(box(other, 's0')).toContainText('A3')

  // The same field: both values are kept until somebody chooses.
  await expect(saved(other)).toBeVisible()
  await other.context().setOffline(true)
  await rename(other, 's3', 'Of the other one')
  await rename(other, 's5', 'Only here')
  await rename(page, 's3', 'Of this one')
  await expect.poll(async () => (await draftOf(api, id)).steps[3]?.title).toBe('Of this one')
  await other.context().setOffline(false)
  await expect(conflicts(other)).toBeVisible()
  await expect(conflicts(other)).toContainText('Of this one')
  await expect(conflicts(other)).toContainText('Of the other one')
  await expectAccessible(other)
  await expect(box(page, 's5')).toContainText('Only here')
  await expect(box(page, 's3')).toContainText('Of this one')
  await conflicts(other).getByRole('button', { name: 'Keep mine' }).click()
  await expect(box(page, 's3')).toContainText('Of the other one')
  await expect(saved(other)).toBeVisible()

  const { steps } = await draftOf(api, id)
  expect(steps.map((step) => step.title)).toEqual([
    'A3',
    'A1',
    'A2',
    'Of the other one',
    'Later',
    'Only here',
  ])
  await other.context().close()
})

test('of two values of one field, the other one can be taken', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 3)
  await signedIn()
  const other = await openInTwo(page, browser, id)
  await other.context().setOffline(true)
  await rename(other, 's1', 'Of the other one')
  await rename(page, 's1', 'Of this one')
  await expect.poll(async () => (await draftOf(api, id)).steps[1]?.title).toBe('Of this one')
  await other.context().setOffline(false)
  await conflicts(other)
    .getByRole('button', { name: /^Take / })
    .click()
  await expect(conflicts(other)).toHaveCount(0)
  for (const one of [page, other]) await expect(box(one, 's1')).toContainText('Of this one')
  await expect(saved(other)).toBeVisible()
  // Both go on from there.
  await rename(other, 's1', 'Of both')
  await expect(box(page, 's1')).toContainText('Of both')
  await other.context().close()
})

test('a text with values that two people changed is said without code', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const name = { type: 'string', title: 'Patient name' }
  const subject = { $: '"Hello " & $text(start.name)' }
  const mail = { id: 's0', type: 'send-email', title: 'Mail', after: [] }
  const definition = {
    startData: { type: 'object', properties: { name } },
    steps: [{ ...mail, config: { to: ['a@example.com'], subject, text: 'Text' } }],
  }
  const made = await api.post('/api/v2/workflows', {
    data: { name: `In words ${Date.now()}`, definition },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  const other = await openInTwo(page, browser, id)
  const subjectOf = (person: Page) => person.getByRole('textbox', { name: 'Subject', exact: true })
  const write = async (person: Page, words: string) => {
    await subjectOf(person).click()
    await person.keyboard.press('ControlOrMeta+End')
    await person.keyboard.type(words)
  }
  // The field has its code before the connection is gone.
  for (const person of [page, other]) {
    await box(person, 's0').click()
    await subjectOf(person).click()
  }
  await other.context().setOffline(true)
  await write(other, ' of the other')
  await write(page, ' of this')
  await expect(saved(page)).toBeVisible()
  await expect.poll(async () => JSON.stringify(await draftOf(api, id))).toContain(' of this')
  await other.context().setOffline(false)
  await expect(conflicts(other)).toContainText('Mail: Subject')
  await expect(conflicts(other)).toContainText('Hello ‹Patient name› of this')
  await expect(conflicts(other)).toContainText('Hello ‹Patient name› of the other')
  await expect(conflicts(other)).not.toContainText('$')
  await expectAccessible(other)
  await other.context().close()
})

test('who is mentioned in a comment on a step is told, and finds it by the notification', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 3)
  await signedIn()
  const name = `Mia ${Date.now()}`
  const email = await addMember(page.request, name, 'builder')
  await openDraft(page, id)
  await box(page, 's1').click()
  await page.getByRole('button', { name: 'Write a comment' }).click()
  await expect(page.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await page.keyboard.type(`Is this right, @${name}`)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText(name)

  const hers = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(hers, email)
  await hers.getByRole('button', { name: /^Notifications/ }).click()
  await hers.getByRole('link', { name: /Number 1/ }).click()
  await expect(hers.getByLabel('Step title', { exact: true })).toHaveValue('Number 1')
  await hers.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('resolved', { exact: true })).toBeVisible()
  await hers.context().close()
})

test('a comment on a step is seen by the other browser at once, and resolved there', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 3)
  await signedIn()
  const other = await openInTwo(page, browser, id)
  await box(other, 's1').click()
  await box(page, 's1').click()
  await page.getByRole('button', { name: 'Write a comment' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await page.keyboard.type('Is this right for plan B?')
  await page.keyboard.press('Control+Enter')
  await expect(other.getByText('Is this right for plan B?')).toBeVisible()
  await expect(other.getByText('1 open')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(page.getByText('resolved', { exact: true })).toBeVisible()
  await other.context().close()
})

test('who asks for the field of a comment types at once, however late its code comes', async ({
  page,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 3)
  await signedIn()
  await openDraft(page, id)
  await box(page, 's1').click()
  let isTyped = (): void => undefined
  const typed = new Promise<void>((resolve) => {
    isTyped = resolve
  })
  await page.route('**/_next/static/chunks/**', async (route) => {
    await typed
    await route.continue()
  })
  const asked = page.waitForRequest('**/_next/static/chunks/**')
  await page.getByRole('button', { name: 'Write a comment' }).press('Enter')
  await asked
  // Letters that no field takes are keys of the editor: t tidies up, d duplicates.
  await page.keyboard.type('Test it, and do')
  const field = page.getByRole('textbox', { name: 'New comment' })
  await expect(field).toHaveValue('Test it, and do')
  isTyped()
  const comment = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(comment).toBeEnabled()
  await expect(field).toBeFocused()
  await page.keyboard.type(' it soon.')
  await comment.click()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText(
    'Test it, and do it soon.',
  )
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
})

test('the publish dialog goes on when somebody else changes the draft', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 3)
  await signedIn()
  const other = await openInTwo(page, browser, id)
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish now' })
  await expect(publish).toBeEnabled()
  await rename(other, 's1', 'Named by the other one')
  await expect(box(page, 's1')).toContainText('Named by the other one')
  await publish.click()
  await expect(page.getByRole('dialog')).toContainText('is published')
  await other.context().close()
})
