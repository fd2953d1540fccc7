'use client'

import { UsersIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { toast } from '#components/shared/messages/toast'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import type { ViewSettings, ViewSharing } from '#lib/domain/run/inbox-view'
import { filterNames, inboxColumns } from '#lib/domain/run/inbox-words'
import { ViewMenu } from '../list/menus-at-touch.tsx'
import type { InboxFiltersState } from '../list/use-inbox-filters.ts'
import type { Views } from './use-views.ts'

/** A view of many people is not deleted by a slip; one's own is saved again in a moment. */
function DeleteShared({ view, onClose, onDelete }: DeleteProps) {
  return (
    <ConfirmDialog
      open={view !== undefined}
      onOpenChange={onClose}
      title={`Delete “${view?.name}”?`}
      description="It is shared: it goes for everybody who sees it."
      action="Delete it"
      busy={false}
      failure={undefined}
      onConfirm={() => {
        onClose()
        if (view) onDelete(view)
      }}
    />
  )
}

const ViewDialog = dialogLater(
  async () => (await import('./view-dialog.tsx')).ViewDialog,
  () => true,
)

type Props = { state: InboxFiltersState; views: Views }
type DeleteProps = {
  view: InboxView | undefined
  onClose(): void
  onDelete(view: InboxView): void
}

/** Whether two views save the same, however their fields are ordered. */
const sameSettings = (one: ViewSettings, other: ViewSettings): boolean =>
  sorted(one) === sorted(other)
const sorted = ({ filters, sort, direction, hidden }: ViewSettings): string =>
  JSON.stringify([
    filterNames.map((name) => filters[name] ?? null),
    sort,
    direction,
    inboxColumns.filter((column) => hidden?.includes(column)),
  ])

type EntryProps = {
  name: string
  /** The digit that chooses it; the tenth and further ones have none. */
  digit: number
  count: number | null | undefined
  isShared: boolean
  isChosen: boolean
  onChoose(): void
}

function Entry({ name, digit, count, isShared, isChosen, onChoose }: EntryProps) {
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      aria-keyshortcuts={digit <= 9 ? String(digit) : undefined}
      title={digit <= 9 ? `${name} (key ${digit})` : name}
      className={cn(
        'flex h-9 max-w-56 items-center gap-2 rounded-md px-3 text-sm outline-none',
        'hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring lg:w-full lg:max-w-none',
        isChosen ? 'bg-accent font-medium' : 'text-muted-foreground',
      )}
      onClick={onChoose}
    >
      <span className="truncate">{name}</span>
      {isShared ? <UsersIcon className="size-3.5 shrink-0" aria-label="Shared" /> : null}
      {count === undefined ? null : (
        <span className="ml-auto pl-1 tabular-nums">
          {count === null ? '–' : count.toLocaleString('en-US')}
        </span>
      )}
    </button>
  )
}

/** The views by name, with the digits that choose them. */
function Entries({ state, views, chosen }: Props & { chosen: InboxView | undefined }) {
  return (
    <div className="flex gap-1 overflow-x-auto p-0.5 lg:flex-col">
      <Entry
        name="Everything"
        digit={1}
        count={views.total}
        isShared={false}
        isChosen={!chosen}
        onChoose={() => state.showView(undefined)}
      />
      {views.views.map((view, at) => (
        <Entry
          key={view.id}
          name={view.name}
          digit={at + 2}
          count={view.count}
          isShared={view.sharing.with !== 'nobody'}
          isChosen={view.id === chosen?.id}
          onChoose={() => state.showView(view)}
        />
      ))}
    </div>
  )
}

type Editing = 'new' | 'chosen' | undefined

/** What is done to the chosen view, or to one of what is shown. */
function viewActs({ state, views }: Props, chosen: InboxView | undefined) {
  return {
    async update(): Promise<void> {
      const saved = chosen && (await views.change(chosen, { settings: state.settings }))
      if (saved) toast.success(`“${saved.name}” is saved.`)
    },
    async remove(view: InboxView): Promise<boolean> {
      if (!(await views.remove(view.id))) return false
      toast.success(`“${view.name}” is deleted.`)
      state.showView(undefined)
      return true
    },
    async save(editing: Editing, name: string, sharing: ViewSharing): Promise<boolean> {
      if (editing === 'chosen' && chosen)
        return (await views.change(chosen, { name, sharing })) !== undefined
      const saved = await views.save(name, sharing, state.settings)
      if (saved) state.showView(saved)
      return saved !== undefined
    },
  }
}

/** The saved views with their counts: beside the list, on narrow pages above it. */
export function ViewList({ state, views }: Props) {
  const [editing, setEditing] = useState<Editing>()
  const [deleting, setDeleting] = useState<InboxView>()
  const chosen = views.views.find(({ id }) => id === state.view)
  const isPlain = Object.keys(addressable(state.settings)).length === 0
  const isChanged = chosen ? !sameSettings(chosen.settings, state.settings) : !isPlain
  const place = useRef<HTMLElement>(null)
  const { update, remove, save } = viewActs({ state, views }, chosen)
  const removeAndStay = async (view: InboxView): Promise<void> => {
    if (!(await remove(view))) return
    // Its menu had the focus and is gone; what is shown now is the first entry.
    place.current?.querySelector('button')?.focus()
  }
  return (
    <nav ref={place} aria-label="Views of the inbox" className="min-w-0 space-y-2">
      <Entries state={state} views={views} chosen={chosen} />
      <div className="flex flex-wrap gap-1">
        {isChanged && chosen?.canChange ? (
          <Button variant="outline" size="sm" onClick={() => void update()}>
            Save changes
          </Button>
        ) : null}
        {isChanged ? (
          <Button variant="outline" size="sm" onClick={() => setEditing('new')}>
            Save as view…
          </Button>
        ) : null}
        {chosen ? (
          <span>
            <ViewMenu
              view={chosen}
              isDefault={views.defaultId === chosen.id}
              onDefault={(id) => void views.openWith(id)}
              onEdit={() => setEditing('chosen')}
              onDelete={() =>
                chosen.sharing.with === 'nobody' ? void removeAndStay(chosen) : setDeleting(chosen)
              }
            />
          </span>
        ) : null}
      </div>
      <DeleteShared
        view={deleting}
        onClose={() => setDeleting(undefined)}
        onDelete={(view) => void removeAndStay(view)}
      />
      {editing ? (
        <ViewDialog
          view={editing === 'chosen' ? chosen : undefined}
          views={views}
          onClose={() => setEditing(undefined)}
          onSave={(name, sharing) => save(editing, name, sharing)}
        />
      ) : null}
    </nav>
  )
}

/** What a view would save that is not as usual. */
function addressable({ filters, sort, hidden }: ViewSettings): object {
  return { ...filters, ...(sort && { sort }), ...(hidden && { hidden }) }
}
