import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a clerk works out what a patient owes under two plans, and reads every step', async ({ page, signedIn }) => {
  await signedIn()
  await page.goto('/patient-cost')
  await page.getByLabel('Procedure code').fill('70551')
  await page.getByLabel('Charge ($)').fill('1400')
  await page.getByLabel('Allowed ($)').fill('900')
  await page.getByLabel('Payer id').fill('EVERGREEN')
  await page.getByLabel('Member id').fill('NOBODY')
  await page.getByLabel('Your NPI').fill('1999999984')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(page.getByText('The payer does not find the subscriber')).toBeVisible()

  // What was typed is still there; only the member id was wrong.
  await page.getByLabel('Member id').fill('EVG1001')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  const totals = page.getByLabel('Totals')
  await expect(totals).toContainText('Patient owes$380.00')

  await page.getByRole('button', { name: 'Add a payer' }).click()
  await page.getByLabel('Payer id').nth(1).fill('SUMMIT')
  await page.getByLabel('Member id').nth(1).fill('SUM2001')
  await page.getByLabel('Coordination').selectOption('non-duplication')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(totals).toContainText('Patient owes$180.00')
  await expect(page.getByRole('list', { name: 'Summit Mutual, Service 1 (70551)' })).toContainText('Pays after others, Plan$200.00')

  await page.getByRole('tab', { name: 'Steps' }).first().click()
  await expect(page.getByRole('region', { name: 'Steps of Evergreen Health, Service 1 (70551)' })).toContainText('Deductible: $250.00 is left of it, so the patient bears $250.00.')
  await expectAccessible(page)
})

test('an answer that is no eligibility answer is refused where it was pasted', async ({ page, signedIn }) => {
  await signedIn()
  await page.goto('/patient-cost')
  await page.getByLabel('Charge ($)').fill('100')
  await page.getByLabel('Eligibility', { exact: true }).selectOption('paste')
  const answer = page.getByLabel('Eligibility answer')
  await answer.fill('hello')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(page.getByText('This text is no X12')).toBeVisible()
  await expect(answer).toHaveValue('hello')
})
