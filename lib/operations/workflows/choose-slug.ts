import { like, or, eq } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { formerSlugs, workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import { freeSlug, slugOf } from '#lib/domain/slug'
import { withClash } from '#lib/operations/with-clash'

/** Words that have another meaning in addresses where a slug stands. */
const reserved = new Set(['find', 'gallery', 'import', 'new'])

/**
 * The slug that the caller asked for. Throws 400 when addresses could not distinguish it from
 * something else.
 */
export function requireUsableSlug(slug: string): string {
  if (reserved.has(slug) || isUuid(slug))
    throw ApiError.invalid([
      {
        path: 'slug',
        message:
          `"${slug}" cannot be a slug, because it means something else in addresses. ` +
          'Choose another.',
      },
    ])
  return slug
}

/** A free slug made from `wanted`: with a number added when it is taken. */
export async function chooseSlug(tx: Tx, wanted: string): Promise<string> {
  const slug = slugOf(wanted)
  // Numbers may shorten a long slug, so all slugs with its beginning are checked.
  const start = slug.slice(0, 50)
  const taken = await tx
    .select({ slug: workflows.slug })
    .from(workflows)
    .where(or(eq(workflows.slug, slug), like(workflows.slug, `${start}%`)))
  const former = await tx
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(or(eq(formerSlugs.slug, slug), like(formerSlugs.slug, `${start}%`)))
  const all = new Set([
    ...reserved,
    ...taken.map((row) => row.slug),
    ...former.map((row) => row.slug),
  ])
  return freeSlug(isUuid(slug) ? `workflow-${slug.slice(0, 8)}` : slug, all)
}

/**
 * Refuses a former slug of another workflow: callers that still use it would find this workflow.
 * Throws 409.
 */
export async function requireNoFormerSlug(
  tx: Tx,
  slug: string,
  workflowId?: string,
): Promise<void> {
  const [former] = await tx
    .select({ id: workflows.id, name: workflows.name, slug: workflows.slug })
    .from(formerSlugs)
    .innerJoin(workflows, eq(workflows.id, formerSlugs.workflowId))
    .where(eq(formerSlugs.slug, slug))
  if (!former || former.id === workflowId) return
  const message =
    `"${slug}" was the slug of the workflow "${former.name}" before, ` +
    'and others may still call it so. Choose another.'
  throw new ApiError('conflict', message, { field: 'slug', slug, workflowId: former.id })
}

/** Throws 409 in place of the database's error when another workflow has the slug. */
export const withSlugClash = async <T>(slug: string, work: () => Promise<T>): Promise<T> =>
  await withClash(
    'workflows_slug',
    (cause) =>
      new ApiError(
        'conflict',
        `Another workflow has the slug "${slug}". Choose another.`,
        { field: 'slug', slug },
        { cause },
      ),
    work,
  )
