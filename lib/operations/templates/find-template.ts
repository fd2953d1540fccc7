import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerTemplateSlugs, templates, templateVersions } from '#db/schema/templates'
import type { TemplateSummary } from '#lib/contracts/data/templates'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'
import { settingOfTemplate } from '../workflows/used-by.ts'

export type TemplateRow = typeof templates.$inferSelect
export type VersionRow = typeof templateVersions.$inferSelect

/**
 * Finds a template by its id, its slug or a former slug; row-level security excludes those of other
 * organizations. `share` waits for a save that is under way. Throws 404.
 */
export async function getTemplateOrThrow(
  tx: Tx,
  idOrSlug: string,
  { lock }: { lock?: 'update' | 'share' } = {},
): Promise<TemplateRow> {
  const query = tx
    .select()
    .from(templates)
    .where(
      isUuid(idOrSlug) ? eq(templates.id, idOrSlug.toLowerCase()) : eq(templates.slug, idOrSlug),
    )
  const [row] = await (lock ? query.for(lock) : query)
  if (row) return row
  const [former] = isUuid(idOrSlug)
    ? []
    : await tx
        .select({ id: formerTemplateSlugs.templateId })
        .from(formerTemplateSlugs)
        .where(eq(formerTemplateSlugs.slug, idOrSlug))
  if (!former) throw ApiError.notFound('template', idOrSlug)
  return await getTemplateOrThrow(tx, former.id, lock ? { lock } : {})
}

/** A version by its number. Throws 404. */
export async function getVersionOrThrow(
  tx: Tx,
  { id, slug }: TemplateRow,
  number: number,
): Promise<VersionRow> {
  const [row] = await tx
    .select()
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, id), eq(templateVersions.number, number)))
  if (!row) throw ApiError.notFound('version', `${slug} ${number}`)
  return row
}

/** All slugs by which a template is found: the present one first. */
export async function slugsOf(tx: Tx, { id, slug }: TemplateRow): Promise<string[]> {
  const former = await tx
    .select({ slug: formerTemplateSlugs.slug })
    .from(formerTemplateSlugs)
    .where(eq(formerTemplateSlugs.templateId, id))
    .orderBy(asc(formerTemplateSlugs.slug))
  return [slug, ...former.map((each) => each.slug)]
}

/** How many workflows name each of these templates, by its slug or a former one. */
export async function userCounts(
  tx: Tx,
  rows: readonly { id: string; slug: string }[],
): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const former = await tx
    .select({ id: formerTemplateSlugs.templateId, slug: formerTemplateSlugs.slug })
    .from(formerTemplateSlugs)
    .where(inArray(formerTemplateSlugs.templateId, ids))
  const idOf = new Map([...former, ...rows].map(({ id, slug }) => [slug, id]))
  const { types, field } = settingOfTemplate('')
  const named = await tx.execute<{ workflow: string; slug: string }>(sql`
    select distinct workflows.id as workflow, step->'config'->>${field}::text as slug
    from workflows
    left join workflow_versions version on version.id = workflows.published_version_id
    cross join lateral (values (workflows.draft), (version.definition)) as either(definition)
    cross join lateral json_array_elements(either.definition->'steps') as step
    where step->>'type' = any(${sql.param(types)}::text[])`)
  const users = new Map<string, Set<string>>()
  for (const { workflow, slug } of named.rows) {
    const id = idOf.get(slug)
    if (id !== undefined) users.set(id, (users.get(id) ?? new Set()).add(workflow))
  }
  return new Map([...users].map(([id, workflows]) => [id, workflows.size]))
}

export const summaryColumns = {
  id: templates.id,
  slug: templates.slug,
  name: templates.name,
  kind: templates.kind,
  version: templates.version,
  updatedBy: templates.updatedBy,
  updatedAt: templates.updatedAt,
  createdAt: templates.createdAt,
}

type Row = Omit<TemplateSummary, 'updatedAt' | 'createdAt'> & { updatedAt: Date; createdAt: Date }

export const templateSummary = ({ updatedAt, createdAt, ...row }: Row): TemplateSummary => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
  createdAt: createdAt.toISOString(),
})
