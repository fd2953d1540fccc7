import { PencilLineIcon } from 'lucide-react'
import Link from 'next/link'
import { Age } from '#components/shared/display/age'
import { CaseFacts } from '#components/shared/display/case-facts'
import { Badge } from '#components/ui/feedback/badge'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { InboxItem } from '#lib/contracts/runs/screens'

function Who({ claim }: Pick<InboxItem, 'claim'>) {
  if (!claim) return <span className="text-muted-foreground">Nobody</span>
  return claim.mine ? <span className="font-medium">You</span> : claim.name
}

/** One open screen. The link fills its row, so that all of the row leads to it. */
function Row({ item }: { item: InboxItem }) {
  const { case: named, claim, hasDraft, openedAt, priority, taskId, title, workflow } = item
  return (
    <TableRow className="relative">
      <TableCell className="min-w-36">
        <Link
          data-row
          href={`/inbox/${taskId}`}
          className="font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:ring-2 focus-visible:after:ring-ring focus-visible:after:ring-inset"
        >
          {named.title ?? title}
        </Link>
        <CaseFacts {...named} />
      </TableCell>
      <TableCell label="Screen" className="min-w-32">
        <span className="block wrap-anywhere">{title}</span>
        <span className="block text-xs text-muted-foreground">{workflow.name}</span>
      </TableCell>
      <TableCell label="Priority" className="tabular-nums sm:max-lg:hidden">
        {priority === 0 ? <span className="text-muted-foreground">Normal</span> : priority}
      </TableCell>
      <TableCell label="With">
        <span className="flex flex-wrap items-center gap-2">
          <Who claim={claim} />
          {hasDraft ? (
            <Badge variant="outline">
              <PencilLineIcon aria-hidden /> Started
            </Badge>
          ) : null}
        </span>
      </TableCell>
      <TableCell
        label="Waiting"
        className="whitespace-nowrap text-muted-foreground tabular-nums sm:text-right"
      >
        <Age at={openedAt} />
      </TableCell>
    </TableRow>
  )
}

/** Open screens as a table; on a phone as blocks. */
export function InboxTable({ items }: { items: InboxItem[] }) {
  return (
    <Table label="Open screens" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Case</TableHead>
          <TableHead>Screen</TableHead>
          <TableHead className="sm:max-lg:hidden">Priority</TableHead>
          <TableHead>With</TableHead>
          <TableHead className="sm:text-right">Waiting</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {items.map((item) => (
          <Row key={item.taskId} item={item} />
        ))}
      </TableBody>
    </Table>
  )
}
