import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { openScreen } from '../screens.ts'
import { pdfOfPages } from '../../test/samples/sample-pages.ts'

/** A page of a letter, with so many lines that there is something to see. */
const letterPage = (number: number) => ({
  lines: [
    `Evergreen Health, page ${number}`,
    'Re: denial of claim 4711',
    ...Array.from({ length: 20 }, (_, line) => `Line ${line + 1} says why it was denied.`),
  ],
})

test('a person looks at the pages of a screen’s file', async ({ page, signedIn, publish, api }) => {
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
  await page.getByRole('button', { name: 'View denial.pdf' }).click()
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
  await viewer.getByRole('button', { name: 'Text' }).click()
  await expect(viewer.getByText('Evergreen Health, page 3')).toBeVisible()
})
