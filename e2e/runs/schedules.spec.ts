import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a schedule is made without writing cron, run now, paused and deleted', async ({
  page,
  signedIn,
  publish,
}) => {
  const { id } = await publish('Scheduled', {
    steps: [
      { id: 'hello', type: 'transform', title: 'Say hello', after: [], config: { value: 'hello' } },
    ],
  })
  const name = `Weekly check ${Date.now()}`
  await signedIn()
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'New schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })

  // What is empty is a problem only after a try to save; the first one gets the focus.
  const workflow = dialog.getByLabel('Workflow', { exact: true })
  await expect(dialog.getByText('A schedule needs a name.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Schedule it' }).click()
  await expect(dialog.getByText('A schedule needs a name.')).toBeVisible()
  await expect(workflow).toBeFocused()
  await workflow.selectOption(id)
  await dialog.getByLabel('Name').fill(name)
  await expect(dialog.getByText('A schedule needs a name.')).toBeHidden()

  // A choice sets the cron expression and the next ten occurrences at once.
  await dialog.getByLabel('Repeats').selectOption({ label: 'Every hour' })
  const minute = dialog.getByLabel('At minute')
  await minute.fill('30')
  await minute.press('ArrowUp')
  await minute.hover()
  await page.mouse.wheel(0, 200)
  await expect(minute).toHaveValue('30')
  await minute.fill('75')
  await expect(dialog.getByText('A whole number from 0 to 59.')).toBeVisible()
  await expect(dialog.getByLabel('As cron')).toHaveValue('30 * * * *')
  await dialog.getByLabel('Repeats').selectOption({ label: 'Every week' })
  await dialog.getByLabel('On', { exact: true }).selectOption({ label: 'Wednesday' })
  await dialog.getByLabel('At', { exact: true }).fill('09:45')
  await expect(dialog.getByLabel('As cron')).toHaveValue('45 9 * * 3')
  await expect(dialog.getByLabel('Time zone')).toHaveAccessibleDescription(
    /one that comes twice runs only the first time/,
  )
  const next = dialog.getByRole('list', { name: 'The next ten occurrences' }).getByRole('listitem')
  await expect(next).toHaveCount(10)
  await expect(next.first()).toContainText('Wed')
  await expect(next.first()).toContainText('9:45')
  await dialog.getByLabel('Time zone').fill('Nowhere/Atlantis')
  await expect(dialog.getByText('Choose a time zone from the list')).toBeVisible()
  await dialog.getByLabel('Time zone').fill('America/Los_Angeles')
  await expect(dialog.getByLabel('Calendar', { exact: true })).toHaveCount(0)
  const daysOff = dialog.getByLabel('On days off')
  await daysOff.selectOption({ label: 'Move it to the next working day' })
  await expect(dialog.getByLabel('Calendar', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule it' }).click()

  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText('America/Los_Angeles')).toBeVisible()
  await expect(sheet.getByText(/, from days off to the next working day/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Run now' }).click()
  const run = sheet.getByRole('link', { name: 'See the run' })
  await expect(run).toBeVisible()
  await sheet.getByRole('button', { name: 'Pause' }).click()
  await expect(sheet.getByText('Nothing is due while it is paused.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Resume' }).click()
  await expect(sheet.getByText('Nothing is due while it is paused.')).toBeHidden()
  await sheet.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('The schedule is deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name })).toHaveCount(0)
})
