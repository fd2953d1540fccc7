'use client'

import { EllipsisIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { InboxView } from '#lib/contracts/runs/inbox-views'

type Props = {
  view: InboxView
  /** Whether the inbox opens with it. */
  isDefault: boolean
  onDefault(id: string | null): void
  onEdit(): void
  onDelete(): void
}

/** What can be done with the chosen view. */
export function ViewMenu({ view, isDefault, onDefault, onEdit, onDelete }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm">
          <EllipsisIcon aria-hidden /> This view
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem onSelect={() => onDefault(isDefault ? null : view.id)}>
          {isDefault ? 'No longer open the inbox with it' : 'Open the inbox with it'}
        </DropdownMenuItem>
        {view.canChange ? (
          <>
            <DropdownMenuItem onSelect={onEdit}>Name and sharing…</DropdownMenuItem>
            <DropdownMenuItem variant="destructive" onSelect={onDelete}>
              Delete it
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
