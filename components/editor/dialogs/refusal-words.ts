import { countOf } from '#lib/domain/count-of'
import { ApiFailure } from '#lib/http/client'

/**
 * Why a draft was not published, as people read it: what the API names in `accept`, they tick in the
 * dialog.
 */
export function refusalInWords(error: Error): string {
  const { needs, differences } = error instanceof ApiFailure ? error.details : {}
  if (needs !== 'accept' || !Array.isArray(differences) || differences.length === 0)
    return error.message
  const found = countOf(differences.length, 'difference')
  return (
    `The back-test found ${found} that nobody has accepted. ` +
    `Tick ${differences.length === 1 ? 'it' : 'each'} under “Accept what differs”, or mend the draft.`
  )
}
