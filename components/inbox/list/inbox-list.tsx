'use client'

import { useRef, useState, type RefObject } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { countOf } from '#lib/domain/count-of'
import { ScreenDialogs } from '../assign/screen-dialogs-later.ts'
import type { Asked } from '../assign/screen-dialogs.tsx'
import { useScreenActs, type ScreenActs } from '../assign/use-screen-acts.ts'
import { caseColumnsOf, InboxTable } from './inbox-table.tsx'
import type { RowActs } from './row-menu.tsx'
import type { BulkAct } from './selection-bar.tsx'
import { useHeld } from './use-held.ts'
import type { InboxFiltersState } from './use-inbox-filters.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useSelection, type Selection } from './use-selection.ts'
import { useSteadyItems } from './use-steady-items.ts'

/** Its code is loaded when somebody first selects something. */
const SelectionBar = dialogLater(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  ({ selection }) => selection.ids.length > 0,
)

type Props = {
  items: InboxItem[]
  state: InboxFiltersState
  hasMore: boolean
  /** Whether the person may take work from others. */
  mayTake: boolean
  search: RefObject<HTMLElement | null>
  onNext(): void
  onHelp(): void
  /** Shows the view at this place, from 1. */
  onView(place: number): void
}

/** The keys 1 to 9. */
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

function rowActs(acts: ScreenActs, mayTake: boolean, ask: (asked: Asked) => void): RowActs {
  const question = (item: InboxItem, act: Asked['act']) => {
    ask({ act, screen: item, name: item.case.title ?? item.title })
  }
  return {
    mayTake,
    claim: (item) => void acts.claim(item),
    release: (item) => void acts.release(item),
    assign: (item) => question(item, 'assign'),
    handOver: (item) => question(item, 'hand-over'),
    giveBack: (item) => question(item, 'return'),
  }
}

/** The keys of one row. With a selection, `a` and `r` are for all that is selected. */
function rowKeys(acts: RowActs, selection: Selection, items: readonly InboxItem[]) {
  const on = (act: (item: InboxItem) => void) => (id: string) => {
    const item = items.find(({ taskId }) => taskId === id)
    if (item) act(item)
  }
  return {
    c: on(acts.claim),
    h: on((item) => (item.claim?.mine ? acts.handOver(item) : acts.assign(item))),
    x: selection.toggle,
    X: selection.extendTo,
    ...(selection.ids.length > 0 ? {} : { r: on(acts.release), a: on(acts.assign) }),
  }
}

/** The rows of the inbox, with what can be done to one or to many of them. */
export function InboxList(props: Props) {
  const { items, state, hasMore, mayTake, search, onNext, onHelp, onView } = props
  const { filters, sort, direction } = state
  const list = useRef<HTMLDivElement>(null)
  const { isHeld, handlers } = useHeld()
  const { rows, waiting, show } = useSteadyItems(
    items,
    isHeld,
    JSON.stringify([filters, sort, direction]),
  )
  const open = rows.filter(({ isGone }) => !isGone)
  const selection = useSelection(open.map(({ taskId }) => taskId))
  const [asked, setAsked] = useState<Asked>()
  const [bulk, setBulk] = useState<BulkAct>()
  const screenActs = useScreenActs()
  const acts = rowActs(screenActs, mayTake, setAsked)
  const bulkKeys = {
    r: () => setBulk('release'),
    a: () => setBulk('assign'),
    Escape: selection.clear,
  }
  useInboxKeys({
    list,
    search,
    onRow: rowKeys(acts, selection, open),
    onPage: {
      n: onNext,
      '?': onHelp,
      '*': selection.selectLoaded,
      ...Object.fromEntries(digits.map((digit) => [digit, () => onView(Number(digit))])),
      ...(selection.ids.length > 0 ? bulkKeys : {}),
    },
  })
  return (
    <div ref={list} className="space-y-3" {...handlers}>
      {waiting > 0 ? (
        <Button variant="secondary" size="sm" onClick={show}>
          {countOf(waiting, 'new screen')}: show
        </Button>
      ) : null}
      <InboxTable
        items={rows}
        columns={caseColumnsOf(rows, filters.workflow !== undefined)}
        state={state}
        selection={selection}
        acts={acts}
      />
      <SelectionBar
        selection={selection}
        filters={filters}
        hasMore={hasMore}
        acts={screenActs}
        asked={bulk}
        ask={setBulk}
      />
      <ScreenDialogs asked={asked} acts={screenActs} onClose={() => setAsked(undefined)} />
    </div>
  )
}
