'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { countScreensContract } from '#lib/contracts/runs/screens'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { AssignDialog } from '../assign/assign-dialog.tsx'
import { manyMeanwhile, type Chosen, type ScreenActs } from '../assign/use-screen-acts.ts'
import { ManyDatesDialog } from './many-dates-dialog.tsx'
import { PriorityDialog } from './priority-dialog.tsx'
import type { Selection } from './use-selection.ts'

export type BulkAct = 'assign' | 'release' | 'prioritize' | 'dates'

type Props = {
  selection: Selection
  /** Those of the list: what *all that match* means. */
  filters: InboxFilters
  /** Whether more match than are loaded. */
  hasMore: boolean
  acts: ScreenActs
  asked: BulkAct | undefined
  ask(act: BulkAct | undefined): void
}

type DialogsProps = Omit<Props, 'hasMore' | 'selection'> & { chosen: Chosen; how: string }

/** The questions before many screens are changed. */
function Dialogs({ acts, asked, ask, chosen, how }: DialogsProps) {
  const [isBusy, setBusy] = useState(false)
  const close = () => ask(undefined)
  if (asked === 'assign')
    return (
      <AssignDialog
        title={`Assign ${how}`}
        description="Those that the person may not do, or that you may not give away, are left as they are and counted."
        action="Assign them"
        busy="Assigning them…"
        meanwhile={manyMeanwhile}
        onClose={close}
        onGive={({ userId, name, note }) =>
          acts.changeMany(
            chosen,
            { act: 'assign', userId, ...(note && { note }) },
            `Assigned to ${name}`,
          )
        }
      />
    )
  if (asked === 'prioritize')
    return (
      <PriorityDialog
        how={how}
        onClose={close}
        onSet={(priority) =>
          acts.changeMany(chosen, { act: 'prioritize', priority }, `Set to priority ${priority}`)
        }
      />
    )
  if (asked === 'dates')
    return (
      <ManyDatesDialog
        how={how}
        onClose={close}
        onSet={(dates) => acts.changeMany(chosen, { act: 'dates', ...dates }, 'Dates changed')}
      />
    )
  const release = async (): Promise<void> => {
    setBusy(true)
    await acts.changeMany(chosen, { act: 'release' }, 'Given back')
    setBusy(false)
    close()
  }
  return (
    <ConfirmDialog
      open={asked === 'release'}
      onOpenChange={close}
      title={`Give back ${how}?`}
      description="Nobody has them then. Drafts stay with the people who typed them."
      action="Give them back"
      busy={isBusy}
      failure={undefined}
      onConfirm={() => void release()}
    />
  )
}

/** What can be done to the selected rows, or to all that match. */
export function SelectionBar(props: Props) {
  const { selection, filters, hasMore, ask } = props
  const { ids, isAll } = selection
  const total = useQuery({
    ...queryOf(countScreensContract, { query: filters }),
    enabled: ids.length > 0 && hasMore,
  })
  if (ids.length === 0) return null
  const count = total.data?.count
  const words =
    isAll && count !== undefined ? `all ${count.toLocaleString('en-US')}` : `${ids.length}`
  const chosen: Chosen = isAll ? { filters } : { taskIds: ids }
  return (
    <div
      role="region"
      aria-label="Selected screens"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-popover px-4 py-2 text-sm shadow-md"
    >
      <span role="status" className="mr-2 font-medium">
        {isAll
          ? `All ${count?.toLocaleString('en-US') ?? ''} that match`
          : `${ids.length} selected`}
      </span>
      {hasMore && !isAll && count !== undefined && count > ids.length ? (
        <Button variant="link" size="sm" className="px-1" onClick={selection.selectAll}>
          Select all {count.toLocaleString('en-US')} that match
        </Button>
      ) : null}
      <Button size="sm" onClick={() => ask('assign')}>
        Assign…
      </Button>
      <Button size="sm" variant="outline" onClick={() => ask('release')}>
        Give back…
      </Button>
      <Button size="sm" variant="outline" onClick={() => ask('prioritize')}>
        Priority…
      </Button>
      <Button size="sm" variant="outline" onClick={() => ask('dates')}>
        Dates…
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        Select none
      </Button>
      <Dialogs
        {...props}
        chosen={chosen}
        how={`${words} ${words === '1' ? 'screen' : 'screens'}`}
      />
    </div>
  )
}
