import { eq, sql } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import type { TemplateView } from '#lib/contracts/data/templates'
import { defineOperation } from '../define-operation.ts'
import { replaceInWorkflows, settingOfTemplate } from '../workflows/used-by.ts'
import { storeFormerSlug, withSlugClash } from './choose-slug.ts'
import { getTemplateOrThrow } from './find-template.ts'
import { templateView } from './template-view.ts'

type Input = {
  template: string
  name?: string | undefined
  slug?: string | undefined
  /** With a new slug: steps that name the old one are changed too. */
  replace?: boolean | undefined
}

/** Changes the name and the slug of a template; what it says stays. Throws 409 for a taken slug. */
export const updateTemplate = defineOperation<Input, TemplateView>({
  name: 'updateTemplate',
  permission: 'templates:manage',
  audit: ({ input: { template: _template, ...changes }, output }) => ({
    action: 'template.changed',
    objectKind: 'template',
    objectId: output.id,
    details: changes,
  }),
  async run({ actor, info, input: { template, name, slug, replace }, tx }) {
    const row = await getTemplateOrThrow(tx, template, { lock: 'update' })
    if (slug !== undefined && slug !== row.slug) {
      await storeFormerSlug(tx, row, slug)
      // This is optional, because a former slug is also found.
      if (replace) await replaceInWorkflows(tx, { actor, info }, settingOfTemplate(row.slug), slug)
    }
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(slug === undefined ? {} : { slug }),
    }
    if (Object.keys(changes).length === 0) return await templateView(tx, actor, row)
    const [changed] = await withSlugClash(slug ?? row.slug, () =>
      tx
        .update(templates)
        .set({ ...changes, updatedBy: actor.name, updatedAt: sql`now()` })
        .where(eq(templates.id, row.id))
        .returning(),
    )
    return await templateView(tx, actor, changed ?? row)
  },
})
