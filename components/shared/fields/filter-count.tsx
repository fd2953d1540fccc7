import { Badge } from '#components/ui/feedback/badge'

/** How many filters behind a button narrow the list. */
export function FilterCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <Badge variant="secondary" className={className}>
      {count} <span className="sr-only">in use</span>
    </Badge>
  )
}
