import { z } from 'zod'
import { effects } from '../statuses.ts'
import { differenceKinds, unknownReasons, type Difference, type UnknownStep } from './difference.ts'

/** What a back-test says of one run. `unknown`: no difference was found, and not all is known. */
export const verdicts = ['same', 'different', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

export const backTestStatuses = ['running', 'completed', 'failed', 'stopped'] as const
export type BackTestStatus = (typeof backTestStatuses)[number]

/** The most runs of one back-test. */
export const mostRuns = 10_000
/** Further groups are counted in `moreGroups` only: a test with so many has one cause. */
const mostGroups = 200
const mostExamples = 5
const mostOfRun = 50

const differenceSchema = z.object({
  kind: z.enum(differenceKinds).meta({
    description:
      'branch: it is left by another branch; output: it computes something else; input: it would ' +
      'ask, show or send something else (nothing is sent); answer: what a person filled in does ' +
      'not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: ' +
      'it runs now, or does not any more; slower: three times as long and 50 ms more, measured ' +
      'in a few runs, which stay the same.',
  }),
  stepId: z.string(),
  effect: z.enum(effects),
  fields: z.array(z.string()).meta({ description: 'Names of changed fields, never values.' }),
  before: z.string().nullable().meta({ description: 'The branch, or the code of the error.' }),
  after: z.string().nullable(),
})

export const runDifferenceSchema = differenceSchema.extend({
  count: z.int().meta({ description: 'In how many items of loops.' }),
  items: z.array(z.int()).meta({ description: 'The first of these, from the outside in.' }),
})
export type RunDifference = z.infer<typeof runDifferenceSchema>

export const unknownStepSchema = z.object({
  stepId: z.string(),
  why: z.enum(unknownReasons).meta({
    description:
      'not-recorded: it would ask the outside, and the run has no answer; other-question: it ' +
      'would ask something else; reads-unknown: it reads what is not known; ' +
      'comes-after: it comes after a step of which it is not known whether it ends; unstable: the same ' +
      'code gives another value each time.',
  }),
  because: z.string().meta({ description: 'The step that is to blame.' }),
})
export type RunUnknown = z.infer<typeof unknownStepSchema>

const counted = {
  runs: z.int().meta({ description: 'How many runs have it.' }),
  examples: z.array(z.uuid()).meta({ description: 'Some of these runs.' }),
}
export const groupSchema = differenceSchema.extend({
  ...counted,
  first: z.int().meta({ description: 'In how many runs it is the first: the cause of the rest.' }),
})
export const unknownGroupSchema = unknownStepSchema.extend(counted)

export const totalsSchema = z.object({
  same: z.int(),
  different: z.int(),
  unknown: z.int(),
  failing: z.int().meta({ description: 'Runs that fail now and did not.' }),
  skipped: z.int().meta({ description: 'Runs that were deleted before they were replayed.' }),
  groups: z.array(groupSchema),
  unknowns: z.array(unknownGroupSchema),
  moreGroups: z.int().meta({ description: 'How many differences are in no group.' }),
})
export type BackTestTotals = z.infer<typeof totalsSchema>

export const noTotals: BackTestTotals = {
  same: 0,
  different: 0,
  unknown: 0,
  failing: 0,
  skipped: 0,
  groups: [],
  unknowns: [],
  moreGroups: 0,
}

/** What is stored of a run that was replayed. */
export type RunResult = {
  runId: string
  verdict: Verdict
  failing: boolean
  differences: RunDifference[]
  unknown: RunUnknown[]
}

type Replayed = {
  status: string | null
  differences: readonly Difference[]
  unknown: readonly UnknownStep[]
}

/** A slower step does the same: it makes no run different, and is the cause of nothing. */
const isSlower = ({ kind }: Pick<Difference, 'kind'>): boolean => kind === 'slower'

/** The result of a replay: what differs in many items of a loop is one difference. */
export function resultOf(
  runId: string,
  before: string,
  { status, differences, unknown }: Replayed,
): RunResult {
  const found = new Map<string, RunDifference>()
  const inOrder = differences.toSorted(
    (one, other) => Number(isSlower(one)) - Number(isSlower(other)),
  )
  for (const { items, before: from = null, after = null, ...difference } of inOrder) {
    const whole = { ...difference, before: from, after }
    const known = found.get(keyOf(whole))
    if (known) known.count += 1
    else found.set(keyOf(whole), { ...whole, count: 1, items })
  }
  const steps = new Map(
    unknown.map(({ stepId, why, because }) => [
      `${stepId} ${why} ${because}`,
      { stepId, why, because },
    ]),
  )
  const known = unknown.length === 0 ? 'same' : 'unknown'
  return {
    runId,
    verdict: differences.every(isSlower) ? known : 'different',
    failing: status === 'failed' && before !== 'failed',
    differences: [...found.values()].slice(0, mostOfRun),
    unknown: [...steps.values()].slice(0, mostOfRun),
  }
}

const keyOf = (difference: z.infer<typeof differenceSchema>): string => {
  const { kind, stepId, fields, before, after } = difference
  return JSON.stringify([kind, stepId, fields, before, after])
}

/** The totals with one more run. */
export function addResult(totals: BackTestTotals, result: RunResult): BackTestTotals {
  const groups = totals.groups.map((group) => ({ ...group, examples: [...group.examples] }))
  const unknowns = totals.unknowns.map((group) => ({ ...group, examples: [...group.examples] }))
  const byKey = new Map(groups.map((group) => [keyOf(group), group]))
  let { moreGroups } = totals
  for (const [
    place,
    { count: _count, items: _items, ...difference },
  ] of result.differences.entries()) {
    const group = byKey.get(keyOf(difference))
    const first = place === 0 && !isSlower(difference) ? 1 : 0
    if (group) {
      group.runs += 1
      group.first += first
      if (group.examples.length < mostExamples) group.examples.push(result.runId)
    } else if (groups.length < mostGroups) {
      const fresh = { ...difference, runs: 1, first, examples: [result.runId] }
      byKey.set(keyOf(fresh), fresh)
      groups.push(fresh)
    } else moreGroups += 1
  }
  for (const { stepId, why, because } of result.unknown) {
    const group = unknowns.find((one) => one.stepId === stepId && one.why === why)
    if (group) {
      group.runs += 1
      if (group.examples.length < mostExamples) group.examples.push(result.runId)
    } else if (unknowns.length < mostGroups)
      unknowns.push({ stepId, why, because, runs: 1, examples: [result.runId] })
  }
  return {
    ...totals,
    [result.verdict]: totals[result.verdict] + 1,
    failing: totals.failing + (result.failing ? 1 : 0),
    groups,
    unknowns,
    moreGroups,
  }
}
