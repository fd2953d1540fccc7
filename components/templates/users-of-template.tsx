import Link from 'next/link'
import { Badge } from '#components/ui/feedback/badge'
import type { TemplateView } from '#lib/contracts/data/templates'

/** The workflows that fill the template. */
export function UsersOfTemplate({ template }: { template: TemplateView }) {
  const { usedBy, usedByOthers } = template
  if (usedBy.length + usedByOthers === 0)
    return (
      <p className="text-sm text-muted-foreground">
        No workflow uses it yet. The step “Fill template” fills it.
      </p>
    )
  return (
    <ul className="divide-y rounded-lg border text-sm" aria-label="Workflows that use it">
      {usedBy.map(({ id, name, published, steps }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 px-3 py-2">
          <Link
            href={`/workflows/${id}`}
            className="inline-flex min-h-6 items-center underline underline-offset-2"
          >
            {name}
          </Link>
          <Badge variant={published ? 'secondary' : 'outline'}>
            {published ? 'published' : 'draft only'}
          </Badge>
          <span className="text-xs text-muted-foreground">
            {steps.map((step) => step.title || step.id).join(', ')}
          </span>
        </li>
      ))}
      {usedByOthers > 0 ? (
        <li className="px-3 py-2 text-muted-foreground">{usedByOthers} more that you do not see</li>
      ) : null}
    </ul>
  )
}
