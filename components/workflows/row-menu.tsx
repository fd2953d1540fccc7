'use client'

import {
  CopyIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  FlaskConicalIcon,
  FolderInputIcon,
  PencilIcon,
  TagsIcon,
  Trash2Icon,
  UsersIcon,
  WaypointsIcon,
} from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'

export type MenuProps = {
  workflow: WorkflowSummary
  onMove(): void
  onTags(): void
  /** Undefined for people who do not read access rules. */
  onAccess: (() => void) | undefined
  onDuplicate(): void
  onExport(): void
  onRemove(): void
}

/** The pages of a workflow, as far as the person may use them. */
function PagesOfWorkflow({ workflow }: Pick<MenuProps, 'workflow'>) {
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

/** The search for the steps that run it. */
function WhereUsed({ slug }: { slug: string }) {
  return (
    <DropdownMenuItem asChild>
      <Link href={`/workflows/find?workflow=${slug}`}>
        <WaypointsIcon aria-hidden /> Where it is used
      </Link>
    </DropdownMenuItem>
  )
}

/** What can be done with a workflow of the list. */
export function RowMenu(props: MenuProps) {
  const { workflow, onMove, onTags, onAccess, onDuplicate, onExport, onRemove } = props
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
        <WhereUsed slug={workflow.slug} />
        <DropdownMenuItem onSelect={onExport}>
          <DownloadIcon aria-hidden /> Export as JSON
        </DropdownMenuItem>
        {onAccess ? (
          <DropdownMenuItem onSelect={onAccess}>
            <UsersIcon aria-hidden /> Access…
          </DropdownMenuItem>
        ) : null}
        {mayNot.edit === undefined ? (
          <>
            <DropdownMenuItem onSelect={onMove}>
              <FolderInputIcon aria-hidden /> Move to a folder…
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={onTags}>
              <TagsIcon aria-hidden /> Tags…
            </DropdownMenuItem>
          </>
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
