import { execFileSync } from 'node:child_process'
import { expect, test } from '../fixtures.ts'
import { mailsTo } from '../mails.ts'
import { addMember, signIn } from '../organization/people.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

/** The hour of the daily mail has come; answers for how many notifications. */
function ripenMails(userId: string): number {
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] }
  const program = new URL('ripen-mails.ts', import.meta.url).pathname
  return Number(execFileSync(process.execPath, [program, userId], { env, encoding: 'utf8' }))
}

const patients = [
  { patientName: 'Dorothea Daily', emrPatientId: 'EMR-1001', diagnosis: 'Torn meniscus' },
  { patientName: 'Ignatius Evening', emrPatientId: 'EMR-1002', diagnosis: 'Frozen shoulder' },
]

test('who chooses the daily mail gets one, with nothing of a patient in it', async ({
  page,
  browser,
  api,
  signedIn,
}) => {
  await signedIn()
  await page.goto('/')
  const email = await addMember(page.request, 'Dana Daily', 'worker')
  const context = await browser.newContext()
  const hers = await context.newPage()
  await signIn(hers, email)
  await hers.goto('/settings?tab=notifications')
  await hers.getByLabel('Mail: A comment mentions you').selectOption('In the daily mail')
  await hers.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(hers.getByText('Saved.')).toBeVisible()
  const session = await hers.request.get('/api/v2/profile/session')
  const { personId } = (await session.json()) as { personId: string }

  const headers = { origin: new URL(page.url()).origin }
  const mention = async (runId: string, text: string) => {
    const data = { text: `${text} @Dana Daily`, mentions: [personId] }
    const added = await page.request.post(`/api/v2/runs/${runId}/comments`, { data, headers })
    expect(added.ok(), await added.text()).toBe(true)
  }
  const runs = []
  for (const startData of patients) {
    const run = await startRun(api, 'referral-intake', { startData })
    // She sees cases whose screen she may do.
    await screenOfRun(api, run.id)
    await mention(run.id, `${startData.patientName} called about the ${startData.diagnosis}`)
    runs.push(run.id)
  }
  // It waits for its hour, and comes once.
  expect((await mailsTo(email)).filter(({ subject }) => /new in Rounds/.test(subject))).toEqual([])
  expect(ripenMails(personId)).toBe(2)
  const digests = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject === '2 things new in Rounds')
  await expect.poll(async () => (await digests()).length).toBe(1)
  const [{ text } = { text: '' }] = await digests()
  expect(text).toContain('2 comments mention you')
  for (const runId of runs) expect(text).toContain(`/runs/${runId}`)
  const told = patients.flatMap((patient) => Object.values(patient))
  for (const word of [...told, ...told.flatMap((words) => words.split(' '))])
    if (!/^(?:Daily|the)$/.test(word)) expect(text).not.toContain(word)
  expect(text).not.toContain('called about')
  expect(ripenMails(personId)).toBe(0)

  // Its link stops such mails, after a question.
  const stop = /http\S+\/stop-mails\/\S+/.exec(text)?.[0] ?? ''
  await hers.goto(stop)
  await hers.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(hers.getByText('No more of these mails')).toBeVisible()
  await mention(runs[0] ?? '', 'Once more')
  expect(ripenMails(personId)).toBe(0)
  await context.close()
})
