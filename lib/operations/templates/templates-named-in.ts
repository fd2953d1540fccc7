import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerTemplateSlugs, templates, templateVersions } from '#db/schema/templates'
import type { TemplateField } from '#lib/domain/template/template'
import type { Definition } from '#lib/domain/workflow/definition'
import { settingOfTemplate } from '../workflows/used-by.ts'

type Named = { slug: string; name: string; fields: TemplateField[] }

/**
 * The templates that steps of a definition name, by a present or a former slug, with the
 * placeholders of their newest version. Computed names are not known.
 */
export async function templatesNamedIn(tx: Tx, { steps }: Definition): Promise<Named[]> {
  const { types, field } = settingOfTemplate('')
  const slugs = steps
    .filter(({ type }) => types.includes(type))
    .map(({ config }) => config[field])
    .filter((slug) => typeof slug === 'string')
  if (slugs.length === 0) return []
  const newest = and(
    eq(templateVersions.templateId, templates.id),
    eq(templateVersions.number, templates.version),
  )
  const columns = { name: templates.name, fields: templateVersions.fields }
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
