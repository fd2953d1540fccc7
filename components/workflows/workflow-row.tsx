'use client'

import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { RunStatusBadge } from '#components/shared/display/status'
import { Badge } from '#components/ui/feedback/badge'
import { TableCell, TableRow } from '#components/ui/layout/table'
import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { RowMenu } from './menus-at-touch.tsx'
import type { MenuProps } from './row-menu.tsx'
import { Sparkline } from './sparkline.tsx'

type Props = MenuProps & {
  /** The folders around it, where the list goes over several. */
  place: string
}

function Published({ workflow }: Pick<Props, 'workflow'>) {
  const { published, paused, hasUnpublishedChanges } = workflow
  return (
    <>
      {published ? (
        <span className="whitespace-nowrap">Version {published.number}</span>
      ) : (
        <Badge variant="outline">Not published</Badge>
      )}
      {paused ? (
        <Badge variant="secondary" className="ml-2">
          Paused
        </Badge>
      ) : null}
      {published && hasUnpublishedChanges ? (
        <span className="block text-xs whitespace-nowrap text-muted-foreground">
          unpublished changes
        </span>
      ) : null}
    </>
  )
}

function LastRun({ run }: { run: WorkflowSummary['lastRun'] }) {
  if (!run) return <span className="text-xs text-muted-foreground">Never run</span>
  return (
    <Link
      href={`/runs/${run.id}`}
      className="inline-flex flex-col gap-0.5 rounded-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
    >
      <RunStatusBadge status={run.status} />
      <Age className="text-xs text-muted-foreground" at={run.createdAt} />
    </Link>
  )
}

/** One workflow: its name, its published version, its last outcome. */
export function WorkflowRow({ place, ...menu }: Props) {
  const { name, slug, id, tags, lastRun, runsByDay, updatedAt, updatedBy } = menu.workflow
  return (
    <TableRow>
      <TableCell className="sm:min-w-52">
        <Link
          href={`/workflows/${id}`}
          className="font-medium underline-offset-4 outline-none hover:underline focus-visible:rounded-sm focus-visible:ring-2 focus-visible:ring-ring"
        >
          {name}
        </Link>
        <span className="block font-mono text-xs text-muted-foreground">{slug}</span>
        {place ? <span className="block text-xs text-muted-foreground">in {place}</span> : null}
        {tags.length > 0 ? (
          <span className="mt-1 flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Badge key={tag} variant="secondary" className="max-w-40">
                <span className="truncate">{tag}</span>
              </Badge>
            ))}
          </span>
        ) : null}
      </TableCell>
      <TableCell className="hidden sm:table-cell">
        <Published workflow={menu.workflow} />
      </TableCell>
      <TableCell>
        <LastRun run={lastRun} />
      </TableCell>
      <TableCell className="hidden md:table-cell">
        <Sparkline days={runsByDay} />
      </TableCell>
      <TableCell className="hidden text-xs text-muted-foreground lg:table-cell">
        <Age className="block text-sm text-foreground" at={updatedAt} />
        {updatedBy}
      </TableCell>
      <TableCell className="w-10 text-right">
        <RowMenu {...menu} />
      </TableCell>
    </TableRow>
  )
}
