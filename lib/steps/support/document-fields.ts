import { z } from 'zod'
import { ocrLanguages } from '#lib/domain/document/ocr-languages'
import type { LogLine } from '#lib/domain/run/run'

/** Config fields of steps that read documents. */
export const documentFields = {
  files: z
    .array(
      z
        .string()
        .min(1, 'Name the file.')
        .max(100)
        .meta({ title: 'File', description: 'The id of an uploaded file.' }),
    )
    .min(1, 'Name at least one file.')
    .max(20, 'At most 20 files are read at once.')
    .meta({
      title: 'Files',
      description: 'PDF, DOCX, PNG, JPEG, TIFF, HTML or text; each at most 100 MB.',
    }),
  ocr: z.boolean().default(true).meta({
    title: 'Recognize scans',
    description: 'Reads pages that are pictures, about two seconds each.',
  }),
  languages: z
    .array(
      z.enum(ocrLanguages).meta({
        title: 'Language',
        enumNames: ['English', 'Spanish'],
        description: 'That the document is written in.',
      }),
    )
    .min(1, 'Choose a language.')
    .max(ocrLanguages.length)
    .default(['eng'])
    .meta({ title: 'Languages of scans', description: 'Each makes recognition slower.' }),
}

/**
 * Each piece of a document has a time of its own; this one is for the wait for other documents, such
 * as fifty long scans of one morning.
 */
export const documentTimeoutSeconds = 4 * 60 * 60

export const documentFieldHints = {
  files: { 'ui:options': { addLabel: 'Add a file' } },
  ocr: { 'ui:options': { advanced: true } },
  languages: { 'ui:options': { advanced: true, addLabel: 'Add a language' } },
}

/** Writes into the task's log how far a long reading is: at the first pages, then every ten. */
export function reportProgress(
  log: (line: LogLine) => void,
  file: number,
): (progress: { read: number; total: number }) => void {
  let next = 10
  return ({ read, total }) => {
    if (total <= 10 || read < next) return
    next = read + 10
    log({ level: 'info', message: `File ${file}: ${read} of ${total} pages are read.` })
  }
}
