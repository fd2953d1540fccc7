import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { openScreen } from '../screens.ts'
import { pdfPagesOf } from '../../test/harness/pdf-text.ts'
import { docxOf } from '../../test/samples/sample-documents.ts'
import { pdfOfPages } from '../../test/samples/sample-pages.ts'

/** A page of a letter, with so many lines that there is something to see. */
const letterPage = (number: number) => ({
  lines: [
    `Evergreen Health, page ${number}`,
    'Re: denial of claim 4711',
    ...Array.from({ length: 20 }, (_, line) => `Line ${line + 1} says why it was denied.`),
  ],
})

test('a person reads the document of a screen beside their answer', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const buffer = await pdfOfPages([1, 2, 3].map(letterPage))
  const file = { name: 'denial.pdf', mimeType: 'application/pdf', buffer }
  const sent = await api.post('/api/v2/files', { multipart: { file } })
  const { id, fileName } = (await sent.json()) as { id: string; fileName: string }
  const { slug } = await publish('Looks at pages', {
    steps: [
      {
        id: 'look',
        title: 'Look at the letter',
        type: 'screen',
        config: {
          title: 'Look at the letter',
          show: [{ label: 'Letter', value: { id, fileName } }],
          schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
        },
      },
    ],
  })
  const task = await openScreen(api, slug)
  await signedIn()
  await page.goto(`/inbox/${task}`)
  const viewer = page.getByRole('region', { name: 'Pages of denial.pdf' })
  await expect(viewer.getByRole('img', { name: 'Page 1 of 3 of denial.pdf' })).toHaveJSProperty(
    'complete',
    true,
  )
  await expectAccessible(page)

  await viewer.getByRole('group', { name: /^Page 1 of 3/ }).focus()
  await page.keyboard.press('PageDown')
  await expect(viewer.getByRole('img', { name: 'Page 2 of 3 of denial.pdf' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(viewer.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.keyboard.press('+')
  await expect(viewer.getByText('125%')).toBeVisible()
  await viewer.getByRole('button', { name: 'Turn' }).click()
  await page.getByRole('button', { name: 'View denial.pdf' }).click()
  await expect(page.getByRole('region', { name: 'Documents' })).toBeFocused()

  await viewer.getByRole('group', { name: /^Page 3 of 3/ }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('denial OF claim')
  await page.keyboard.press('Enter')
  await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  await expect(viewer.getByRole('img', { name: 'Page 1 of 3 of denial.pdf' })).toBeVisible()
  await expect(viewer.locator('[data-highlight="chosen"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('img', { name: 'Page 2 of 3 of denial.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await viewer.getByRole('button', { name: 'List of pages' }).click()
  await viewer.getByRole('list', { name: 'Pages' }).getByRole('button', { name: '3' }).click()
  await viewer.getByRole('button', { name: 'Text' }).click()
  await expect(viewer.getByText('Evergreen Health, page 3')).toBeVisible()

  const bar = page.getByRole('separator', { name: 'Width of the documents' })
  await bar.focus()
  await page.keyboard.press('End')
  await expect(bar).toHaveAttribute('aria-valuenow', '75')
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Case' }).click()
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await page.getByRole('radio', { name: 'Documents (1)' }).click()
  await expect(viewer.getByText('Evergreen Health, page 3')).toBeVisible()
  await expectAccessible(page)

  const paper = (await pdfPagesOf(await page.pdf())).join(' ')
  expect(paper).toContain('Printed by Demo Owner')
  expect(paper).toContain('Look at the letter')
  // Also while the documents are shown in its place.
  expect(paper).toContain('Note')
  // Nothing of what stands around the page.
  expect(paper).not.toContain('Inbox')

  await page.getByRole('radio', { name: 'Case' }).click()
  await page.getByRole('link', { name: 'see the run' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Looks at pages/ })).toBeFocused()
  const run = (await pdfPagesOf(await page.pdf())).join(' ')
  for (const part of ['Rounds Demo', 'Tasks', 'Start data', 'Output']) expect(run).toContain(part)
})

test('a file that staff add to a case is beside their answer at once', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const text = (name: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`This is ${name}.`),
  })
  const sent = await api.post('/api/v2/files', { multipart: { file: text('letter.txt') } })
  const { id, fileName } = (await sent.json()) as { id: string; fileName: string }
  const config = { title: 'Look at it', show: [{ label: 'Letter', value: { id, fileName } }] }
  const { slug } = await publish('Adds a file', {
    steps: [{ id: 'look', title: 'Look', type: 'screen', config }],
  })
  const task = await openScreen(api, slug)
  await signedIn()
  await page.goto(`/inbox/${task}`)
  const documents = page.getByRole('region', { name: 'Documents', exact: true })
  await expect(documents.getByText('This is letter.txt.')).toBeVisible()
  await page.getByRole('tab', { name: 'Files' }).click()
  const input = page.getByRole('tabpanel', { name: 'Files' }).locator('input[type="file"]')
  await input.setInputFiles(text('result.txt'))
  const tab = documents.getByRole('tab', { name: 'result.txt' })
  await tab.click()
  await expect(documents.getByText('This is result.txt.')).toBeVisible()
  // A letter of Word is read as text, beside the others.
  await input.setInputFiles({
    name: 'report.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: docxOf(['The scan shows nothing new.']),
  })
  await documents.getByRole('tab', { name: 'report.docx' }).click()
  await expect(documents.getByText('The scan shows nothing new.')).toBeVisible()
  await expect(documents.getByRole('tab')).toHaveCount(3)
  // It goes as it came.
  await page.getByRole('button', { name: 'Remove result.txt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(tab).toHaveCount(0)
  await documents.getByRole('tab', { name: 'letter.txt' }).click()
  await expect(documents.getByText('This is letter.txt.')).toBeVisible()
})
