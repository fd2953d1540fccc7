import { expect, test } from '../fixtures.ts'

const good = 'export default async () => {\n  return 1\n}\n'

test('a fault of a code step is underlined at its line', async ({ page, signedIn, publish }) => {
  const steps = [{ id: 'code', type: 'code', title: 'Count', after: [], config: { source: good } }]
  const { id } = await publish('Code lines', { steps })
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.locator('.react-flow__node[data-id="code"]').click()
  const code = page.locator('.code-field .cm-content')
  await code.click()
  await page.keyboard.press('ControlOrMeta+a')
  // The browser reads an import as good TypeScript; only the server refuses it.
  await page.keyboard.insertText(`${good}import fs from 'node:fs'`)
  const underlined = code.locator('.cm-lintRange-error')
  await expect(underlined.first()).toContainText('import')
  await expect(code.locator('.cm-line').first().locator('.cm-lintRange-error')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(good)
  await expect(underlined).toHaveCount(0)
})
