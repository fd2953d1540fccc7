import { Link } from '#components/shared/navigation/link'
import { Badge } from '#components/ui/feedback/badge'
import type { UsedBy } from '#lib/contracts/used-by'

type Props = {
  usedBy: UsedBy[]
  usedByOthers: number
  /** What is said when no workflow names it. */
  none: string
}

const linkClass =
  'inline-flex min-h-6 items-center rounded-sm underline underline-offset-2 outline-none ' +
  'focus-visible:ring-2 focus-visible:ring-ring'

/** The workflows that name a thing, each with the steps that do, which open in the editor. */
export function UsedByList({ usedBy, usedByOthers, none }: Props) {
  if (usedBy.length + usedByOthers === 0)
    return <p className="text-sm text-muted-foreground">{none}</p>
  return (
    <ul className="divide-y rounded-lg border text-sm" aria-label="Workflows that use it">
      {usedBy.map(({ id, name, published, steps }) => (
        <li key={id} className="space-y-1 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2">
            <Link href={`/workflows/${id}`} className={linkClass}>
              {name}
            </Link>
            <Badge variant={published ? 'secondary' : 'outline'}>
              {published ? 'published' : 'draft only'}
            </Badge>
          </span>
          <span className="flex flex-wrap gap-x-3 text-xs text-muted-foreground">
            {steps.map((step) => (
              <Link
                key={step.id}
                href={`/workflows/${id}?step=${encodeURIComponent(step.id)}`}
                className={linkClass}
              >
                {step.title || step.id}
              </Link>
            ))}
          </span>
        </li>
      ))}
      {usedByOthers > 0 ? (
        <li className="px-3 py-2 text-muted-foreground">{usedByOthers} more that you do not see</li>
      ) : null}
    </ul>
  )
}
