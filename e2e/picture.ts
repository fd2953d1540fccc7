import type { Locator, Page } from '@playwright/test'

/**
 * Takes a picture of a page for the documents, where `PICTURES` is set
 * (`PICTURES=1 npx playwright test e2e/editor/first-workflow.spec.ts`). `of`: the parts that it shows;
 * without them it shows the whole page.
 */
export async function picture(page: Page, name: string, ...of: Locator[]): Promise<void> {
  if (!process.env['PICTURES']) return
  const areas = await Promise.all(of.map(async (part) => await part.boundingBox()))
  const boxes = areas.filter((area) => area !== null)
  const path = `e2e/pictures/${name}.png`
  if (boxes.length === 0) {
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    return
  }
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y
  const clip = { x, y, width, height }
  await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' })
}
