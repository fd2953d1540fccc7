import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { startRun } from '../runs.ts'
import { mailsTo } from '../mails.ts'

const startData = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Patient name' } },
}

const stepsFor = (email: string, greeting: string) => [
  {
    id: 'greet',
    type: 'transform',
    title: 'Greeting',
    after: [],
    config: { value: { text: { $: `"${greeting} " & start.name` } } },
  },
  {
    id: 'mail',
    type: 'send-email',
    title: 'Mail',
    after: [{ step: 'greet' }],
    config: { to: [email], subject: 'Hello', text: { $: 'steps.greet.output.text' } },
  },
  {
    id: 'last',
    type: 'transform',
    title: 'Last',
    after: [{ step: 'mail' }],
    config: { value: { text: { $: 'steps.greet.output.text & "!"' } } },
  },
]

const box = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const status = (page: Page, words: string) => page.getByText(words, { exact: true })

/** Opens a step, tries a part of the draft, and waits for what the bar then says. */
async function attempt(page: Page, item: string, says: string): Promise<void> {
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await expect(status(page, says)).toBeVisible()
}

test('parts of a draft are tried with a past run, and nothing is sent', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const email = `tried-${Date.now()}@example.com`
  const { id } = await publish('Tried', { startData, steps: stepsFor(email, 'Dear') })
  const run = await startRun(api, id, { startData: { name: 'Ada' }, waitSeconds: 20 })
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const read = await api.get(`/api/v2/workflows/${id}`)
  const { draft, draftRevision } = (await read.json()) as { draft: object; draftRevision: number }
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: stepsFor(email, 'Hello') } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await signedIn()
  await page.goto(`/workflows/${id}?step=greet&run=${run.id}`)
  await page.getByRole('button', { name: 'Values' }).click()
  const gave = page.getByRole('tree', { name: 'What the step gave' })
  await expect(gave).toContainText('Dear Ada')

  // One step; up to a step, whose mail is answered from the run; from a step on.
  await attempt(page, 'Greeting alone', 'Tried Greeting alone: 1 step')
  await expect(gave).toContainText('Hello Ada')
  await box(page, 'mail').click()
  await attempt(
    page,
    'Up to Mail',
    'Tried up to Mail: 2 steps, 1 recorded answer for other settings',
  )
  const ofMail = page.getByRole('region', { name: 'This step' })
  await expect(ofMail.getByText('recorded for other settings', { exact: true })).toBeVisible()
  await expect(ofMail.getByText('In the run this was otherwise: Text.')).toBeVisible()
  await expect(box(page, 'last')).not.toHaveAccessibleName(/completed/)
  await attempt(page, 'From Mail on', 'Tried from Mail on: 2 steps, 1 recorded answer')
  await box(page, 'last').click()
  // What comes before is as it was recorded.
  await expect(gave).toContainText('Dear Ada!')
  await expectAccessible(page)

  // With data of one's own, beside the answers of the run.
  await page.getByRole('button', { name: /^Data: / }).click()
  await page.getByRole('button', { name: 'Type data…' }).click()
  const typing = page.getByRole('dialog', { name: 'Type data' })
  await expect(typing.getByLabel('Patient name')).toHaveValue('Ada')
  await typing.getByLabel('Patient name').fill('Grace')
  await typing.getByRole('button', { name: 'Use these data' }).click()
  // From where the answers come stays said.
  await expect(page.getByRole('button', { name: /^Data: Typed data, answers of ./ })).toBeVisible()
  await box(page, 'greet').click()
  await attempt(
    page,
    'From Greeting on',
    'Tried from Greeting on: 3 steps, 1 recorded answer for other settings',
  )
  await expect(gave).toContainText('Hello Grace')
  await box(page, 'last').click()
  await expect(gave).toContainText('Hello Grace!')

  // A pinned answer takes the place of a step, a disabled step does nothing.
  await box(page, 'greet').click()
  await page.getByRole('button', { name: 'In tries', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit the answer and pin it…' }).click()
  const answer = page.getByRole('dialog', { name: 'The answer of Greeting' })
  // As fields; as JSON it is the same.
  await expect(answer.getByRole('textbox', { name: 'text' })).toHaveValue('Hello Grace')
  await answer.getByRole('textbox', { name: 'text' }).fill('Pinned')
  await expectAccessible(page)
  await answer.getByRole('radio', { name: 'JSON' }).click()
  const json = answer.getByRole('textbox', { name: 'Answer, as JSON' })
  await expect(json).toContainText('"text": "Pinned"')
  await answer.getByRole('radio', { name: 'Fields' }).click()
  await answer.getByRole('button', { name: 'Pin it' }).click()
  await expect(
    page.getByRole('region', { name: 'This step' }).getByText('Pinned', { exact: true }),
  ).toBeVisible()
  await box(page, 'mail').click()
  await page.getByRole('button', { name: 'In tries', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Disable in tries' }).click()
  await attempt(
    page,
    'The whole workflow',
    'Tried the whole workflow: 3 steps, 1 pinned answer, 1 disabled step',
  )
  await expect(ofMail.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(ofMail.getByText('disabled', { exact: true })).toHaveCount(0)
  await box(page, 'last').click()
  await expect(gave).toContainText('Pinned!')

  // The way back to the record, and no mail but that of the run.
  await page.getByRole('button', { name: /^(Show the run again|Close)$/ }).click()
  await expect(status(page, 'The next try has 2 steps pinned or disabled.')).toBeVisible()

  // A reload keeps what is set aside.
  await page.reload()
  await expect(status(page, 'The next try has 2 steps pinned or disabled.')).toBeVisible()
  await box(page, 'mail').click()
  await page.getByRole('button', { name: 'In tries', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Enable in tries' }).click()
  await expect(status(page, 'The next try has 1 step pinned or disabled.')).toBeVisible()

  // Before it is really done, the question says to whom, and what.
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Do Mail alone…' }).click()
  const question = page.getByRole('dialog', { name: 'Really do this?' })
  const acts = question.getByRole('list', { name: 'Steps that act' })
  await expect(acts).toContainText(`To${email}`)
  await expect(acts).toContainText('TextPinned')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await mailsTo(email)).toHaveLength(1)
})
