import type { TemplateView } from '#lib/contracts/data/templates'
import { defineOperation } from '../define-operation.ts'
import { getTemplateOrThrow, getVersionOrThrow } from './find-template.ts'
import { templateView } from './template-view.ts'
import { insertVersion, requireNewest } from './write-version.ts'

type Input = { template: string; number: number; basedOn: number }

/** Makes an earlier version the newest again. Throws 409 when there is a newer version. */
export const restoreTemplateVersion = defineOperation<Input, TemplateView>({
  name: 'restoreTemplateVersion',
  permission: 'templates:manage',
  audit: ({ input, output }) => ({
    action: 'template.restored',
    objectKind: 'template',
    objectId: output.id,
    details: { from: input.number, version: output.version },
  }),
  async run({ actor, input: { template, number, basedOn }, tx }) {
    const row = await getTemplateOrThrow(tx, template, { lock: 'update' })
    requireNewest(row, basedOn)
    const { source, content, fields } = await getVersionOrThrow(tx, row, number)
    const note = `Version ${number} again.`
    const restored = await insertVersion(tx, actor, row, { source, content, fields, note })
    return await templateView(tx, actor, restored)
  },
})
