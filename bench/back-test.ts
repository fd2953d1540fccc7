import { performance } from 'node:perf_hooks'
import { enginePool } from '#db/client'
import { addResult, noTotals, resultOf } from '#lib/domain/back-test/totals'
import type { Definition } from '#lib/domain/workflow/definition'
import { loadRecordedRuns } from '#lib/engine/replay/load-recorded-runs'
import { replayRun } from '#lib/engine/replay/replay-run'
import type { ReplayServices } from '#lib/engine/replay/replay-services'
import { runStepCode } from '#lib/operations/computing/customer-code'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import { stepTypes } from '#lib/steps/registry'
import { BenchEngine } from './support/bench-engine.ts'
import { report, round } from './support/report.ts'

/**
 * What a back-test costs: runs of 20 steps replayed with the same definition, with one that changes
 * a step in the middle (so half of the steps are computed anew), and with one that changes the first
 * of them. Seconds for all runs, and the most memory that this process had.
 *
 *     LOG_LEVEL=silent node bench/back-test.ts [runs] [steps]
 */
const [runs = 1000, steps = 20] = process.argv.slice(2).map(Number)
const runsAtOnce = 25

/** A chain of plain expressions; each fourth needs JSONata. */
function chain(changed?: number): Definition['steps'] {
  const list: object[] = []
  for (let place = 0; place < steps; place++) {
    const before = place === 0 ? 'start.n' : `steps.s${place - 1}.output`
    const added = place === changed ? 2 : 1
    const value =
      place % 4 === 3
        ? `$sum([${before}, ${added}, $length("${'x'.repeat(3)}") - 3])`
        : `${before} + ${added}`
    list.push({
      id: `s${place}`,
      type: 'transform',
      title: `s${place}`,
      config: { value: { $: value } },
      after: place === 0 ? [] : [{ step: `s${place - 1}` }],
    })
  }
  return list as Definition['steps']
}

const bench = await BenchEngine.start()
const published = await bench.publish(chain())
await bench.startWorker()
let counted = 0
const ids: string[] = []
await bench.together(runs, 20, async () => {
  const id = await bench.begin(published, { n: counted++ })
  await bench.ended(id)
  ids.push(id)
})
await bench.stopWorkers()

const nobody = async (): Promise<never> => await Promise.reject(new Error('nothing is called'))
const services: ReplayServices = {
  pool: enginePool(),
  stepTypes,
  services: {
    runCode: runStepCode,
    computeExpressions: computeStepExpressions,
    documentToHtml: nobody,
  },
  checkAnswer: async () => [],
}

async function replayAll(definition: Definition) {
  const started = performance.now()
  let totals = noTotals
  for (let from = 0; from < ids.length; from += runsAtOnce) {
    const page = ids.slice(from, from + runsAtOnce)
    for (const recorded of await loadRecordedRuns(enginePool(), bench.organizationId, page)) {
      const replayed = await replayRun(definition, recorded, services, {
        signal: AbortSignal.timeout(600_000),
      })
      totals = addResult(totals, resultOf(recorded.run.id, recorded.status, replayed))
    }
  }
  const { same, different, unknown } = totals
  return { seconds: round((performance.now() - started) / 1000), same, different, unknown }
}

const withChange = (place?: number): Definition => ({
  ...published.definition,
  steps: chain(place).map((step, index) => ({ ...published.definition.steps[index], ...step })),
})
report('back-test', {
  runs,
  steps,
  same: await replayAll(withChange()),
  changedInTheMiddle: await replayAll(withChange(Math.floor(steps / 2))),
  changedAtFirst: await replayAll(withChange(0)),
  peakMb: round(process.resourceUsage().maxRSS / 1024, 0),
})
await bench.stop()
process.exit(0)
