import { z } from 'zod'
import type { PdfChange } from '#lib/domain/pdf-change'
import { PermanentStepError, type StepExecution } from '../define-step.ts'
import { fromProvider } from './from-provider.ts'
import { fileIdOf } from './http-files.ts'

/** A field for one PDF; the engine's expressions give it as an id or as a file of a form. */
export const pdfField = z.unknown().meta({
  title: 'PDF',
  description: 'The id of a PDF, or what a file field of a form or another step gave.',
  examples: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
})
export const fileNameField = z.string().trim().min(1, 'Give a name.').max(200).optional().meta({
  title: 'File name',
  description: 'Of the PDF that is made; that of the first file when this is empty.',
})
export const madeFileField = z
  .object({ id: z.string(), fileName: z.string() })
  .meta({ title: 'File', description: 'As file fields of forms hold it.', phi: true })
export const pagesField = z.int().meta({ title: 'Pages', description: 'How many it has.' })

/** A later attempt may find a free place; a bad PDF is not tried again. */
export const pdfRetry = { maxAttempts: 4, delaySeconds: 10, factor: 3, maxDelaySeconds: 120 }

const pageRange = /^\s*(\d{1,5})\s*(?:[-–]\s*(\d{1,5})\s*)?$/

/** Reads “1-3, 5”. */
export function pageRangesOf(text: string) {
  return text.split(',').map((part) => {
    const [, from, to = from] = pageRange.exec(part) ?? []
    if (from === undefined || Number(from) < 1 || Number(to) < Number(from))
      throw new PermanentStepError(
        'invalid_pages',
        'Write pages as numbers and ranges, such as 1-3, 5.',
      )
    return { from: Number(from), to: Number(to) }
  })
}

type Asked = { files: unknown[]; change: PdfChange; fileName?: string | undefined }

/** Asks for the change of PDFs, and answers the files that were made. */
export async function changedPdfs(
  {
    services,
    run,
    idempotencyKey: key,
    signal,
  }: Pick<StepExecution<unknown, undefined>, 'services' | 'run' | 'idempotencyKey' | 'signal'>,
  { files, change, fileName }: Asked,
): Promise<{ file: { id: string; fileName: string }; pages: number }[]> {
  const ids = files.map((file) => fileIdOf(file))
  const made = await fromProvider(
    services.changePdfs(run.organizationId, {
      key,
      runId: run.id,
      files: ids,
      change,
      fileName,
      createdBy: 'a workflow',
      signal,
    }),
  )
  return made.map(({ file, pages }) => ({
    file: { id: file.id, fileName: file.fileName },
    pages,
  }))
}

/** The only file that was made. */
export async function changedPdf(
  execution: Parameters<typeof changedPdfs>[0],
  asked: Asked,
): Promise<{ file: { id: string; fileName: string }; pages: number }> {
  const [made] = await changedPdfs(execution, asked)
  if (!made) throw new Error('no PDF was made')
  return made
}
