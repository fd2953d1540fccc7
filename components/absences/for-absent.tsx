import { formatDate } from '#components/shared/display/format'
import type { InboxItem } from '#lib/contracts/runs/screens'

type Props = { person: NonNullable<InboxItem['assignedFor']> }

/** The absent person in whose place somebody has a screen. */
export function ForAbsent({ person: { name, until } }: Props) {
  return (
    <span className="block text-xs text-muted-foreground">
      for {name}, away until {formatDate(until)}
    </span>
  )
}
