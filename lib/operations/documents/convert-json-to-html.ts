import { defineOperation } from '../define-operation.ts'

/** Specification 4.2: a JSON document as sanitized HTML. Nothing is stored. */
export const convertJsonToHtml = defineOperation<{ document: unknown }, { html: string }>({
  name: 'convertJsonToHtml',
  permission: 'integrations:call',
  async run({ input }) {
    const { jsonToHtml } = await import('#lib/documents/json-to-html/json-to-html')
    return { html: jsonToHtml(input.document) }
  },
})
