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

/** WCAG 2.2 A and AA; what axe calls serious or critical fails the test. */
export async function expectAccessible(page: Page): Promise<void> {
  await waitForAnimations(page)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    // Otherwise it opens a page to join the results of frames, of which ours have none.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    ),
  ).toEqual([])
}
