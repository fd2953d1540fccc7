import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { newId } from '#lib/ids'

/** The slug of a name: `St. Mary's` becomes `st-mary-s`. */
function slugOfName(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return slug || 'organization'
}

/** The first of `st-mary`, `st-mary-2`, … that is free. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugOfName(name)
  const wanted = [slug, ...Array.from({ length: 98 }, (_, index) => `${slug}-${index + 2}`)]
  const taken = await tx
    .select({ slug: organizations.slug })
    .from(organizations)
    .where(inArray(organizations.slug, wanted))
  const used = new Set(taken.map((row) => row.slug))
  return wanted.find((one) => !used.has(one)) ?? `${slug}-${newId()}`
}

type Row = typeof organizations.$inferSelect

/** Creates an organization without members; `tx` has the sign-in role. */
export async function insertOrganization(
  tx: Tx,
  { name, timeZone }: { name: string; timeZone?: string | undefined },
): Promise<Row> {
  const slug = await freeSlug(tx, name)
  const [row] = await tx
    .insert(organizations)
    .values({ id: newId(), name, slug, ...(timeZone ? { timeZone } : {}) })
    .returning()
  if (!row) throw new Error('an organization was not inserted')
  return row
}

/** Renames an organization; undefined when it does not exist. `tx` has the sign-in role. */
export async function renameOrganization(
  tx: Tx,
  { id, name }: { id: string; name: string },
): Promise<Row | undefined> {
  const [row] = await tx
    .update(organizations)
    .set({ name })
    .where(eq(organizations.id, id))
    .returning()
  return row
}
