import { expect, test } from '../fixtures.ts'

test('the page of the installation can check everything that it names', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  await page.goto('/installation')
  await expect(page.getByText('There is no backup of')).toBeVisible()
  await expect(page.getByText('could not be checked')).toHaveCount(0)
})
