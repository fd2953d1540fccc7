import type { Issue } from '#lib/domain/issue'
import type { LetterAddress } from '#lib/domain/provider/letter'

/**
 * Characters of both address lines together that Lob prints of a recipient (lob-openapi, letters).
 */
const maxLobLines = 50

/** Characters of a name or company (lob-openapi, `name` and `company` of an address). */
const maxLobName = 40

/**
 * What Lob does not take of addresses: a sender outside of the United States, and lines of the
 * recipient that do not fit the envelope's window.
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
