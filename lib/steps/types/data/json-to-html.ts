import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'json-to-html',
  version: 1,
  title: 'JSON to HTML',
  description:
    'Turns a JSON document (ProseMirror, TipTap, Portable Text, a model’s answer) into clean ' +
    'HTML, citations as numbered references.',
  category: 'Data',
  icon: 'scroll-text',
  says: ['{document}'],
  effect: 'pure',
  config: z.strictObject({
    document: z.unknown().meta({
      title: 'Document',
      description: 'The document as JSON, usually what an earlier step gave.',
    }),
  }),
  output: z.object({ html: z.string() }),
  uiSchema: { document: { 'ui:widget': 'expression' } },
  examples: [
    { title: 'From an earlier step', config: { document: { $: 'steps.answer.output.document' } } },
    {
      title: 'Written here',
      config: {
        document: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
        },
      },
    },
  ],
  async execute({ config, services, signal }) {
    signal.throwIfAborted()
    return done({ html: await fromProvider(services.documentToHtml(config.document)) })
  },
})
