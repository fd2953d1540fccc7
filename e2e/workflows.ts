import type { Page } from '@playwright/test'

/** Creates an empty workflow on its page, which then shows the editor. Answers its id. */
export async function createWorkflow(page: Page, name: string): Promise<string> {
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(`${name} ${Date.now()}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  return await openedWorkflow(page)
}

/** Waits until the editor of a workflow is open, and answers the workflow's id. */
export async function openedWorkflow(page: Page): Promise<string> {
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1) as string
}
