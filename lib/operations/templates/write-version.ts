import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { templates, templateVersions } from '#db/schema/templates'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { newId } from '#lib/ids'
import { withSlugClash } from './choose-slug.ts'
import type { Content } from './content.ts'
import type { TemplateRow } from './find-template.ts'

/** Writes a new template with its first version. */
export async function insertTemplate(
  tx: Tx,
  { organizationId, name: createdBy }: Pick<Actor, 'organizationId' | 'name'>,
  { name, slug, kind, ...content }: Content & { name: string; slug: string; kind: TemplateKind },
): Promise<TemplateRow> {
  const id = newId()
  const values = { id, organizationId, name, slug, kind, createdBy, updatedBy: createdBy }
  const [row] = await withSlugClash(slug, () => tx.insert(templates).values(values).returning())
  if (!row) throw new Error('the template was not written')
  await tx
    .insert(templateVersions)
    .values({ id: newId(), organizationId, templateId: id, number: 1, createdBy, ...content })
  return row
}

/** Throws 409 when the template was changed meanwhile; its row must be locked. */
export function requireNewest(row: TemplateRow, basedOn: number): void {
  if (row.version === basedOn) return
  throw new ApiError(
    'version_conflict',
    `The template was changed meanwhile${row.updatedBy ? ` by ${row.updatedBy}` : ''}: it is at ` +
      `version ${row.version}, not ${basedOn}. Read it again and apply your change to it.`,
    { currentVersion: row.version, updatedBy: row.updatedBy },
  )
}

/**
 * Writes the next version. The row must be locked for update: the time of the version is then later
 * than that of every run that has read the template (`versionOfRun`).
 */
export async function insertVersion(
  tx: Tx,
  { name: createdBy }: Actor,
  row: TemplateRow,
  { note = '', ...content }: Content & { note?: string },
): Promise<TemplateRow> {
  const { id: templateId, organizationId } = row
  const number = row.version + 1
  await tx
    .insert(templateVersions)
    .values({ id: newId(), organizationId, templateId, number, note, createdBy, ...content })
  const [changed] = await tx
    .update(templates)
    .set({ version: number, updatedBy: createdBy, updatedAt: sql`now()` })
    .where(eq(templates.id, templateId))
    .returning()
  return changed ?? row
}
