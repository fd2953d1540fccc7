import { ApiFailure } from '#lib/http/client'

/**
 * What stops all pages now, as a sentence for the person whose page broke. `error` is that of
 * `/api/ready`. Undefined when it stops no page.
 */
export function shortageSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  const { reason } = error.details
  if (error.status === 0) return 'The server cannot be reached at the moment.'
  if (reason === 'database') return 'Its database cannot be reached at the moment.'
  if (reason === 'storage') return 'There is no room left to write at the moment.'
  return undefined
}
