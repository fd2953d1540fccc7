import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerTemplateSlugs, templates, templateVersions } from '#db/schema/templates'
import type { workflowVersions } from '#db/schema/workflows'
import type { Takes } from '#lib/domain/template/data-changes'
import type { Definition } from '#lib/domain/workflow/definition'
import { fieldsWithWidget } from '#lib/domain/workflow/fields-with-widget'
import { stepTypes } from '#lib/steps/registry'

/** The slugs of the templates that steps of a definition name. Computed ones are not known. */
export function templateSlugsIn({ steps }: Pick<Definition, 'steps'>): string[] {
  const named = steps.flatMap(({ type, config }) =>
    fieldsWithWidget('template', stepTypes.get(type)?.info.uiSchema ?? {}).map(
      (field) => config[field],
    ),
  )
  return [...new Set(named.filter((slug) => typeof slug === 'string' && slug !== ''))] as string[]
}

/** The newest version of each template that a definition names, by the template's id. */
async function newestVersions(tx: Tx, definition: Definition, lock: boolean) {
  const slugs = templateSlugsIn(definition)
  if (slugs.length === 0) return {}
  const former = tx
    .select({ id: formerTemplateSlugs.templateId })
    .from(formerTemplateSlugs)
    .where(inArray(formerTemplateSlugs.slug, slugs))
  const query = tx
    .select({ id: templates.id, version: templates.version })
    .from(templates)
    .where(or(inArray(templates.slug, slugs), inArray(templates.id, former)))
    .orderBy(asc(templates.id))
  const rows = await (lock ? query.for('share') : query)
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]))
}

/**
 * What is kept with a published version of its templates (`workflow_versions.templates`). The rows
 * are locked for share, so that these versions stay the newest until the transaction ends: call it
 * before the definition is checked.
 */
export const pinTemplates = async (
  tx: Tx,
  definition: Definition,
): Promise<Record<string, number>> => await newestVersions(tx, definition, true)

export type Published = Pick<typeof workflowVersions.$inferSelect, 'templates' | 'createdAt'>
/** A version without its bytes. `begun`: it was there at the time that was asked for. */
export type Candidate = Takes & { number: number; createdAt: Date; begun: boolean }

/** All versions of a template, the oldest first. `at`: the text of an instant, now by default. */
export async function candidatesOf(tx: Tx, templateId: string, at?: string): Promise<Candidate[]> {
  const instant = sql`${at ?? 'infinity'}::timestamptz`
  const rows = await tx
    .select({
      number: templateVersions.number,
      fields: templateVersions.fields,
      source: templateVersions.source,
      createdAt: templateVersions.createdAt,
      begun: sql<boolean>`${templateVersions.createdAt} <= ${instant}`,
    })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(asc(templateVersions.number))
  return rows.map(({ source, ...row }) => ({ ...row, format: source.format }))
}

/**
 * The version that a workflow was published with. Undefined when the workflow computes which
 * template it fills.
 */
export function baseOf(
  templateId: string,
  versions: readonly Candidate[],
  { templates: pinned, createdAt }: Published,
): Candidate | undefined {
  const number = pinned?.[templateId]
  if (number !== undefined) return versions.find((version) => version.number === number)
  if (pinned) return undefined
  // Workflows that were published before the versions were kept with them.
  return versions.filter((version) => version.createdAt <= createdAt).at(-1) ?? versions[0]
}

/**
 * The templates of a next version that differs in a name only: what was published keeps its
 * versions, and a template that replaces another one begins with its newest, whose row the caller
 * has locked.
 */
export async function carriedTemplates(
  tx: Tx,
  published: Published & { definition: Definition },
  next: Definition,
): Promise<Record<string, number>> {
  const carried = { ...(await newestVersions(tx, next, false)) }
  if (published.templates) return { ...carried, ...published.templates }
  for (const id of Object.keys(await newestVersions(tx, published.definition, false))) {
    const base = baseOf(id, await candidatesOf(tx, id), published)
    if (base) carried[id] = base.number
  }
  return carried
}
