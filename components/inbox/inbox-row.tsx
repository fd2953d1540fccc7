import { ArrowUpIcon, PencilLineIcon, UserIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { CaseFacts } from '#components/shared/display/case-facts'
import { Badge } from '#components/ui/feedback/badge'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { Due } from './list/due.tsx'

/** One open screen as a line that leads to it. */
export function InboxRow({ item }: { item: InboxItem }) {
  return (
    <li>
      <Link
        href={`/inbox/${item.taskId}`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-2 text-sm outline-none hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring"
      >
        <span className="min-w-0 flex-1 basis-60">
          <span className="block truncate font-medium">{item.case.title ?? item.title}</span>
          <span className="block truncate text-sm text-muted-foreground">
            {item.case.title ? `${item.title} · ` : null}
            {item.workflow.name}
          </span>
          <CaseFacts {...item.case} />
        </span>
        <Due dueAt={item.dueAt} dueIn={item.dueIn} named />
        {item.priority !== 0 ? (
          <Badge variant="secondary">
            <ArrowUpIcon aria-hidden /> Priority {item.priority}
          </Badge>
        ) : null}
        {item.hasDraft ? (
          <Badge variant="outline">
            <PencilLineIcon aria-hidden /> Started
          </Badge>
        ) : null}
        {item.claim ? (
          <Badge variant="outline">
            <UserIcon aria-hidden /> {item.claim.mine ? 'You' : item.claim.name}
          </Badge>
        ) : null}
        <Age
          at={item.openedAt}
          className="text-sm text-muted-foreground tabular-nums sm:w-24 sm:text-right"
        />
      </Link>
    </li>
  )
}
