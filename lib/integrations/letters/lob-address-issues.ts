import type { Issue } from '#lib/domain/issue'
import type { LetterAddress } from '#lib/domain/provider/letter'

/**
 * Max characters of both address lines together that Lob prints for a recipient (lob-openapi,
 * letters).
 */
const maxLobLines = 50

/** Max characters of a name or company (lob-openapi, `name` and `company` of an address). */
const maxLobName = 40

/**
 * Problems with addresses for Lob: a sender outside of the United States, and recipient lines that
 * do not fit the envelope's window.
 */
export function lobAddressIssues(to: LetterAddress, from: LetterAddress): Issue[] {
  const issues: Issue[] = []
  const lines = to.addressLine1.length + (to.addressLine2?.length ?? 0)
  if (lines > maxLobLines)
    issues.push({
      path: 'to.addressLine1',
      message:
        `Both address lines of the recipient may have ${maxLobLines} characters together; ` +
        `these have ${lines}.`,
    })
  for (const [side, address] of Object.entries({ to, from })) {
    for (const field of ['name', 'company'] as const) {
      const { length } = address[field] ?? ''
      if (length <= maxLobName) continue
      const message = `Lob prints at most ${maxLobName} characters here; these are ${length}.`
      issues.push({ path: `${side}.${field}`, message })
    }
  }
  if (from.country !== 'US')
    issues.push({ path: 'from.country', message: 'The sender must be in the United States.' })
  return issues
}
