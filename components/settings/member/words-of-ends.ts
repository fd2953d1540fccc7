import type { MemberAccess } from '#lib/contracts/organization/members'
import { countOf } from '#lib/domain/count-of'

/** `a`, `a and b`, `a, b and c`. */
function listOf(parts: string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

/** A sentence about what ends with somebody's access, before it is taken away. */
export function wordsOfEnds({ sessions, apiKeys, claims }: MemberAccess['ends']): string {
  const parts = [
    ...(sessions > 0 ? [countOf(sessions, 'session')] : []),
    ...(apiKeys > 0 ? [countOf(apiKeys, 'API key')] : []),
    ...(claims > 0 ? [countOf(claims, 'claim of a screen', 'claims of screens')] : []),
  ]
  if (parts.length === 0) return 'They have no session, API key or claimed screen here.'
  const forGood =
    apiKeys > 0 ? ' Keys end for good: first hand over those that systems still need.' : ''
  return `At once this ends ${listOf(parts)}.${forGood}`
}
