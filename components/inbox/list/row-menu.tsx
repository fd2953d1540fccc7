'use client'

import { EllipsisIcon } from 'lucide-react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { Button } from '#components/ui/input/button'
import type { InboxItem } from '#lib/contracts/runs/screens'

/** What can be done to one row, by the menu and by keys. */
export type RowActs = {
  /** Whether the person may take work from others. */
  mayTake: boolean
  claim(item: InboxItem): void
  release(item: InboxItem): void
  assign(item: InboxItem): void
  handOver(item: InboxItem): void
  giveBack(item: InboxItem): void
}

type Entry = { label: string; act(item: InboxItem): void }

/** The acts that make sense now; the server refuses what the caller may not do. */
function entriesOf({ claim, sender }: InboxItem, acts: RowActs): Entry[] {
  const giveBack = { label: 'Give back', act: acts.release }
  if (!claim)
    return [
      { label: 'Claim', act: acts.claim },
      { label: 'Assign…', act: acts.assign },
    ]
  if (!claim.mine)
    return acts.mayTake
      ? [
          { label: 'Take over', act: acts.claim },
          { label: 'Assign to somebody else…', act: acts.assign },
          giveBack,
        ]
      : []
  return [
    { label: 'Hand over…', act: acts.handOver },
    ...(sender ? [{ label: `Return to ${sender.name}…`, act: acts.giveBack }] : []),
    giveBack,
  ]
}

type Props = { item: InboxItem; name: string; acts: RowActs }

/** The menu of a row. */
export function RowMenu({ item, name, acts }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative z-10 size-8"
          aria-label={`More for ${name}`}
        >
          <EllipsisIcon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {entriesOf(item, acts).map(({ label, act }) => (
          <DropdownMenuItem key={label} onSelect={() => act(item)}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
