/**
 * A system that sends a referral to Rounds and decides it, by the typed client alone: a file goes
 * up, a run starts (once, whatever the network does), the screen that it waits at is answered, and
 * the note's id comes back.
 *
 *   ROUNDS_URL=http://localhost:3000 ROUNDS_API_KEY=rk_… node examples/referral.ts
 *
 * Needs Node 24 (it runs TypeScript as it is), a running Rounds with the demo organization, and a
 * key with the role builder or worker.
 */
import {
  completeScreen,
  defaults,
  getRun,
  searchHomecarePatients,
  startRun,
  uploadFile,
} from './client.gen.ts'

defaults.baseUrl = process.env.ROUNDS_URL ?? 'http://localhost:3000'
defaults.headers = { authorization: `Bearer ${process.env.ROUNDS_API_KEY ?? ''}` }

/** The answer when all went well; otherwise the service's own sentence. */
function expected<Answer extends { status: number; data: unknown }, Status extends number>(
  answer: Answer,
  ...statuses: Status[]
): Extract<Answer, { status: Status }>['data'] {
  if ((statuses as number[]).includes(answer.status)) return answer.data
  throw new Error(`Rounds answered ${answer.status}: ${JSON.stringify(answer.data)}`)
}

const known = expected(
  await searchHomecarePatients('sandbox', { prospectFlag: 'Y', sort: 'name' }),
  200,
)
process.stdout.write(`${known.length} prospects in the home-care system\n`)

const order = new File(['MRI of the left knee'], 'order.txt', { type: 'text/plain' })
const file = expected(await uploadFile({ file: order }), 201)

// The key makes a second call with the same body answer with the same run: nothing is started
// twice.
const startData = {
  patientName: 'Avery Lindqvist',
  emrPatientId: 'EMR-1001',
  diagnosis: 'Suspected meniscus tear',
  urgency: 'routine',
  documents: [{ id: file.id, fileName: file.fileName }],
}
const idempotencyKey = `referral-${crypto.randomUUID()}`
// Without waiting for its end: it waits for a person first.
const start = async () =>
  expected(await startRun('referral-intake', { startData }, { idempotencyKey }), 200, 202)
const { id } = await start()
if ((await start()).id !== id) throw new Error('The same key started a second run.')

const waiting = await runWhen((run) => run.status === 'suspended' || run.status === 'failed')
const screen = waiting.tasks.find((task) => task.status === 'suspended')
if (!screen) throw new Error(`The run waits for nobody: ${JSON.stringify(waiting.error)}`)

// The hook of the screen refuses an approval without a number; the answer says what is missing.
const refused = await completeScreen(screen.id, { output: { decision: 'approved' } })
process.stdout.write(
  `Without a number: ${refused.status} ${'message' in refused.data ? refused.data.message : ''}\n`,
)
expected(
  await completeScreen(screen.id, {
    output: { decision: 'approved', authorizationNumber: 'AUTH-77' },
  }),
  200,
)

const ended = await runWhen((run) => run.status !== 'running' && run.status !== 'suspended')
const note = ended.tasks.find((task) => task.stepType === 'create-text-note')?.output as {
  documentHistoryId: string
} | null
process.stdout.write(`${ended.status}: ${note?.documentHistoryId ?? 'no note'}\n`)

type Run = Extract<Awaited<ReturnType<typeof getRun>>, { status: 200 }>['data']

/** Asks for the run until it is as wanted, for at most 30 seconds. */
async function runWhen(wanted: (run: Run) => boolean): Promise<Run> {
  for (
    const since = Date.now();
    Date.now() - since < 30_000;
    await new Promise((resolve) => setTimeout(resolve, 250))
  ) {
    const run = expected(await getRun(id), 200)
    if (wanted(run)) return run
  }
  throw new Error(`Run ${id} is not done after 30 seconds.`)
}
