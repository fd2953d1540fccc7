import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { getBackTest } from '#lib/operations/back-tests/get-back-test'
import { startBackTest } from '#lib/operations/back-tests/start-back-test'
import { doDueRuns } from '#lib/operations/back-tests/start-back-test-work'
import { runStepCode } from '#lib/operations/computing/customer-code'
import { replayParts } from '#lib/operations/computing/replay-parts'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import { defineStep, done, type StepServices } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { BenchEngine } from './support/bench-engine.ts'
import { report, round } from './support/report.ts'

/**
 * What a back-test costs, by the product's own way: recorded runs of 20 steps (transforms, a fourth
 * of them JSONata, code, a condition and a letter to a provider that counts) with the same
 * definition, and with a draft in which a wrong branch, a changed letter and a slower step are
 * planted. It fails unless all three are found, and when anything reaches the provider.
 *
 *     LOG_LEVEL=silent node bench/back-test.ts [runs] [steps]
 */
const [runs = 1000, steps = 20] = process.argv.slice(2).map(Number)
/** Each fortieth run has the step that becomes slower: all runs would measure that step alone. */
const slowIn = 40

let reached = 0
const provider = createServer((_request, response) => {
  reached += 1
  response.end('{}')
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

const letter = defineStep({
  type: 'bench-letter',
  version: 1,
  title: 'Letter',
  description: 'Sends a letter to the provider that counts.',
  category: 'Communication',
  icon: 'mail',
  effect: 'unsafe',
  config: z.strictObject({ text: z.string() }),
  output: z.unknown(),
  examples: [],
  async execute({ config }) {
    await fetch(address, { method: 'POST', body: config.text })
    return done({ sent: config.text })
  },
})
stepTypes.set('bench-letter', letter)

/** `work`: how many rounds the code computes; a million takes at least 100 ms. */
type Plan = { limit: number; greeting: string; work: number }

const step = (id: string, type: string, config: object, after: object[] = []) => ({
  id,
  type,
  title: id,
  config,
  after,
})

const codeOf = (rounds: number) => `export default async ({ steps }) => {
  let sum = 0
  for (let left = ${rounds}; left > 0; left--) sum = (sum + left) % 7
  return { total: steps.total.output, known: sum >= 0 }
}
`

/** A chain, then a branch to a letter, and one to code. */
function definitionOf({ limit, greeting, work }: Plan): Definition {
  const chain = Array.from({ length: steps - 6 }, (_none, place) => {
    const before = place === 0 ? 'start.n' : `steps.s${place - 1}.output`
    const value = place % 4 === 3 ? `$sum([${before}, 1, $length("xxx") - 3])` : `${before} + 1`
    const after = place === 0 ? [] : [{ step: `s${place - 1}` }]
    return step(`s${place}`, 'transform', { value: { $: value } }, after)
  })
  const last = `s${steps - 7}`
  const added = [
    step('total', 'transform', { value: { $: `steps.${last}.output` } }, [{ step: last }]),
    step('choose', 'condition', { when: { $: `start.n > ${limit}` } }, [{ step: 'total' }]),
    step('letter', 'bench-letter', { text: { $: `"${greeting} " & start.name` } }, [
      { step: 'choose', via: 'true' },
    ]),
    step('rare', 'condition', { when: { $: `start.n % ${slowIn} = 0` } }, [{ step: 'total' }]),
    step('work', 'code', { source: codeOf(work) }, [{ step: 'rare', via: 'true' }]),
    step('check', 'code', { source: checkCode(greeting) }, [{ step: 'total' }]),
  ]
  return definitionSchema.parse({ steps: [...chain, ...added] })
}
/** Code that is changed, is computed in every run, and gives the same. */
const checkCode = (greeting: string) =>
  `// ${greeting}\nexport default async ({ steps }) => ({ ok: steps.total.output > 0 })\n`

const bench = await BenchEngine.start()
const usual: Plan = { limit: runs / 4, greeting: 'Dear', work: 0 }
const published = await bench.publish(definitionOf(usual).steps)
const services = { runCode: runStepCode, computeExpressions: computeStepExpressions }
await bench.startWorker({ services: services as unknown as StepServices })
let counted = 0
await bench.together(runs, 20, async () => {
  const n = counted++
  await bench.ended(await bench.begin(published, { n, name: `Person ${n}` }))
})
await bench.stopWorkers()
await bench.allCompleted()
const sent = reached

const { organizationId } = bench
const actor = newActor({
  kind: 'api-key' as const,
  id: newId(),
  name: 'Bench',
  email: null,
  organizationId,
  role: 'owner' as const,
  sessionId: null,
})
let revision = 1

/** Saves a draft, and back-tests it as a worker does. */
async function backTest(plan: Plan): Promise<{ seconds: number; test: BackTestView }> {
  const draft = definitionOf(plan)
  revision += 1
  await inOrganization(organizationId, (tx) =>
    tx
      .update(workflows)
      .set({ draft, draftRevision: revision })
      .where(eq(workflows.id, published.workflowId)),
  )
  const started = performance.now()
  const { id } = await startBackTest(actor, { id: published.workflowId, last: runs })
  while (await doDueRuns(replayParts, new AbortController().signal)) continue
  const seconds = round((performance.now() - started) / 1000)
  const test = await getBackTest(actor, { id: published.workflowId, backTestId: id })
  if (test.status !== 'completed' || test.done !== runs) throw new Error(`it is ${test.status}`)
  return { seconds, test }
}

/** The runs that have a difference; 0 when it was not found. */
const runsWith = ({ groups }: BackTestView, name: string): number =>
  groups.find((group) => group.name === name)?.runs ?? 0

const same = await backTest(usual)
const planted = await backTest({ limit: runs / 2, greeting: 'Hello', work: 1_200_000 })
const found = {
  wrongBranch: runsWith(planted.test, 'choose branch true > false'),
  changedLetter: runsWith(planted.test, 'letter input text'),
  slowerStep: runsWith(planted.test, 'work slower'),
}
report('back-test', {
  runs,
  steps,
  same: { seconds: same.seconds, same: same.test.same },
  planted: { seconds: planted.seconds, different: planted.test.different, ...found },
  sentWhenRecorded: sent,
  sentByBackTests: reached - sent,
  peakMb: round(process.resourceUsage().maxRSS / 1024, 0),
})
await bench.stop()
provider.close()
const isRight =
  same.test.same === runs &&
  found.wrongBranch === runs / 4 &&
  found.changedLetter === runs / 2 - 1 &&
  found.slowerStep > 0 &&
  sent > 0 &&
  reached === sent
if (!isRight) process.stderr.write('The back-test did not find what was planted, or sent.\n')
process.exit(isRight ? 0 : 1)
