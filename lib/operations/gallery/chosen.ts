import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import type { GalleryWorkflow } from '#lib/domain/workflow/gallery-workflow'
import type { Choice, Choices } from './choices.ts'

export type Asked = { connections: Record<string, string>; policies: Record<string, string> }
export type Chosen = Asked

type Question = {
  path: string
  what: string
  given: string | undefined
  choices: Choice[]
  /** Taken where there are several and none is given. */
  usual?: string
}

/** The answer to a question; undefined where the organization has nothing to choose. */
function answerOf({ path, what, given, choices, usual }: Question, issues: Issue[]) {
  const values = choices.map(({ value }) => value)
  if (given !== undefined) {
    if (!values.includes(given))
      issues.push({ path, message: `There is no ${what} “${given}”. Choose one that you have.` })
    return given
  }
  if (usual !== undefined && values.includes(usual)) return usual
  if (values.length > 1) issues.push({ path, message: `There are several: choose the ${what}.` })
  return values[0]
}

function refuseUnknown(part: string, given: object, known: string[], issues: Issue[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      issues.push({
        path: `${part}.${name}`,
        message: 'This workflow does not use it. Leave it out.',
      })
}

/**
 * The connections and policies that a workflow of the gallery is to name: those that are given, or
 * the only one. What the organization does not have is left out. Throws 400.
 */
export function chosen(
  { needs, policies }: GalleryWorkflow,
  choices: Choices,
  asked: Asked,
): Chosen {
  const issues: Issue[] = []
  const result: Chosen = { connections: {}, policies: {} }
  for (const { kind } of needs) {
    const value = answerOf(
      {
        path: `connections.${kind}`,
        what: `${kind} connection`,
        given: asked.connections[kind],
        choices: choices.connections.get(kind) ?? [],
      },
      issues,
    )
    if (value !== undefined) result.connections[kind] = value
  }
  for (const { placeholder } of policies) {
    const value = answerOf(
      {
        path: `policies.${placeholder}`,
        what: 'policy',
        given: asked.policies[placeholder],
        choices: choices.policies,
        usual: placeholder,
      },
      issues,
    )
    if (value !== undefined) result.policies[placeholder] = value
  }
  const kinds = needs.map(({ kind }) => kind)
  refuseUnknown('connections', asked.connections, kinds, issues)
  const placeholders = policies.map(({ placeholder }) => placeholder)
  refuseUnknown('policies', asked.policies, placeholders, issues)
  if (issues.length > 0) throw ApiError.invalid(issues)
  return result
}
