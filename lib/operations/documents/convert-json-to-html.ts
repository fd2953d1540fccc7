import { jsonToHtml } from '#lib/documents/json-to-html/json-to-html'
import { defineOperation } from '../define-operation.ts'

/** Specification 4.2: a JSON document as sanitized HTML. Nothing is stored. */
export const convertJsonToHtml = defineOperation<{ document: unknown }, { html: string }>({
  name: 'convertJsonToHtml',
  permission: 'integrations:call',
  run: async ({ input }) => ({ html: jsonToHtml(input.document) }),
})
