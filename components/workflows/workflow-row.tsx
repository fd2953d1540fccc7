'use client'

import {
  CopyIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  FlaskConicalIcon,
  FolderInputIcon,
  PencilIcon,
  Trash2Icon,
  UsersIcon,
} from 'lucide-react'
import Link from 'next/link'
import { formatAge } from '#components/shared/display/format'
import { RunStatusBadge } from '#components/shared/display/status'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { TableCell, TableRow } from '#components/ui/layout/table'
import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { Sparkline } from './sparkline.tsx'

type Props = {
  workflow: WorkflowSummary
  /** The folders around it, where the list goes over several. */
  place: string
  onMove(): void
  /** Undefined for people who do not read access rules. */
  onAccess: (() => void) | undefined
  onDuplicate(): void
  onExport(): void
  onRemove(): void
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
      <span className="text-xs text-muted-foreground">{formatAge(run.createdAt)}</span>
    </Link>
  )
}

/** The pages of a workflow, as far as the person may use them. */
function PagesOfWorkflow({ workflow }: Pick<Props, 'workflow'>) {
  const address = `/workflows/${workflow.id}`
  if (workflow.mayNot.edit !== undefined)
    return (
      <DropdownMenuItem asChild>
        <Link href={address}>
          <EyeIcon aria-hidden /> View
        </Link>
      </DropdownMenuItem>
    )
  return (
    <>
      <DropdownMenuItem asChild>
        <Link href={address}>
          <PencilIcon aria-hidden /> Edit
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link href={`${address}/back-tests`}>
          <FlaskConicalIcon aria-hidden /> Back-test
        </Link>
      </DropdownMenuItem>
    </>
  )
}

function RowMenu(props: Props) {
  const { workflow, onMove, onAccess, onDuplicate, onExport, onRemove } = props
  const { mayNot } = workflow
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={`More for ${workflow.name}`}
        >
          <EllipsisIcon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <PagesOfWorkflow workflow={workflow} />
        <DropdownMenuItem onSelect={onExport}>
          <DownloadIcon aria-hidden /> Export as JSON
        </DropdownMenuItem>
        {onAccess ? (
          <DropdownMenuItem onSelect={onAccess}>
            <UsersIcon aria-hidden /> Access…
          </DropdownMenuItem>
        ) : null}
        {mayNot.edit === undefined ? (
          <DropdownMenuItem onSelect={onMove}>
            <FolderInputIcon aria-hidden /> Move to a folder…
          </DropdownMenuItem>
        ) : null}
        {mayNot.duplicate === undefined ? (
          <DropdownMenuItem onSelect={onDuplicate}>
            <CopyIcon aria-hidden /> Duplicate
          </DropdownMenuItem>
        ) : null}
        {mayNot.delete === undefined ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="destructive" onSelect={onRemove}>
              <Trash2Icon aria-hidden /> Delete
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** One workflow: its name, its published version, its last outcome. */
export function WorkflowRow(props: Props) {
  const { name, slug, id, lastRun, runsByDay, updatedAt, updatedBy } = props.workflow
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
        {props.place ? (
          <span className="block text-xs text-muted-foreground">in {props.place}</span>
        ) : null}
      </TableCell>
      <TableCell className="hidden sm:table-cell">
        <Published workflow={props.workflow} />
      </TableCell>
      <TableCell>
        <LastRun run={lastRun} />
      </TableCell>
      <TableCell className="hidden md:table-cell">
        <Sparkline days={runsByDay} />
      </TableCell>
      <TableCell className="hidden text-xs text-muted-foreground lg:table-cell">
        <span className="block text-sm text-foreground">{formatAge(updatedAt)}</span>
        {updatedBy}
      </TableCell>
      <TableCell className="w-10 text-right">
        <RowMenu {...props} />
      </TableCell>
    </TableRow>
  )
}
