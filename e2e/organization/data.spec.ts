import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'

test('a table is created, filled, read and downloaded as CSV; an error is shown at its place', async ({
  page,
  signedIn,
}) => {
  const table = `visits_${Date.now()}`
  await signedIn()
  await page.goto('/data')
  const statement = page.getByRole('textbox', { name: 'SQL statement' })
  const answer = page.getByRole('region', { name: 'Answer' })
  const write = async (query: string) => {
    await statement.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(query)
  }
  await write(`create table ${table} (id int primary key, note text)`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(answer).toContainText('done')
  await expect(page.getByText(table, { exact: true })).toBeVisible()

  await write(`insert into ${table} values (1, 'a, "quoted" note'), (2, null)`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(answer).toContainText('2 rows changed')

  await write(`select id, note from ${table} order by id`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(answer.getByRole('row')).toHaveCount(3)
  await expect(answer.getByRole('cell', { name: 'a, "quoted" note' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    answer.getByRole('button', { name: 'CSV' }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(
    csv
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/),
  ).toEqual(['id,note', '1,"a, ""quoted"" note"', '2,'])

  await write(`select id,\n  nothing from ${table}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Line 2, character 3')).toBeVisible()

  // A statement that deletes data is confirmed first.
  await write(`drop table ${table}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run it', exact: true }).click()
  await expect(answer).toContainText('done')
})
