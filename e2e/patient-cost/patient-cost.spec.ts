import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a clerk works out what a patient owes under two plans, and reads every step', async ({
  page,
  signedIn,
}) => {
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
  await expect(page.getByRole('list', { name: 'Summit Mutual, Service 1 (70551)' })).toContainText(
    'Pays after others, Plan$200.00',
  )

  await page.getByRole('tab', { name: 'Steps' }).first().click()
  await expect(
    page.getByRole('region', { name: 'Steps of Evergreen Health, Service 1 (70551)' }),
  ).toContainText('Deductible: $250.00 is left of it, so the patient bears $250.00.')
  await expectAccessible(page)
})

test('an answer that is no eligibility answer is refused where it was pasted', async ({
  page,
  signedIn,
}) => {
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

test('what the answer does not say is not known, until the clerk finds it out', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/patient-cost')
  await page.getByLabel('Date of service').fill('2026-11-23')
  await page.getByLabel('Service type').fill('98')
  await page.getByLabel('Charge ($)').fill('200')
  await page.getByLabel('Allowed ($)').fill('150')
  await page.getByLabel('Place of service').selectOption('11')
  await page.getByLabel('Eligibility', { exact: true }).selectOption('paste')
  const year = '20260101-20261231'
  const answer = {
    payer: { name: 'Evergreen Health' },
    planDateInformation: { eligibility: year },
    benefitsInformation: [{ code: '1', serviceTypeCodes: ['30'] }],
  }
  await page.getByLabel('Eligibility answer').fill(JSON.stringify(answer))
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  const totals = page.getByLabel('Totals')
  await expect(totals).toContainText('Patient owesNot known')
  await expect(page.getByLabel('Reliability')).toContainText('Do not quote one.')
  await expect(page.getByText('What Evergreen Health pays is not known')).toBeVisible()
  const missing = page.getByRole('status').filter({ hasText: 'Not known: find this out' })
  await expect(missing).toContainText('give “Copay” or “Coinsurance”')
  await expectAccessible(page)

  // Nothing stands out of the page, and the switch between chart and steps is on it.
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(390)
  await page.getByRole('tab', { name: 'Steps' }).click()
  expect(await width()).toBe(390)
  const steps = await page.getByRole('tab', { name: 'Steps' }).boundingBox()
  expect((steps?.x ?? 0) + (steps?.width ?? 391)).toBeLessThanOrEqual(390)

  await page.getByText('Known from the payer otherwise').click()
  await page.getByLabel('Copay ($)').fill('25')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(totals).toContainText('Patient owes$25.00')
  await expect(missing).toBeHidden()

  // The coverage of the pasted answer ends with the year.
  await page.getByLabel('Date of service').fill('2027-01-04')
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(totals).toContainText('Patient owes$200.00')
  await expect(page.getByText('Coverage ended on December 31, 2026').first()).toBeVisible()
})
