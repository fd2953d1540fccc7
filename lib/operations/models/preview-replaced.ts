import type { ReplacedPreview } from '#lib/contracts/integrations/models'
import { Deidentifier } from '#lib/domain/deidentify/deidentify'
import { knownValuesIn } from '#lib/domain/deidentify/known-values'
import { defineOperation } from '../define-operation.ts'

/** Shows a text as it would go out to a model. It answers what was given, so it needs no audit. */
export const previewReplaced = defineOperation<{ text: string; known?: unknown }, ReplacedPreview>({
  name: 'previewReplaced',
  permission: 'connections:read',
  async run({ input: { text, known } }) {
    const deidentifier = new Deidentifier(knownValuesIn(known ?? null))
    const written = deidentifier.replace(text)
    return { text: written, replaced: deidentifier.marks.counts() }
  },
})
