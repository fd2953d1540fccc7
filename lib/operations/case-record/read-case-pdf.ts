import { drawPdf } from '#lib/documents/draw/draw-pdf'
import { ApiError } from '#lib/domain/api-error'
import { referenceOf } from '#lib/domain/run/reference'
import { caseOfRun } from '../comments/case-of-run.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { caseHtml } from './case-html.ts'
import { loadCaseRecord } from './load-case-record.ts'

type CasePdf = { runId: string; fileName: string; mimeType: string; bytes: Buffer<ArrayBuffer> }

/**
 * A case as one PDF, for who sees its run: what it is about, its start data, what people decided and
 * wrote, its documents and its history. Throws 404, and 422 when it cannot be drawn.
 */
export const readCasePdf = defineOutsideOperation<{ id: string; comments?: boolean }, CasePdf>({
  name: 'readCasePdf',
  permission: 'runs:read',
  audit: ({ input, output }) => ({
    action: 'run.printed',
    objectKind: 'run',
    objectId: output.runId,
    details: { comments: input.comments ?? false },
  }),
  async run({ actor, input, signal, transaction }) {
    const now = new Date()
    const { runId, record, printed } = await transaction(async (tx) => {
      const id = await caseOfRun(tx, actor, input.id)
      return { runId: id, ...(await loadCaseRecord(tx, actor, { ...input, id, now })) }
    })
    const reference = referenceOf(runId)
    const drawn = await drawPdf({
      html: caseHtml(record),
      title: `Case ${reference}`,
      language: 'en-US',
      footer: `<table><tr><td>${reference} · ${printed}</td><td align="right">Page {page} of {pages}</td></tr></table>`,
      at: now,
      organizationId: actor.organizationId,
      signal,
    })
    if (drawn.type === 'refused')
      throw new ApiError('unprocessable', `This case cannot be drawn as a PDF. ${drawn.message}`)
    const fileName = `case-${reference}.pdf`
    return { runId, fileName, mimeType: 'application/pdf', bytes: drawn.bytes }
  },
})
