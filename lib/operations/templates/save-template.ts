import type { TemplateView } from '#lib/contracts/data/templates'
import type { WrittenSource } from '#lib/domain/template/template'
import { defineOutsideOperation } from '../define-operation.ts'
import { readWritten } from './content.ts'
import { getTemplateOrThrow } from './find-template.ts'
import { templateView } from './template-view.ts'
import { insertVersion, requireNewest } from './write-version.ts'

type Input = { template: string; source: WrittenSource; basedOn: number; note: string }

/** Saves what a template says as its next version. Throws 409 when there is a newer version. */
export const saveTemplate = defineOutsideOperation<Input, TemplateView>({
  name: 'saveTemplate',
  permission: 'templates:manage',
  audit: ({ output }) => ({
    action: 'template.saved',
    objectKind: 'template',
    objectId: output.id,
    details: { version: output.version },
  }),
  async run({ actor, input: { template, source, basedOn, note }, signal, transaction }) {
    const { organizationId } = actor
    const { kind } = await transaction((tx) => getTemplateOrThrow(tx, template))
    const content = await readWritten(kind, source, { organizationId, signal })
    return await transaction(async (tx) => {
      const row = await getTemplateOrThrow(tx, template, { lock: 'update' })
      requireNewest(row, basedOn)
      const saved = await insertVersion(tx, actor, row, { ...content, note })
      return await templateView(tx, actor, saved)
    })
  },
})
