import { expect, test } from '../fixtures.ts'

test('the page of the installation can check everything that it names', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  await page.goto('/installation')
  await expect(page.getByText('The books balance')).toBeVisible()
  await expect(page.getByText('could not be checked')).toHaveCount(0)
})
