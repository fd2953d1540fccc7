import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus; fails when it is not reached. */
export async function tabTo(page: Page, target: Locator, presses = 80): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < presses; count++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by ${presses} presses of Tab: ${String(target)}`)
}
