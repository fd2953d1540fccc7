import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { formerSlugs, workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Definition } from '#lib/domain/workflow/definition'
import { maxEffortTogether } from '#lib/domain/expressions/expression-effort'
import { expressionsIn, parseExpression } from '#lib/domain/expressions/expressions'
import type { Problem } from '#lib/domain/workflow/problem'
import type { CheckCode } from '#lib/domain/validate/code-problems'
import { validateWithCode } from '#lib/domain/validate/validate-definition'
import { startableWorkflows, visibleWorkflows, whereTable } from '#lib/operations/access/access-sql'
import { checkTypes } from '#lib/code-types/check-types'
import { compileTypeScript } from '#lib/sandbox/compile'
import { stepTypeInfos, stepTypes } from '#lib/steps/registry'
import { livingLabels } from '../../workers/living-labels.ts'
import { templatesNamedIn } from '../../templates/templates-named-in.ts'
import { workflowsNamedIn } from '../used-by.ts'
import { namedInDeadlines } from './named-in-deadlines.ts'

/** Sources without problems, so that reading a workflow does not ask the sandbox again. */
const good = new Set<string>()
const maxGood = 1000
/**
 * Definitions without problems, each with the connections, workflows and templates that it was
 * checked with.
 */
const sound = new Set<string>()

function checkCodeFor(organizationId: string): CheckCode {
  return {
    async compile(source) {
      if (good.has(source)) return undefined
      const result = await compileTypeScript(source, { organizationId })
      if (!result.ok) return { message: result.message, line: result.line, column: result.column }
      if (good.size >= maxGood) good.clear()
      good.add(source)
      return undefined
    },
    types: async (code, scope) => await checkTypes({ code, scope }, organizationId),
  }
}

/**
 * Problems by rules that a JSON Schema cannot express (“either seconds or until”). The step type
 * itself checks them when no expression leaves the values open.
 */
function ruleProblems(definition: Definition, known: Problem[]): Problem[] {
  const faulty = new Set(
    known.flatMap((problem) => (problem.path?.startsWith('config') ? [problem.stepId] : [])),
  )
  return definition.steps.flatMap((step): Problem[] => {
    const type = stepTypes.get(step.type)
    if (!type || faulty.has(step.id) || expressionsIn(step.config).length > 0) return []
    const parsed = type.config.safeParse(step.config)
    if (parsed.success) return []
    return parsed.error.issues.map((issue) => ({
      code: 'invalid_config',
      severity: 'error',
      message: issue.message,
      stepId: step.id,
      path: ['config', ...issue.path].map(String).join('.'),
    }))
  })
}

/** Units of effort (expression-effort.ts) between two pauses for other work. */
const effortAtOnce = 200_000

/**
 * Parses the expressions of a definition, so that its validation finds them parsed. Parses a few at
 * a time, since this process has other requests too.
 */
async function readExpressions(definition: Definition): Promise<void> {
  const sites = definition.steps.flatMap(({ config }) => expressionsIn(config))
  let together = 0
  let sincePause = 0
  for (const text of new Set(sites.map((site) => site.text))) {
    const { effort } = parseExpression(text)
    together += effort
    sincePause += effort
    if (together > maxEffortTogether) return
    if (sincePause < effortAtOnce) continue
    await setImmediate()
    sincePause = 0
  }
}

/** The workflows that the published version of this workflow already runs. */
async function namedBefore(tx: Tx, publishedVersionId: string | null): Promise<Set<string>> {
  const [version] = publishedVersionId
    ? await tx
        .select({ definition: workflowVersions.definition })
        .from(workflowVersions)
        .where(eq(workflowVersions.id, publishedVersionId))
    : []
  return version ? workflowsNamedIn(version.definition) : new Set()
}

/**
 * The workflows that steps may run: those that the caller may start, and those that the published
 * version runs already. Else who may not start a workflow could have another one start it. Of the
 * others the caller sees no more than that they may not start them, or nothing at all.
 */
async function runnableFor(tx: Tx, actor: Actor, publishedVersionId: string | null) {
  const published = sql<boolean>`${workflows.publishedVersionId} is not null`
  const startable = whereTable(startableWorkflows(actor)) ?? sql`true`
  const visible = whereTable(visibleWorkflows(actor)) ?? sql`true`
  const columns = {
    name: workflows.name,
    published,
    startable: sql<boolean>`${startable}`,
    visible: sql<boolean>`${visible}`,
  }
  const current = await tx.select({ slug: workflows.slug, ...columns }).from(workflows)
  const former = await tx
    .select({ slug: formerSlugs.slug, ...columns })
    .from(formerSlugs)
    .innerJoin(workflows, eq(workflows.id, formerSlugs.workflowId))
  const all = [...current, ...former]
  const before = all.every((each) => each.startable)
    ? new Set<string>()
    : await namedBefore(tx, publishedVersionId)
  return all
    .filter((each) => each.visible || before.has(each.slug))
    .map(({ visible: _visible, startable: mayStart, ...workflow }) => ({
      ...workflow,
      closed: !mayStart && !before.has(workflow.slug),
    }))
}

/**
 * Finds all problems of a definition in the caller's organization, also in its code.
 * `publishedVersionId`: of the workflow that it is for.
 */
export async function findProblems(
  tx: Tx,
  actor: Actor,
  definition: Definition,
  publishedVersionId: string | null,
): Promise<Problem[]> {
  const { organizationId } = actor
  const named = await tx
    .select({
      kind: connections.kind,
      slug: connections.slug,
      workerLabel: connections.workerLabel,
    })
    .from(connections)
  const { byLabel } = await livingLabels(tx)
  const servedLabels = [...byLabel.keys()].toSorted()
  const runnable = await runnableFor(tx, actor, publishedVersionId)
  const templates = await templatesNamedIn(tx, definition, publishedVersionId)
  const inDeadlines = await namedInDeadlines(tx, definition)
  const question = createHash('sha256')
    .update(
      JSON.stringify([
        organizationId,
        definition,
        named,
        servedLabels,
        runnable,
        templates,
        inDeadlines,
      ]),
    )
    .digest('base64')
  if (sound.has(question)) return []
  await readExpressions(definition)
  const problems = await validateWithCode(
    definition,
    {
      stepTypes: stepTypeInfos(),
      connections: named,
      servedLabels,
      workflows: runnable,
      templates,
      ...inDeadlines,
    },
    checkCodeFor(organizationId),
  )
  const all = [...problems, ...ruleProblems(definition, problems)]
  if (all.length === 0) {
    if (sound.size >= maxGood) sound.clear()
    sound.add(question)
  }
  return all
}
