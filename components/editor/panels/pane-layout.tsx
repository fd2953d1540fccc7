'use client'

import { PlusIcon, Settings2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#components/ui/overlay/sheet'
import { useEditor } from '../store-context.ts'
import type { Panes } from '../use-panes.ts'

type Props = {
  panes: Panes
  palette: ReactNode
  inspector: ReactNode
  /** The title of what the inspector shows. */
  inspected: string
  /** The graph or the list of steps. */
  children: ReactNode
}

/** Palette and inspector beside the workflow; on narrow screens they are sheets over it. */
export function PaneLayout(props: Props) {
  const { panes, palette, inspector, children } = props
  const canEdit = useEditor((state) => state.readOnly === undefined)
  return (
    <div className="flex min-h-0 flex-1">
      {panes.wide && canEdit ? (
        <aside aria-label="Palette" data-pane="palette" className="w-60 shrink-0 border-r bg-card">
          {palette}
        </aside>
      ) : null}
      <section aria-label="Workflow as a graph or list" className="relative min-w-0 flex-1">
        {children}
        {panes.wide ? null : <PaneButtons {...props} />}
      </section>
      {panes.wide ? (
        <aside
          aria-label="Inspector"
          data-pane="inspector"
          className="w-96 shrink-0 overflow-y-auto border-l bg-card 2xl:w-[28rem]"
        >
          {inspector}
        </aside>
      ) : (
        <PaneSheets {...props} />
      )}
    </div>
  )
}

function PaneButtons({ panes, inspected }: Props) {
  const canEdit = useEditor((state) => state.readOnly === undefined)
  return (
    <div className="absolute inset-x-0 bottom-3 z-10 flex justify-center gap-2 px-3">
      {canEdit ? (
        <Button type="button" size="sm" onClick={panes.focusSearch}>
          <PlusIcon aria-hidden /> Add a step
        </Button>
      ) : null}
      <Button
        type="button"
        size="sm"
        variant="outline"
        className="max-w-56 min-w-0"
        onClick={() => panes.setSheet('inspector')}
      >
        <Settings2Icon aria-hidden /> <span className="truncate">{inspected}</span>
      </Button>
    </div>
  )
}

function PaneSheets({ panes, palette, inspector }: Props) {
  return (
    <>
      <Sheet
        open={panes.sheet === 'palette'}
        onOpenChange={(open) => panes.setSheet(open ? 'palette' : null)}
      >
        <SheetContent side="left" className="gap-0 p-0 pt-8">
          <SheetTitle className="sr-only">Add a step</SheetTitle>
          <SheetDescription className="sr-only">Choose what the step does.</SheetDescription>
          {palette}
        </SheetContent>
      </Sheet>
      <Sheet
        open={panes.sheet === 'inspector'}
        onOpenChange={(open) => panes.setSheet(open ? 'inspector' : null)}
      >
        <SheetContent
          data-pane="inspector"
          className="p-0 pt-8"
          // The first field would open a phone's keyboard over what the person wants to read.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
        >
          <SheetTitle className="sr-only">Configure</SheetTitle>
          <SheetDescription className="sr-only">
            Settings of the step or the workflow.
          </SheetDescription>
          {inspector}
        </SheetContent>
      </Sheet>
    </>
  )
}
