import type { Page } from '@playwright/test'

/**
 * Until a page listens: what it shows comes with its first answer, and keys that are pressed before
 * its scripts are there go nowhere. Some of them come when a person first moves something. The canvas
 * of the editor takes the place of its picture.
 */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'))
    return !document.querySelector('[data-deaf], [data-canvas-picture]')
  })
}
