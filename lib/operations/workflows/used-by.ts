import { asc, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { UsedBy } from '#lib/contracts/used-by'
import { stepTypes } from '#lib/steps/registry'

type Setting = { types: string[]; field: string; value: string }

/** Steps of these types whose setting has this value. A computed setting is known only when a run comes to it. */
const holds = (definition: typeof workflows.draft | typeof workflowVersions.definition, { types, field, value }: Setting) =>
  sql<boolean>`exists (select from json_array_elements(${definition}->'steps') as step
    where step->>'type' = any(${sql.param(types)}::text[]) and step->'config'->>${field}::text = ${value})`

async function workflowsWith(tx: Tx, setting: Setting): Promise<UsedBy[]> {
  const published = sql<boolean>`coalesce(${holds(workflowVersions.definition, setting)}, false)`
  const draft = holds(workflows.draft, setting)
  return await tx
    .select({ id: workflows.id, name: workflows.name, published: published.as('published'), draft: draft.as('in_draft') })
    .from(workflows)
    .leftJoin(workflowVersions, sql`${workflowVersions.id} = ${workflows.publishedVersionId}`)
    .where(sql`${published} or ${draft}`)
    .orderBy(asc(workflows.name), asc(workflows.id))
}

const typesWith = (fits: (info: { type: string; connection?: string | undefined }) => boolean): string[] => [...stepTypes.values()].map(({ info }) => info).filter(fits).map(({ type }) => type)

/** The workflows whose published version or draft names this connection. */
export const workflowsOfConnection = async (tx: Tx, { kind, slug }: { kind: string; slug: string }): Promise<UsedBy[]> =>
  await workflowsWith(tx, { types: typesWith(({ connection }) => connection === kind), field: 'connection', value: slug })

/** The workflows whose published version or draft reads this policy. */
export const workflowsOfPolicy = async (tx: Tx, policyId: string): Promise<UsedBy[]> =>
  await workflowsWith(tx, { types: typesWith(({ type }) => type === 'policy-text'), field: 'policyId', value: policyId })
