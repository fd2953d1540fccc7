import { formatDuration } from '#components/shared/display/format'
import type { Workload } from '#lib/contracts/runs/workload'

type Times = Workload['done']['untilClaimed']

/** How old work is, in working days. */
export function ageWords({ from, to }: Pick<Workload['ages'][number], 'from' | 'to'>): string {
  if (to === null) return `${from} working days and more`
  if (from === 0) return to === 1 ? 'Less than a working day' : `Less than ${to} working days`
  return `${from} to ${to} working days`
}

export const timeWords = (seconds: number | null): string =>
  seconds === null ? 'Unknown' : formatDuration(seconds * 1000)

/** Of how many a time is known, where it is not known of all. */
export function knownWords({ known }: Times, completed: number): string | null {
  if (known === completed) return null
  return `Known of ${known.toLocaleString('en-US')} of ${completed.toLocaleString('en-US')}`
}

/** The share of due work that was completed in time; rounded so that only all is 100 %. */
export function onTimeWords({ onTime, withDueDate }: Workload['done']): string {
  if (withDueDate === 0) return 'None was due'
  return `${Math.floor((100 * onTime) / withDueDate)} %`
}
