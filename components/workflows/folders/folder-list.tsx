import {
  EllipsisIcon,
  FolderIcon,
  FolderInputIcon,
  PencilIcon,
  Trash2Icon,
  UsersIcon,
} from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { FolderView } from '#lib/contracts/workflows/folders'
import { countIn } from './folder-tree.ts'

export type FolderAct = 'rename' | 'move' | 'access' | 'delete'

type MenuProps = {
  folder: FolderView
  canSeeAccess: boolean
  onAct(act: FolderAct, folder: FolderView): void
}

/** What can be done with a folder. */
export function FolderMenu({ folder, canSeeAccess, onAct }: MenuProps) {
  const { canCreate } = folder
  if (!canCreate && !canSeeAccess) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={`More for the folder ${folder.name}`}
        >
          <EllipsisIcon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {canCreate ? (
          <>
            <DropdownMenuItem onSelect={() => onAct('rename', folder)}>
              <PencilIcon aria-hidden /> Rename…
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onAct('move', folder)}>
              <FolderInputIcon aria-hidden /> Move…
            </DropdownMenuItem>
          </>
        ) : null}
        {canSeeAccess ? (
          <DropdownMenuItem onSelect={() => onAct('access', folder)}>
            <UsersIcon aria-hidden /> Access…
          </DropdownMenuItem>
        ) : null}
        {canCreate ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="destructive" onSelect={() => onAct('delete', folder)}>
              <Trash2Icon aria-hidden /> Delete…
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type Props = Omit<MenuProps, 'folder'> & {
  /** Those to show. */
  folders: FolderView[]
  /** All that there are. */
  all: FolderView[]
}

/** The folders at one place. */
export function FolderList({ folders, all, ...menu }: Props) {
  if (folders.length === 0) return null
  return (
    <ul aria-label="Folders" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {folders.map((folder) => {
        const count = countIn(all, folder.id)
        return (
          <li
            key={folder.id}
            className="flex min-w-0 items-center gap-3 rounded-lg border bg-card py-1.5 pr-1.5 pl-3"
          >
            <FolderIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <Link
              href={`/workflows?folder=${folder.id}`}
              className="min-w-0 flex-1 rounded-sm text-sm font-medium underline-offset-4 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
            >
              <span className="block truncate">{folder.name}</span>
              <span className="block text-xs font-normal text-muted-foreground">
                {count === 1 ? '1 workflow' : `${count} workflows`}
              </span>
            </Link>
            <FolderMenu folder={folder} {...menu} />
          </li>
        )
      })}
    </ul>
  )
}
