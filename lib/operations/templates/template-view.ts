import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { TemplateView } from '#lib/contracts/data/templates'
import { settingOfTemplate, workflowsOfSettings, type Users } from '../workflows/used-by.ts'
import { getVersionOrThrow, slugsOf, templateSummary, type TemplateRow } from './find-template.ts'
import { workflowsKeeping } from './keeping-workflows.ts'

/** The workflows that name the template by its slug or a former one. */
export const usersOfTemplate = async (tx: Tx, actor: Actor, slugs: string[]): Promise<Users> =>
  await workflowsOfSettings(tx, actor, slugs.map(settingOfTemplate))

/** A template with its newest version and its users. */
export async function templateView(tx: Tx, actor: Actor, row: TemplateRow): Promise<TemplateView> {
  const { source, fields, number } = await getVersionOrThrow(tx, row, row.version)
  const slugs = await slugsOf(tx, row)
  const { usedBy, usedByOthers } = await usersOfTemplate(tx, actor, slugs)
  const { id, slug, name, kind, version, updatedBy, updatedAt, createdAt } = row
  const users = usedBy.length + usedByOthers
  return {
    ...templateSummary({ id, slug, name, kind, version, updatedBy, updatedAt, createdAt, users }),
    source,
    fields,
    formerSlugs: slugs.slice(1),
    usedBy,
    usedByOthers,
    ...(await workflowsKeeping(tx, actor, row, { number, fields, format: source.format })),
  }
}
