import type { Page } from '@playwright/test'

/**
 * Until a page listens: what it shows comes with its first answer, and keys that are pressed before
 * its scripts are there go nowhere.
 */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[data-deaf]'))
}
