import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { completedRun } from '../runs.ts'

type ReferralRun = {
  status: string
  startData: { source: string; documents: unknown[] }
  tasks: { stepId: string; status: string; output: unknown }[]
}

/**
 * The first workflow of the demo, by somebody who is signed in: a form with files, a screen that is
 * refused and then accepted, the note in the EMR. Answers the id of the run.
 */
export async function playReferral(page: Page, api: APIRequestContext): Promise<string> {
  await page.goto('/forms/referral-intake')
  await page.getByLabel('Patient name').fill('Avery Lindqvist')
  await page.getByLabel('EMR patient id').fill('EMR-1001')
  await page.getByLabel('Diagnosis').fill('Suspected meniscus tear, MRI requested')
  await expect(page.getByLabel('Source')).toHaveCount(0)
  await page.getByLabel('Referral documents: choose files').setInputFiles([
    { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('MRI of the left knee') },
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear colleague') },
  ])
  await expect(page.getByRole('button', { name: 'Remove order.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove letter.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, this was received' })).toBeFocused()
  await page.getByRole('link', { name: 'See the run' }).click()
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/)
  const runId = page.url().split('/').at(-1) as string

  // The run's page shows by itself that the run waits for the screen.
  await page.getByRole('link', { name: 'Open the screen' }).click()
  await expect(page.getByRole('heading', { name: 'Review referral' })).toBeVisible()
  await expect(page.getByRole('link', { name: /order\.txt/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /letter\.txt/ })).toBeVisible()
  await page.getByLabel('Decision').selectOption('approved')
  await page.getByRole('button', { name: 'Complete' }).click()

  // before_complete refuses: 422, at the field; nothing typed is lost.
  await expect(page.getByText('An approval needs an authorization number.')).toBeVisible()
  await expect(page.getByText('Enter the authorization number of the approval.')).toBeVisible()
  await expect(page.getByLabel('Decision').locator('option:checked')).toHaveText('approved')
  await page.getByLabel('Authorization number').fill('AUTH-77')
  // The screen is below the inbox as well; who leaves it too early takes the answer back.
  const screen = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(({ pathname }) => pathname !== screen)

  await page.goto(`/runs/${runId}`)
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  const run = await completedRun<ReferralRun>(api, runId)
  expect(run.startData.source).toBe('referral-form')
  expect(run.startData.documents).toHaveLength(2)
  const note = run.tasks.find((task) => task.stepId === 'note')
  expect(note?.output).toMatchObject({ documentHistoryId: expect.stringContaining('/_history/1') })
  expect(run.tasks.find((task) => task.stepId === 'tell_denied')?.status).toBe('skipped')
  return runId
}
