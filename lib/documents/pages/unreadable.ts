import { ApiError } from '#lib/domain/api-error'

/** A 422 whose message says what to do with the document. */
export const unreadable = (message: string, fileId: string): ApiError =>
  new ApiError('unprocessable', message, { reason: 'unreadable_document', fileId })
