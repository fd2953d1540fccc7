import type { TemplateView } from '#lib/contracts/data/templates'
import type { WrittenSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { defineOutsideOperation } from '../define-operation.ts'
import { chooseSlug, requireFreeSlug } from './choose-slug.ts'
import { readWritten } from './content.ts'
import { templateView } from './template-view.ts'
import { insertTemplate } from './write-version.ts'

type Input = { name: string; slug?: string | undefined; kind: TemplateKind; source: WrittenSource }

/** Adds a template that is written in the page. Throws 409 when the slug is taken. */
export const createTemplate = defineOutsideOperation<Input, TemplateView>({
  name: 'createTemplate',
  permission: 'templates:manage',
  audit: ({ output }) => ({
    action: 'template.created',
    objectKind: 'template',
    objectId: output.id,
    details: { slug: output.slug, kind: output.kind },
  }),
  async run({ actor, input: { name, slug, kind, source }, signal, transaction }) {
    const { organizationId } = actor
    const content = await readWritten(kind, source, { organizationId, signal })
    return await transaction(async (tx) => {
      if (slug !== undefined) await requireFreeSlug(tx, slug)
      const chosen = slug ?? (await chooseSlug(tx, name))
      const row = await insertTemplate(tx, actor, { name, slug: chosen, kind, ...content })
      return await templateView(tx, actor, row)
    })
  },
})
