import { makePlan, tablesOf } from './support/scale/plan.ts'
import { report } from './support/report.ts'

/**
 * The plan of docs/scale.md for a billion runs a month, from the costs that `run-costs` measured
 * (`support/scale/costs.json`) and a model of a cell's day (`support/scale/simulate.ts`). Prints
 * the tables of the document, then the plan.
 *
 *     node bench/scale-plan.ts
 */
const plan = makePlan()
process.stdout.write(`${tablesOf(plan).join('\n\n')}\n\n`)
report('scale-plan', plan)
