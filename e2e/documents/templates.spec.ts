import { readFileSync } from 'node:fs'
import { sampleForm } from '#test/samples/pdf-forms'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { completedRun, startRun } from '../runs.ts'

test('a template is written, previewed, saved, restored, renamed; a letter is uploaded and filled', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const name = `Reminder ${Date.now()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await signedIn()
  await page.goto('/templates')
  await expect(page.getByRole('link', { name: 'Approval letter' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a template' })
  await dialog.getByRole('tab', { name: 'Write it here' }).click()
  const pane = dialog.getByRole('tabpanel', { name: 'Write it here' })
  await pane.getByLabel('Name', { exact: true }).fill(name)
  await expect(pane.getByLabel('Short name')).toHaveValue(slug)

  // A slug that is taken is said at the field, with the template that has it.
  await pane.getByLabel('Short name').fill('approval-letter')
  await pane.getByRole('button', { name: 'Add template' }).click()
  await expect(pane.getByText('The template “Approval letter” has the slug')).toBeVisible()
  await expectAccessible(page)
  await pane.getByLabel('Short name').fill(slug)
  await pane.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  // What is typed is shown beside it before it is saved; a mistake is named with its line.
  const preview = page.getByRole('region', { name: 'Preview' })
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Dear {{ patient.name }}, see you on {{ day }}.')
  await expect(preview.getByText('Dear Ada Example, see you on 2026-03-14.')).toBeVisible()
  await text.fill('Dear {{ patient.name | nosuch }}')
  await expect(preview.getByText('Undefined filter: nosuch. (in the text, line 1)')).toBeVisible()
  // What it was before stays in sight meanwhile.
  await expect(preview.getByText('Dear Ada Example, see you on 2026-03-14.')).toBeVisible()
  await text.fill('Dear {{ patient.name }}, see you on {{ day }}.')
  await page.getByRole('button', { name: 'Save as next version' }).click()
  await expect(page.getByText('version 2', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Placeholders' })).toContainText('patient.name')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByText('version 3', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the template' })
  await rename.getByLabel('Short name').fill(`${slug}-new`)
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(new RegExp(`/templates/${slug}-new$`))

  // A Word document: its placeholders are found, and a workflow fills it.
  await page.goto('/templates')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const upload = dialog.getByRole('tabpanel', { name: 'Upload a file' })
  await upload.getByLabel('Word document or PDF form').setInputFiles({
    name: `${name}.docx`,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: readFileSync('db/seed/templates/approval-letter.docx'),
  })
  await upload.getByLabel('Short name').fill(`${slug}-letter`)
  await upload.getByRole('button', { name: 'Upload' }).click()
  await expect(preview.getByRole('heading', { name: 'Your request is approved' })).toBeVisible()
  const data = {
    date: 'today',
    'patient.name': 'Bo Zebra',
    payer: 'Evergreen',
    services: [{ name: 'MRI', units: 1, until: 'June' }],
  }
  const config = { template: `${slug}-letter`, data, fileName: 'For Bo' }
  const steps = [{ id: 'fill', type: 'fill-template', title: 'Fill', config }]
  const { id } = await publish('Letter of templates', { steps })
  const { id: runId } = await startRun(api, id)
  await completedRun(api, runId)
  await page.goto(`/runs/${runId}`)
  await page.getByRole('tab', { name: 'Data' }).click()
  await expect(page.getByText('For Bo.docx').first()).toBeVisible()
  await page.goto(`/templates/${slug}-letter`)
  await preview.getByRole('radio', { name: 'From a run' }).click()
  await preview.getByLabel('Run').selectOption(runId)
  await expect(preview.getByText('Dear Bo Zebra,')).toBeVisible()

  // A version that needs more is announced before it is saved, and leads to the step that lacks it.
  await page.goto(`/templates/${slug}-new`)
  const { id: userId } = await publish('Reminder of templates', {
    steps: [
      {
        id: 'remind',
        type: 'fill-template',
        title: 'Remind',
        config: { template: `${slug}-new`, data: { name: 'Bo' } },
      },
    ],
  })
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('Dear {{ name }}, bring {{ member.card }}.')
  await expect(page.getByText('One workflow would keep an earlier version')).toBeVisible()
  await page.getByRole('button', { name: 'Save as next version' }).click()
  await expect(page.getByText('One workflow keeps an earlier version than 4')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Remind', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/workflows/${userId}\\?step=remind`))
  const step = page.getByRole('region', { name: 'Step Remind' })
  await expect(step.getByText('gives no value for the placeholder “member.card”')).toBeVisible()
  await expect(step.getByRole('textbox', { name: 'member.card' })).toBeFocused()
})

test('a PDF form and an HTML page become PDFs, shown page by page', async ({ page, signedIn }) => {
  const name = `Consent ${Date.now()}`
  await signedIn()
  await page.goto('/templates')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a template' })
  const upload = dialog.getByRole('tabpanel', { name: 'Upload a file' })
  await upload.getByLabel('Word document or PDF form').setInputFiles({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(await sampleForm()),
  })
  await upload.getByRole('button', { name: 'Upload' }).click()
  const fields = page.getByRole('list', { name: 'Placeholders' })
  await expect(fields).toContainText('one of: HMO, PPO')
  const preview = page.getByRole('region', { name: 'Preview' })
  const picture = (number: number, count: number, of: string) =>
    preview.getByRole('img', { name: `Page ${number} of ${count} of ${of}.pdf` })
  await expect(picture(1, 2, name)).toBeVisible()
  await preview.getByRole('button', { name: 'Next page' }).click()
  await expect(picture(2, 2, name)).toBeVisible()

  await page.goto('/templates')
  await page.getByRole('button', { name: 'Add a template' }).click()
  await dialog.getByRole('tab', { name: 'Write it here' }).click()
  const pane = dialog.getByRole('tabpanel', { name: 'Write it here' })
  await pane.getByLabel('Kind').selectOption('pdf')
  await pane.getByLabel('Name', { exact: true }).fill(`${name} letter`)
  await pane.getByRole('button', { name: 'Add template' }).click()
  await expect(picture(1, 1, `${name} letter`)).toBeVisible()
  await page
    .getByRole('textbox', { name: 'HTML' })
    .fill('<p>One</p><hr class="page-break"><p>Two</p>')
  await page.getByLabel('Orientation').selectOption('Landscape')
  await expect(picture(1, 2, `${name} letter`)).toBeVisible()
  await expectAccessible(page)
})
