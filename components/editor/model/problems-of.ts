import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'

/** The problems found in one definition. */
export type Checked = { definition: Definition; problems: Problem[] }

/** `certain`: the server checked this very draft, so publishing finds the same. */
export type DraftProblems = { problems: Problem[]; certain: boolean }

const placeOf = ({ code, stepId, path }: Problem): string => JSON.stringify([code, stepId, path])

/**
 * The problems of a draft, from those that the server and the page (`own`) found, perhaps in
 * earlier drafts. `own` is undefined before the page's first check.
 */
export function problemsOf(
  definition: Definition,
  server: Checked,
  own: Checked | undefined,
): DraftProblems {
  if (server.definition === definition) return { problems: server.problems, certain: true }
  const latest = own?.definition === definition ? own : undefined
  const known = latest ?? own ?? server
  const before = new Map(server.definition.steps.map((step) => [step.id, step]))
  const unchanged = new Set(
    definition.steps.filter((step) => before.get(step.id) === step).map((step) => step.id),
  )
  const places = new Set(known.problems.map(placeOf))
  const still = server.problems.filter(
    (problem) =>
      problem.stepId !== undefined &&
      unchanged.has(problem.stepId) &&
      serverOnly.has(problem.code) &&
      !places.has(placeOf(problem)),
  )
  return { problems: [...known.problems, ...still], certain: false }
}

/** Only the server finds these: it has TypeScript, all workflows and the step types. */
const serverOnly = new Set<Problem['code']>([
  'invalid_code',
  'mistyped_code',
  'unknown_workflow',
  'unknown_in_deadline',
  'invalid_config',
])
