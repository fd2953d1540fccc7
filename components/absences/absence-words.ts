import { formatDate } from '#components/shared/display/format'
import type { AbsenceView } from '#lib/contracts/organization/absences'
import type { Days, HeldCases } from '#lib/domain/absence/absence'
import { countOf } from '#lib/domain/count-of'

export const daysWords = ({ firstDay, lastDay }: Days): string =>
  firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} – ${formatDate(lastDay)}`

export const casesWords = (count: number): string => countOf(count, 'open case')

/** What becomes of the open cases of who is away, before it begins. */
export function heldWords(heldCases: HeldCases, delegate: string | null): string {
  if (heldCases === 'keep') return 'Open cases stay as they are.'
  if (heldCases === 'release') return 'Open cases go back to their groups when it begins.'
  return delegate
    ? `Open cases go to ${delegate} when it begins.`
    : 'Open cases go back to their groups when it begins, because nobody stands in.'
}

/** What became of them when it began. */
export function doneWords({ heldCases, delegate, passed, released }: AbsenceView): string {
  if (heldCases === 'keep') return 'Open cases stayed as they were.'
  const to = delegate?.name ?? 'who stood in'
  const parts = [
    ...(passed > 0 ? [`${casesWords(passed)} went to ${to}`] : []),
    ...(released > 0 ? [`${casesWords(released)} went back to their groups`] : []),
  ]
  return parts.length > 0 ? `${parts.join('; ')}.` : 'There were no open cases.'
}

/** What passing does, by how many the delegate may do. */
export function passingWords(open: number, passable: number | null, delegate: string): string {
  if (passable === null || passable === open) return `Pass ${casesWords(open)} to ${delegate}`
  const rest = open - passable
  return (
    `Pass ${casesWords(passable)} of ${open.toLocaleString('en-US')} to ${delegate}; ` +
    `${rest.toLocaleString('en-US')} that they may not do ${rest === 1 ? 'goes' : 'go'} back to the group`
  )
}
