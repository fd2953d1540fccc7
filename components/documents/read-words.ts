import { dollarsInWords } from '#components/models/words-of-use'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import { countOf } from '#lib/domain/count-of'

/** How many pages were read, by which model and for how much. */
export function readWords({ files, model, dollars }: DocumentAnswer): string {
  const pages = files.reduce((sum, { readPages }) => sum + readPages, 0)
  const read = `${countOf(pages, 'page')} read`
  if (model === null) return `${read}, without a model.`
  return dollars === null
    ? `${read} by ${model}.`
    : `${read} by ${model}, for ${dollarsInWords(dollars)}.`
}
