import { countOf } from '#lib/domain/count-of'
import { humanName } from '../human-name.ts'
import type { Effect } from '../statuses.ts'
import type { DifferenceKind, UnknownReason } from './difference.ts'

type Group = {
  kind: DifferenceKind
  effect: Effect
  fields: string[]
  /** Names of branches, or codes of errors. */
  before: string | null
  after: string | null
}

/** What the runs of which such a difference is the first do, after “9 ”. */
const causes: Record<Exclude<DifferenceKind, 'slower'>, [one: string, many: string]> = {
  branch: ['takes another branch', 'take another branch'],
  output: ['computes something else', 'compute something else'],
  input: ['would ask or send something else', 'would ask or send something else'],
  answer: ['has an answer that does not fit its form', 'have an answer that does not fit its form'],
  failed: ['has a step that fails newly', 'have a step that fails newly'],
  mended: ['has a step that does not fail any more', 'have a step that does not fail any more'],
  new: ['runs a step that did not run', 'run a step that did not run'],
  gone: ['leaves out a step', 'leave out a step'],
}

/** The effects whose inputs leave the product. */
const sends = (effect: Effect): boolean => effect === 'idempotent' || effect === 'unsafe'

const named = (fields: string[]): string =>
  fields.filter((field) => field !== '').length > 0 ? `: ${fields.join(', ')}` : ''

const branch = (name: string | null): string => (name === null ? 'no branch' : `“${name}”`)

/** What a group of differences says of its step, after the step's title. */
export function differenceInWords({ kind, effect, fields, before, after }: Group): string {
  switch (kind) {
    case 'branch':
      return `takes ${branch(after)} instead of ${branch(before)}`
    case 'output':
      return `gives something else${named(fields)}`
    case 'input':
      if (sends(effect)) return `would send something else${named(fields)}`
      return `would ask or show something else${named(fields)}`
    case 'answer':
      return `has a form that does not take the answer which was given${named(fields)}`
    case 'failed':
      return `fails now${after === null ? '' : ` (${humanName(after).toLowerCase()})`}`
    case 'mended':
      return 'does not fail any more'
    case 'new':
      return sends(effect) ? 'runs now, and would send something' : 'runs now, and did not'
    case 'gone':
      return sends(effect) ? 'does not run any more, and sent something' : 'does not run any more'
    case 'slower':
      return 'takes more than three times as long'
  }
}

/** Why a step is not known, after its title. */
export function unknownInWords(why: UnknownReason): string {
  switch (why) {
    case 'not-recorded':
      return 'would ask something that these runs have no answer to'
    case 'other-question':
      return 'would ask something else than these runs did'
    case 'reads-unknown':
      return 'reads what is not known'
    case 'comes-after':
      return 'comes after one that is not known'
    case 'unstable':
      return 'is unstable: the same code gives another value each time'
  }
}

type Totals = {
  same: number
  different: number
  unknown: number
  failing: number
  groups: { kind: DifferenceKind; first: number }[]
}

/**
 * What a back-test found, part by part: “412 runs stay the same”, “9 take another branch”. A run with
 * several differences counts by its first one.
 */
export function totalsInWords({ same, different, unknown, failing, groups }: Totals): string[] {
  const byKind = new Map<keyof typeof causes, number>()
  for (const { kind, first } of groups)
    if (kind !== 'slower') byKind.set(kind, (byKind.get(kind) ?? 0) + first)
  const slower = groups.filter(({ kind }) => kind === 'slower').length
  const counted = [...byKind].filter(([, runs]) => runs > 0).toSorted((a, b) => b[1] - a[1])
  const rest = different - counted.reduce((sum, [, runs]) => sum + runs, 0)
  const parts = [
    `${countOf(same, 'run stays', 'runs stay')} the same`,
    ...counted.map(
      ([kind, runs]) => `${runs.toLocaleString('en-US')} ${causes[kind][runs === 1 ? 0 : 1]}`,
    ),
    ...(rest > 0 ? [`${countOf(rest, 'differs', 'differ')} otherwise`] : []),
    ...(failing > 0 ? [`${countOf(failing, 'fails', 'fail')} as a whole and did not`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString('en-US')} may differ`] : []),
    ...(slower > 0 ? [`${countOf(slower, 'step is slower', 'steps are slower')}`] : []),
  ]
  return parts
}
