import { and, eq, like } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerTemplateSlugs, templates } from '#db/schema/templates'
import { ApiError } from '#lib/domain/api-error'
import { freeSlug, slugOf } from '#lib/domain/slug'
import { isUuid } from '#lib/ids'
import { withClash } from '../with-clash.ts'

/** A free slug made from a name: with a number added when it is taken, now or before. */
export async function chooseSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugOf(name, 'template')
  const start = `${slug.slice(0, 50)}%`
  const taken = await tx
    .select({ slug: templates.slug })
    .from(templates)
    .where(like(templates.slug, start))
  const former = await tx
    .select({ slug: formerTemplateSlugs.slug })
    .from(formerTemplateSlugs)
    .where(like(formerTemplateSlugs.slug, start))
  return freeSlug(slug, new Set([...taken, ...former].map((row) => row.slug)))
}

const clash = (slug: string, other: { id: string; name: string }, before: boolean): ApiError =>
  new ApiError(
    'conflict',
    before
      ? `“${slug}” was the slug of the template “${other.name}” before, and workflows may still ` +
          'call it so. Choose another.'
      : `The template “${other.name}” has the slug “${slug}”. Choose another.`,
    { field: 'slug', slug, templateId: other.id, templateName: other.name },
  )

/**
 * Refuses a slug that another template has or had: a step must never come upon another template by a
 * name that it was published with. Throws 409 naming that template, and 400 for an id.
 */
export async function requireFreeSlug(tx: Tx, slug: string, templateId?: string): Promise<void> {
  if (isUuid(slug))
    throw ApiError.invalid([{ path: 'slug', message: 'This is an id. Choose words as the slug.' }])
  const named = { id: templates.id, name: templates.name }
  const [other] = await tx.select(named).from(templates).where(eq(templates.slug, slug))
  if (other && other.id !== templateId) throw clash(slug, other, false)
  const [former] = await tx
    .select(named)
    .from(formerTemplateSlugs)
    .innerJoin(templates, eq(templates.id, formerTemplateSlugs.templateId))
    .where(eq(formerTemplateSlugs.slug, slug))
  if (former && former.id !== templateId) throw clash(slug, former, true)
}

/** Two callers may take one slug at the same time: the second gets 409 as well. */
export const withSlugClash = async <T>(slug: string, work: () => Promise<T>): Promise<T> =>
  await withClash(
    'templates_slug',
    (cause) =>
      new ApiError(
        'conflict',
        `Another template has just taken the slug “${slug}”. Choose another.`,
        { field: 'slug', slug },
        { cause },
      ),
    work,
  )

/** Keeps the present slug as a former one, so that workflows still find the template by it. */
export async function storeFormerSlug(
  tx: Tx,
  { id: templateId, organizationId, slug }: typeof templates.$inferSelect,
  next: string,
): Promise<void> {
  await requireFreeSlug(tx, next, templateId)
  await tx
    .delete(formerTemplateSlugs)
    .where(and(eq(formerTemplateSlugs.templateId, templateId), eq(formerTemplateSlugs.slug, next)))
  await tx
    .insert(formerTemplateSlugs)
    .values({ organizationId, slug, templateId })
    .onConflictDoNothing()
}
