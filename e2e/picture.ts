import { writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** What moves by itself, or blinks, in no two pictures alike. */
const still =
  '*, ::before, ::after { caret-color: transparent !important; animation: none !important; transition: none !important }'

/** The smallest area that shows all of these parts. */
async function areaOf(parts: Locator[]) {
  const areas = await Promise.all(parts.map(async (part) => await part.boundingBox()))
  const boxes = areas.filter((area) => area !== null)
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y
  return { x, y, width, height, scale: 1 }
}

/**
 * Takes a picture of a page for the documents, where `PICTURES` is set
 * (`PICTURES=1 npx playwright test e2e/editor/first-workflow.spec.ts`). `of`: the parts that it shows;
 * without them it shows the whole page. WebP, a third as large as PNG, which Playwright cannot write.
 */
export async function picture(page: Page, name: string, ...of: Locator[]): Promise<void> {
  if (!process.env['PICTURES']) return
  const clip = await areaOf(of)
  // By a sheet and no element, which the page's policy would refuse.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, still)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    ...(clip === undefined ? {} : { clip }),
  })
  await devtools.detach()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  writeFileSync(`e2e/pictures/${name}.webp`, Buffer.from(data, 'base64'))
}
