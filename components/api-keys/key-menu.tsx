'use client'

import { MoreHorizontalIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import type { KeyAct } from './key-dialog.tsx'

/** What can be done with a key. */
export function KeyMenu({ apiKey, onChoose }: { apiKey: ApiKeyView; onChoose(act: KeyAct): void }) {
  const isLive = apiKey.status !== 'stopped'
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Acts on the key ${apiKey.name}`}>
          <MoreHorizontalIcon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem disabled={!isLive} onSelect={() => onChoose('rotate')}>
          Rotate…
        </DropdownMenuItem>
        <DropdownMenuItem disabled={!isLive} onSelect={() => onChoose('change')}>
          Change…
        </DropdownMenuItem>
        <DropdownMenuItem variant="destructive" onSelect={() => onChoose('delete')}>
          Delete…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
