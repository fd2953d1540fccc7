import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from '../organization/people.ts'
import { onlyScreen } from '../screens.ts'

const parts = /\/uploads\/[0-9a-f-]{36}\/content/
const steps = [
  {
    id: 'look',
    title: 'Look',
    type: 'screen',
    config: {
      title: 'Look at it',
      schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
    },
  },
]
const file = { name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('A scanned page.') }

test('a file of a colleague comes at once, uploads stop and go again, an answer waits for the line', async ({
  page,
  context,
  browser,
  api,
  publish,
  signedIn,
}) => {
  const { slug } = await publish('Live states', { steps })
  await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
  const address = `/inbox/${await onlyScreen(api, slug)}`
  await signedIn()
  await page.goto(address)
  const email = await addMember(page.request, 'Wanda Live', 'worker')
  const their = await browser.newContext()
  const theirs = await their.newPage()
  await signIn(theirs, email)
  await theirs.goto(address)
  for (const one of [page, theirs]) await one.getByRole('tab', { name: 'Files' }).click()
  const listOf = (one: typeof page) => one.getByRole('list', { name: 'Files of this case' })
  const choose = theirs.getByLabel('Files of this case: choose files')

  // The part is on its way for as long as nobody stops it.
  await theirs.route(parts, () => undefined)
  await choose.setInputFiles(file)
  await expect(theirs.getByRole('progressbar', { name: 'Sending scan.txt' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Stop sending scan.txt' }).press('Enter')
  await expect(theirs.getByText('scan.txt')).toHaveCount(0)

  await theirs.unroute(parts)
  const json = { error: 'internal', message: 'This did not work.', statusCode: 500, details: {} }
  await theirs.route(parts, async (route) => await route.fulfill({ status: 500, json }))
  await choose.setInputFiles(file)
  const again = theirs.getByRole('button', { name: 'Try scan.txt again' })
  await expect(again).toBeVisible()
  await expectAccessible(theirs)
  await theirs.unroute(parts)
  await again.press('Enter')
  await expect(listOf(theirs)).toContainText('scan.txt')
  await expect(listOf(page)).toContainText('scan.txt')
  await expectAccessible(page)

  await page.getByLabel('Note').fill('typed without a line')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Complete' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Not sent yet' })
  await expect(alert).toContainText('nothing you typed is lost')
  await expect(page.getByLabel('Note')).toHaveValue('typed without a line')
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page).not.toHaveURL(new RegExp(address))
  await expect(theirs.getByText(/Demo Owner completed this screen/)).toBeVisible()
  await expectAccessible(theirs)
  await their.close()
})
