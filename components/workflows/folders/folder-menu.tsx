'use client'

import { EllipsisIcon, FolderInputIcon, PencilIcon, Trash2Icon, UsersIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { FolderView } from '#lib/contracts/workflows/folders'

export type FolderAct = 'rename' | 'move' | 'access' | 'delete'

export type MenuProps = {
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
