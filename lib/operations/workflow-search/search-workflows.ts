import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, ilike, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerSlugs, workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { FoundWorkflow, SearchHit } from '#lib/contracts/workflows/workflow-search'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Page, PageQuery } from '#lib/domain/page'
import { visibleWorkflows, whereTable } from '#lib/operations/access/access-sql'
import { containing } from '#lib/operations/containing'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { getConnectionName } from '../connections/find-connection.ts'
import {
  settingOfConnection,
  settingOfPolicy,
  settingOfTemplate,
  settingOfWorkflow,
} from '../workflows/used-by.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { withTag } from '../workflows/tags.ts'
import { findInDefinition, type Found, type Sought } from './find-in-definition.ts'

type Input = PageQuery & {
  text?: string | undefined
  stepType?: string | undefined
  connection?: string | undefined
  policy?: string | undefined
  template?: string | undefined
  workflow?: string | undefined
  group?: string | undefined
  field?: string | undefined
  tag?: string | undefined
}

const maxHits = 20
/** How many definitions are read at once: they may be large. */
const batch = 25

/** A workflow and its former slugs: a step may still name one of those. */
async function namesOfWorkflow(tx: Tx, actor: Actor, idOrSlug: string) {
  const { id, slug } = await getWorkflowFor(tx, actor, idOrSlug)
  const former = await tx
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(eq(formerSlugs.workflowId, id))
  return [slug, ...former.map((row) => row.slug)].map(settingOfWorkflow)
}

async function soughtBy(tx: Tx, actor: Actor, input: Input): Promise<Sought> {
  const { text, field, stepType, group } = input
  const things: Sought['things'] = []
  if (input.connection !== undefined)
    things.push([settingOfConnection(await getConnectionName(tx, input.connection))])
  if (input.policy !== undefined) things.push([settingOfPolicy(input.policy)])
  if (input.template !== undefined) things.push([settingOfTemplate(input.template)])
  if (input.workflow !== undefined) things.push(await namesOfWorkflow(tx, actor, input.workflow))
  return { text, field, stepType, group, things }
}

/** As a JSON text has it. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * What a workflow must contain anywhere, so that most are left out without being parsed. It may let
 * one through that has the words elsewhere, and leaves out none that has what is sought.
 */
function mayHave({ text, field, stepType, group, things }: Sought): SQL | undefined {
  const draft = sql`${workflows.draft}::text`
  const published = sql`${workflowVersions.definition}::text`
  const anywhere = (word: string) => {
    const pattern = containing(inJson(word))
    return or(ilike(draft, pattern), ilike(published, pattern))
  }
  const own = (word: string) => {
    const pattern = containing(word)
    return or(ilike(workflows.name, pattern), ilike(workflows.description, pattern))
  }
  return and(
    text === undefined ? undefined : or(anywhere(text), own(text)),
    field === undefined ? undefined : anywhere(field),
    stepType === undefined
      ? undefined
      : sql`${stepType} = any(${workflows.draftTypes} || ${workflowVersions.stepTypes})`,
    group === undefined ? undefined : anywhere(group),
    ...things.map((byName) => or(...byName.map(({ value }) => anywhere(value)))),
  )
}

const columns = {
  id: workflows.id,
  slug: workflows.slug,
  name: workflows.name,
  description: workflows.description,
  folderId: workflows.folderId,
  draft: workflows.draft,
  published: workflowVersions.definition,
}
type Row = {
  id: string
  slug: string
  name: string
  description: string
  folderId: string | null
  draft: Definition
  published: Definition | null
}

const keyOfHit = ({ step, where, excerpt }: Found): string =>
  JSON.stringify([step?.id, where, excerpt])

/** The places of both definitions: one that both have stands there once. */
function hitsOf({ name, description, draft, published }: Row, sought: Sought): SearchHit[] {
  const hits = new Map<string, SearchHit>()
  const own = ownPlaces({ name, description }, sought)
  for (const found of own) hits.set(keyOfHit(found), { ...found, draft: true, published: true })
  for (const found of findInDefinition(draft, sought))
    hits.set(keyOfHit(found), { ...found, draft: true, published: false })
  for (const found of published ? findInDefinition(published, sought) : []) {
    const both = hits.get(keyOfHit(found))
    hits.set(keyOfHit(found), { ...found, draft: both?.draft ?? false, published: true })
  }
  return [...hits.values()]
}

/** The name and the description, which a search for a text finds as well. */
function ownPlaces({ name, description }: { name: string; description: string }, sought: Sought) {
  const { text, field, stepType, group, things } = sought
  if (text === undefined || (field ?? stepType ?? group) !== undefined || things.length > 0)
    return []
  const place = (where: string, words: string): Found[] => {
    const at = words.toLowerCase().indexOf(text.toLowerCase())
    if (at < 0) return []
    const end = at + text.length
    const excerpt = {
      before: words.slice(0, at),
      match: words.slice(at, end),
      after: words.slice(end),
    }
    return [{ step: null, where, field: null, excerpt }]
  }
  return [...place('Name', name), ...place('Description', description)]
}

type FoundRow = { row: Row; hits: SearchHit[] }

/** Reads workflows after `after` until `count` of them have what is sought. */
async function findRows(
  tx: Tx,
  { sought, where }: { sought: Sought; where: SQL | undefined },
  after: string | undefined,
  count: number,
): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (let last = after; ;) {
    const rows: Row[] = await tx
      .select(columns)
      .from(workflows)
      .leftJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
      .where(and(where, last === undefined ? undefined : lt(workflows.id, last)))
      .orderBy(desc(workflows.id))
      .limit(batch)
    for (const row of rows) {
      const hits = hitsOf(row, sought)
      if (hits.length > 0) found.push({ row, hits })
      if (found.length === count) return found
    }
    last = rows.at(-1)?.id
    if (rows.length < batch) return found
    // Other requests of this process have their turn.
    await setImmediate()
  }
}

function view({ row, hits }: FoundRow): FoundWorkflow {
  const { id, slug, name, folderId } = row
  const shown = hits.slice(0, maxHits)
  return { id, slug, name, folderId, hits: shown, moreHits: hits.length - shown.length }
}

/** Finds workflows by what their drafts and published versions say. Throws 404. */
export const searchWorkflows = defineOperation<Input, Page<FoundWorkflow>>({
  name: 'searchWorkflows',
  permission: 'workflows:read',
  reads: 'at the standby',
  async run({ actor, input, tx }) {
    const sought = await soughtBy(tx, actor, input)
    const tagged = input.tag === undefined ? undefined : withTag(input.tag)
    const where = and(whereTable(visibleWorkflows(actor)), tagged, mayHave(sought))
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) => findRows(tx, { sought, where }, after?.[0], count),
      keyOf: ({ row }) => [row.id],
      view,
    })
  },
})
