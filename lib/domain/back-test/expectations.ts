import { z } from 'zod'
import { stepIdSchema } from '../workflow/definition.ts'
import { changedFields } from './difference.ts'
import { placeName } from './place-name.ts'

/** What a workflow must do with a case: how it ends, by which way, and with which values. */
export const expectedSchema = z.strictObject({
  status: z.enum(['completed', 'failed']).meta({ description: 'How it ends.' }),
  path: z
    .array(
      z.strictObject({
        stepId: stepIdSchema,
        runs: z.boolean().meta({ description: 'Whether the step runs.' }),
        via: z.string().max(100).nullish().meta({ description: 'The branch by which it is left.' }),
      }),
    )
    .max(200)
    .default([]),
  values: z
    .array(
      z.strictObject({
        stepId: stepIdSchema,
        of: z
          .enum(['input', 'output'])
          .meta({ description: 'input: what it asks, shows or sends; output: what it gives.' }),
        path: z.string().max(1000).default('').meta({
          description: 'The place in the value, `items.0.code`; empty: the whole value.',
        }),
        equals: z.json(),
      }),
    )
    .max(100)
    .default([]),
})
export type Expected = z.infer<typeof expectedSchema>

/** A step of a case, with the draft or version that is tested. */
export type TestedStep = {
  ran: boolean
  isKnown: boolean
  via: string | null
  input: unknown
  output: unknown
}
export type TestedCase = {
  /** Null: not known. */
  status: string | null
  steps: ReadonlyMap<string, TestedStep>
  titleOf(stepId: string): string
  /** What people read for a branch of a step. */
  branchOf(stepId: string, via: string): string
}

const textOf = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'null'

/** With the names of objects in order, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

function at(value: unknown, path: string): unknown {
  const keys = path === '' ? [] : path.split('.')
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

function unmetPath({ steps, ...names }: TestedCase, one: Expected['path'][number]) {
  const { titleOf, branchOf } = names
  const branch = (via: string | null | undefined): string =>
    via ? `“${branchOf(one.stepId, via)}”` : 'no branch'
  const title = `“${titleOf(one.stepId)}”`
  const step = steps.get(one.stepId)
  const ran = step?.ran ?? false
  if (step && !step.isKnown) return [`Whether ${title} goes as expected cannot be said.`]
  if (ran !== one.runs) return [`${title} ${ran ? 'runs, and should not' : 'does not run'}.`]
  if (!one.runs || one.via === undefined || step?.via === one.via) return []
  return [`${title} takes ${branch(step?.via)}, expected ${branch(one.via)}.`]
}

function unmetValue({ steps, titleOf }: TestedCase, one: Expected['values'][number]) {
  const title = `“${titleOf(one.stepId)}”`
  const step = steps.get(one.stepId)
  if (!step?.ran && step?.isKnown !== false) return [`${title} does not run.`]
  if (!step?.isKnown) return [`What ${title} gives cannot be said.`]
  const found = at(one.of === 'input' ? step.input : step.output, one.path)
  if (textOf(found ?? null) === textOf(one.equals ?? null)) return []
  const does = one.of === 'input' ? 'asks or sends' : 'gives'
  return [`What ${title} ${does} is not as expected${placesOf(one, found)}.`]
}

const mostPlaces = 5

/** Where a value is not as expected; nothing where the whole value is another one. */
function placesOf({ path, equals }: Expected['values'][number], found: unknown): string {
  const changed = changedFields(equals ?? null, found ?? null)
  const all = path === '' ? changed : [path]
  if (all.includes('')) return ''
  const more = all.length > mostPlaces ? ', …' : ''
  return `: ${all.slice(0, mostPlaces).map(placeName).join(', ')}${more}`
}

/** What of a case is not as expected, in words and without values; empty when it passes. */
export function unmetExpectations(expected: Expected, tested: TestedCase): string[] {
  const { status } = tested
  const end =
    status === null
      ? ['How it ends cannot be said.']
      : [`It ends ${status}, expected ${expected.status}.`]
  return [
    ...(status === expected.status ? [] : end),
    ...expected.path.flatMap((one) => unmetPath(tested, one)),
    ...expected.values.flatMap((one) => unmetValue(tested, one)),
  ]
}
