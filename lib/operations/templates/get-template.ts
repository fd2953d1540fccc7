import type { TemplateView } from '#lib/contracts/data/templates'
import { defineOperation } from '../define-operation.ts'
import { getTemplateOrThrow } from './find-template.ts'
import { templateView } from './template-view.ts'

export const getTemplate = defineOperation<{ template: string }, TemplateView>({
  name: 'getTemplate',
  permission: 'templates:read',
  run: async ({ actor, input, tx }) =>
    await templateView(tx, actor, await getTemplateOrThrow(tx, input.template)),
})
