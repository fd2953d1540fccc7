import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { testCases } from '#db/schema/test-sets'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { NoQuestion, questionOf } from '#lib/domain/ask/question-of'
import { promptVersion } from '#lib/domain/ask/prompts'
import { askedSettingsSchema, basisParts, type AskedSettings } from '#lib/domain/ask/test-set'
import type { BasisPart } from '#lib/domain/ask/test-set'
import { expressionsIn } from '#lib/domain/expressions/expressions'
import type { Step } from '#lib/domain/workflow/definition'
import { stepTypes } from '#lib/steps/registry'
import { getPolicyOrThrow } from '../policies/find-policy.ts'
import { askType } from './ask-type.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'

export type StepPlace = { id: string; stepId: string }
export type TestCaseRow = typeof testCases.$inferSelect

/** The draft's step “Ask documents” of a `testedWorkflow`. Throws 403, 404, 422. */
export async function askStepFor(
  tx: Tx,
  actor: Actor,
  { id, stepId }: StepPlace,
): Promise<{ workflow: WorkflowRow; step: Step }> {
  const workflow = await testedWorkflow(tx, actor, id)
  const step = workflow.draft.steps.find((one) => one.id === stepId)
  if (step?.type !== askType)
    throw new ApiError('unprocessable', 'The draft has no step “Ask documents” with this id.')
  return { workflow, step }
}

/** The cases of a step, in the order in which they were added. */
export const casesOf = async (tx: Tx, workflowId: string, stepId: string): Promise<TestCaseRow[]> =>
  await tx
    .select()
    .from(testCases)
    .where(and(eq(testCases.workflowId, workflowId), eq(testCases.stepId, stepId)))
    .orderBy(asc(testCases.id))

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The model that a connection asks now. Throws `unknown_connection`. */
async function modelOf(tx: Tx, slug: string): Promise<string> {
  const [row] = await tx
    .select({ provider: connections.provider, config: connections.config })
    .from(connections)
    .where(and(eq(connections.kind, 'model'), eq(connections.slug, slug)))
  if (!row) throw new ApiError('unknown_connection', `There is no model connection "${slug}".`)
  const { model } = row.config as { model?: unknown }
  return `${row.provider} ${typeof model === 'string' ? model : ''}`.trim()
}

/** What a comparison asks beside its settings: another text of the policy is another question. */
async function policyOf(tx: Tx, { mode, policyId }: Pick<AskedSettings, 'mode' | 'policyId'>) {
  if (mode !== 'compare') return null
  const { title, text } = await getPolicyOrThrow(tx, policyId)
  return { title, text }
}

const refuse = (message: string): never => {
  throw new ApiError('unprocessable', message)
}

/** What a case has in the place of the step's files; both may be expressions in the step. */
const perCase = new Set(['files', 'known'])

function fixedConfig(step: Step): Record<string, unknown> {
  const fixed = Object.fromEntries(
    Object.entries(step.config).filter(([name]) => !perCase.has(name)),
  )
  const [expression] = expressionsIn(fixed)
  if (expression)
    refuse(
      `“${expression.path}” is computed when the workflow runs. A test set needs a fixed value.`,
    )
  const known = step.config['known']
  return { ...fixed, ...(known === undefined || expressionsIn(known).length > 0 ? {} : { known }) }
}

/**
 * What the draft's step asks, with fingerprints of all that a score depends on.
 * @throws ApiError `unprocessable`, `unknown_connection` and `not_found`, with what to do
 */
export async function settingsOf(
  tx: Tx,
  step: Step,
  cases: readonly TestCaseRow[],
): Promise<AskedSettings> {
  const parsed = stepTypes.get(askType)?.config.safeParse({ files: [], ...fixedConfig(step) })
  if (!parsed?.success)
    return refuse(parsed?.error.issues[0]?.message ?? 'This step cannot be tested.')
  const { basis: _none, ...settings } = askedSettingsSchema
    .partial({ basis: true })
    .parse({ known: undefined, ...(parsed.data as object) })
  try {
    questionOf(settings)
  } catch (error) {
    if (error instanceof NoQuestion) refuse(error.message)
    throw error
  }
  const { connection, ...asked } = settings
  const model = await modelOf(tx, connection)
  const basis: Record<BasisPart, string> = {
    question: hash([asked, await policyOf(tx, settings)]),
    model: hash([connection, model]),
    prompt: promptVersion(settings.mode),
    cases: hash(cases.map(({ id, fileIds, expected }) => [id, fileIds, expected])),
  }
  return { ...settings, basis }
}

/** What differs between two fingerprints. */
export const changedParts = (
  now: AskedSettings['basis'],
  before: AskedSettings['basis'],
): BasisPart[] => basisParts.filter((part) => now[part] !== before[part])
