import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerTemplateSlugs, templates, templateVersions } from '#db/schema/templates'
import { workflowVersions } from '#db/schema/workflows'
import { dataChanges } from '#lib/domain/template/data-changes'
import type { KnownTemplate } from '#lib/domain/validate/subject'
import type { Definition } from '#lib/domain/workflow/definition'
import { baseOf, candidatesOf, templateSlugsIn } from './pinned-templates.ts'

type Found = { id: string; slug: string; name: string }
type Version = Pick<typeof templateVersions.$inferSelect, 'fields' | 'source'>

async function newestOf(tx: Tx, slugs: string[]): Promise<(Found & Version)[]> {
  const newest = and(
    eq(templateVersions.templateId, templates.id),
    eq(templateVersions.number, templates.version),
  )
  const columns = {
    id: templates.id,
    name: templates.name,
    fields: templateVersions.fields,
    source: templateVersions.source,
  }
  const present = await tx
    .select({ slug: templates.slug, ...columns })
    .from(templates)
    .innerJoin(templateVersions, newest)
    .where(inArray(templates.slug, slugs))
  const former = await tx
    .select({ slug: formerTemplateSlugs.slug, ...columns })
    .from(formerTemplateSlugs)
    .innerJoin(templates, eq(templates.id, formerTemplateSlugs.templateId))
    .innerJoin(templateVersions, newest)
    .where(inArray(formerTemplateSlugs.slug, slugs))
  return [...present, ...former]
}

/**
 * The templates that steps of a definition name, by a present or a former slug, with the
 * placeholders of their newest version, and how that differs from what the workflow was published
 * with. Computed names are not known.
 */
export async function templatesNamedIn(
  tx: Tx,
  definition: Definition,
  publishedVersionId: string | null,
): Promise<KnownTemplate[]> {
  const slugs = templateSlugsIn(definition)
  if (slugs.length === 0) return []
  const [published] = publishedVersionId
    ? await tx
        .select({ templates: workflowVersions.templates, createdAt: workflowVersions.createdAt })
        .from(workflowVersions)
        .where(eq(workflowVersions.id, publishedVersionId))
    : []
  const known: KnownTemplate[] = []
  for (const { id, slug, name, fields, source } of await newestOf(tx, slugs)) {
    const newest = { fields, format: source.format }
    // A template that only the draft names differs from nothing.
    const base =
      published?.templates?.[id] === undefined
        ? undefined
        : baseOf(id, await candidatesOf(tx, id), published)
    const had = new Set(base?.fields.map((field) => field.name))
    const changes = base
      ? dataChanges(base, newest).filter(({ field }) => field === null || had.has(field))
      : []
    known.push({ slug, name, ...newest, ...(changes.length > 0 ? { changes } : {}) })
  }
  return known
}
