import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { sameJson } from './same-json.ts'

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
  const known = own ?? server
  const candidates = server.problems.filter(({ code }) => serverOnly.has(code))
  if (candidates.length === 0) return { problems: known.problems, certain: false }
  const before = new Map(server.definition.steps.map((step) => [step.id, step]))
  const unchanged = new Set(
    definition.steps.filter((step) => before.get(step.id) === step).map((step) => step.id),
  )
  const places = new Set(known.problems.map(placeOf))
  const still = candidates.filter(
    (problem) =>
      problem.stepId !== undefined &&
      unchanged.has(problem.stepId) &&
      !places.has(placeOf(problem)),
  )
  return { problems: [...known.problems, ...still], certain: false }
}

/** Keeps the answer as long as it says the same, so that a letter draws no list of problems anew. */
export function createProblemsKeeper(): (found: DraftProblems) => DraftProblems {
  let kept: DraftProblems | undefined
  return (found) => {
    const isSame =
      kept?.certain === found.certain &&
      kept.problems.length === found.problems.length &&
      kept.problems.every((problem, at) => sameJson(problem, found.problems[at]))
    kept = isSame && kept ? kept : found
    return kept
  }
}

/** Only the server finds these: it has TypeScript, all workflows and the step types. */
const serverOnly = new Set<Problem['code']>([
  'invalid_code',
  'mistyped_code',
  'unknown_workflow',
  'unknown_in_deadline',
  'invalid_config',
])
