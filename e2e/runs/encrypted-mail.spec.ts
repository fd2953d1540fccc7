import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { textMailedTo } from '../mails.ts'
import { completedRun, startRun } from '../runs.ts'

type Reply = { text: string; files: { id: string; fileName: string }[] }
type Ended = { status: string; tasks: { stepId: string; output: { reply: Reply } }[] }

test('a run mails a link, the patient reads and replies after a code, and the run goes on', async ({
  api,
  browser,
  page,
  publish,
  signedIn,
}) => {
  const email = `ada-${Date.now()}@example.com`
  const { id: workflowId } = await publish('Ask a patient', {
    steps: [
      {
        id: 'ask',
        type: 'send-secure-email',
        title: 'Ask',
        config: {
          to: email,
          subject: 'Zebra referral',
          text: 'Is the zebra\nthe one of last year?',
          waitFor: 'replied',
        },
        after: [],
      },
    ],
  })
  const run = await startRun(api, workflowId)
  const mailed = await textMailedTo(email, /^A secure message from Rounds Demo$/)
  expect(mailed).not.toMatch(/zebra/i)
  const link = /http\S+\/m#\S+/.exec(mailed)?.[0] ?? ''

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await context.newPage()
  const asked: string[] = []
  theirs.on('request', (request) => asked.push(request.url()))
  const answer = await theirs.goto(link)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': expect.stringContaining('no-store'),
  })
  await expect(theirs.getByRole('heading', { name: 'You have a secure message' })).toBeVisible()
  // The token is in no address any more, and was in none that a server saw.
  const token = link.split('#')[1] ?? ''
  expect(theirs.url()).toMatch(/\/m\/[\da-f-]{36}$/)
  expect(asked.filter((url) => new URL(url).pathname.includes(token))).toEqual([])
  await expectAccessible(theirs)

  // By keyboard: the code is asked for, and its field has the focus.
  await theirs.getByRole('button', { name: 'Send me a code by e-mail' }).press('Enter')
  const code = /^\d{6}$/m.exec(await textMailedTo(email, /one-time code/))?.[0] ?? ''
  const field = theirs.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await theirs.keyboard.type(code === '000000' ? '000001' : '000000')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText('does not open the message')).toBeVisible()
  await theirs.keyboard.type(code)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { name: 'Zebra referral' })).toBeVisible()
  await expect(theirs.getByText('the one of last year?')).toBeVisible()
  await expectAccessible(theirs)

  const report = { name: 'zebra.txt', mimeType: 'text/plain', buffer: Buffer.from('A zebra.') }
  await theirs.getByLabel('Files to attach').setInputFiles(report)
  await expect(theirs.getByRole('button', { name: 'Remove zebra.txt' })).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Your reply' }).fill('Yes, it is.')
  await theirs.getByRole('button', { name: 'Send the reply' }).click()
  await expect(theirs.getByRole('region', { name: 'Your replies' })).toContainText('Yes, it is.')

  // The run has the reply, and its file.
  const { tasks } = await completedRun<Ended>(api, run.id)
  const { reply } = tasks.find(({ stepId }) => stepId === 'ask')?.output ?? {}
  expect(reply).toMatchObject({ text: 'Yes, it is.', files: [{ fileName: 'zebra.txt' }] })
  const file = await api.get(`/api/v2/files/${reply?.files[0]?.id}/content`)
  expect(await file.text()).toBe('A zebra.')

  // The sender sees it, and withdraws it; what the patient has in front of them is over.
  await signedIn()
  await page.goto('/secure-messages')
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  await expect(page.getByText('Yes, it is.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted message' })).toBeVisible()
  await theirs.reload()
  await expect(
    theirs.getByRole('heading', { name: 'The sender took this message back' }),
  ).toBeVisible()
  await context.close()
})
