import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { completedRun } from '../runs.ts'
import { onlyScreen } from '../screens.ts'
import { pdfOfPages } from '../../test/samples/sample-pages.ts'

const letter = [
  'Referral for imaging\nPatient: Ada Lindqvist\nDate of birth: 12/10/1950',
  'Evergreen Health\nMember ID: EVG1001',
].map((text) => ({ lines: text.split('\n') }))

const fields = {
  type: 'object',
  properties: {
    patient: { type: 'string', title: 'Patient' },
    dateOfBirth: { type: 'string', format: 'date', title: 'Date of birth' },
    memberId: { type: 'string', title: 'Member ID' },
    admitted: { type: 'string', format: 'date', title: 'Admission date' },
  },
}

type Run = { status: string; tasks: { stepId: string; output: unknown }[] }

test('a person checks what was found beside the pages, by keyboard', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const file = {
    name: 'referral.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfOfPages(letter),
  }
  const { id } = (await (await api.post('/api/v2/files', { multipart: { file } })).json()) as {
    id: string
  }
  const { slug } = await publish('Checks a referral', {
    steps: [
      {
        id: 'ask',
        title: 'Ask',
        type: 'ask-documents',
        config: { connection: 'sandbox', files: id, mode: 'extract', schema: fields },
      },
      {
        id: 'check',
        title: 'Check',
        type: 'screen',
        after: [{ step: 'ask' }],
        config: {
          title: 'Check the referral',
          review: { $: 'steps.ask.output' },
          schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
        },
      },
    ],
  })
  const started = await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
  const { id: runId } = (await started.json()) as { id: string }
  const task = await onlyScreen(api, slug)
  await signedIn()
  await page.goto(`/inbox/${task}`)

  const answer = page.getByRole('region', { name: 'Your answer' })
  const document = page.getByRole('region', { name: 'Document' })
  await expect(answer.getByLabel('Patient')).toHaveValue('Ada Lindqvist')
  await expect(answer.getByText('4 of 4 to look at')).toBeVisible()
  await expect(document.getByRole('img', { name: 'Page 1 of 2 of referral.pdf' })).toBeVisible()
  await expectAccessible(page)

  // The page of the field that the person is at is shown, with its place.
  await answer.getByLabel('Patient').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(answer.getByLabel('Member ID')).toBeFocused()
  await expect(document.getByRole('img', { name: 'Page 2 of 2 of referral.pdf' })).toBeVisible()
  await expect(document.locator('[data-highlight="chosen"]')).toHaveCount(1)
  await page.keyboard.press('F2')
  await expect(document.getByRole('group', { name: /^Page 2 of 2/ })).toBeFocused()
  await page.keyboard.press('F2')
  await expect(answer.getByLabel('Member ID')).toBeFocused()

  await page.keyboard.type('EVG1002')
  await expect(answer.getByText('Changed by you')).toBeVisible()
  await expect(answer.getByText('Proposed: EVG1001')).toBeVisible()
  await answer.getByRole('button', { name: 'Looks right: Patient' }).click()
  await expect(answer.getByText('2 of 4 to look at')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(answer.getByLabel('Date of birth')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/inbox$|\/inbox\/(?!.*\/)/)

  const run = await completedRun<Run>(api, runId)
  const corrected = { patient: 'Ada Lindqvist', dateOfBirth: '1950-12-10', memberId: 'EVG1002' }
  expect(run.tasks.find(({ stepId }) => stepId === 'check')?.output).toEqual(corrected)
  await page.goto(`/runs/${runId}`)
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByRole('button', { name: /Check/ }).first().click()
  const chosen = page.getByRole('complementary', { name: 'The chosen task' })
  await expect(chosen.getByText('3 of 4 proposed values were kept.')).toBeVisible()
  await expect(chosen.getByText('EVG1001')).toBeVisible()
})
