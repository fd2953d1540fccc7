import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What fades in has too little contrast until it is there. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(async (one) => await one.finished))
  })
}

async function seriousViolations(page: Page, isForced: boolean): Promise<string[]> {
  await waitForAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    // Otherwise it opens a page to join the results of frames, of which ours have none.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // It reads the backgrounds that the style has, not those that are drawn then.
    .disableRules(isForced ? ['color-contrast'] : [])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

/**
 * WCAG 2.2 A and AA; what axe calls serious or critical fails the test. It looks again at a page
 * with violations: on the way from one address to the next a page has no title for a moment.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForAnimations(page)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const isForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches)
  await expect(async () => expect(await seriousViolations(page, isForced)).toEqual([])).toPass({
    intervals: [1000],
    // Only a failure takes so long: the reference is large, and a machine may be busy.
    timeout: 90_000,
  })
}
