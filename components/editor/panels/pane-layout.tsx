'use client'

import { PanelLeftCloseIcon, PanelRightCloseIcon, PlusIcon, Settings2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#components/ui/overlay/sheet'
import { useEditor } from '../store-context.ts'
import { paneWidths } from '../stored-panes.ts'
import type { PaneName, Panes } from '../use-panes.ts'
import { ResizeBar } from './resize-bar.tsx'

// The server does not know how wide the window is: it draws what a wide one shows, and styles hide
// of it what a narrower one does not have.

/** Where an open pane, and the button that closes it, are shown. */
const openClass = (panes: Panes, pane: PaneName): string =>
  panes.chosen(pane) === undefined ? 'max-xl:hidden' : 'max-lg:hidden'

type Props = {
  panes: Panes
  palette: ReactNode
  inspector: ReactNode
  /** The graph or the list of steps. */
  children: ReactNode
}

/** Palette and inspector beside the workflow; on narrow screens they are sheets over it. */
export function PaneLayout(props: Props) {
  const { panes, palette, inspector, children } = props
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const besides = { palette: panes.wide && canEdit && panes.isOpen('palette') }
  return (
    <div className="flex min-h-0 flex-1">
      {besides.palette ? (
        <aside
          aria-label="Palette"
          data-pane="palette"
          className={cn('relative w-60 shrink-0 border-r bg-card', openClass(panes, 'palette'))}
        >
          {palette}
        </aside>
      ) : null}
      <section aria-label="Workflow as a graph or list" className="relative min-w-0 flex-1">
        {children}
      </section>
      {panes.wide && panes.isOpen('inspector') ? (
        <aside
          aria-label="Inspector"
          data-pane="inspector"
          className={cn(
            'relative max-w-[60vw] shrink-0 border-l bg-card',
            openClass(panes, 'inspector'),
          )}
          style={{ width: panes.width }}
        >
          <ResizeBar
            label="Width of the inspector"
            {...paneWidths}
            width={panes.width}
            onWidth={panes.setWidth}
          />
          <div className="h-full overflow-y-auto">{inspector}</div>
        </aside>
      ) : null}
      {panes.wide ? null : <PaneSheets {...props} />}
    </div>
  )
}

/** `inspected`: the title of what the inspector shows. */
type ButtonsProps = { panes: Panes; inspected: ReactNode }

/**
 * Opens and closes the panes. On narrow screens in the middle, where a thumb reaches; on a phone
 * beside the buttons of the view.
 */
export function PaneButtons({ panes, inspected }: ButtonsProps) {
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const openPalette = canEdit ? <OpenPalette panes={panes} /> : null
  const openInspector = <OpenInspector panes={panes} inspected={inspected} />
  return (
    <>
      <div className="absolute inset-x-0 bottom-3 z-10 flex justify-center gap-2 px-3 max-sm:bottom-2 max-sm:justify-end max-sm:pl-28 lg:hidden">
        {openPalette}
        {openInspector}
      </div>
      <div className="absolute top-3 left-3 z-10 max-lg:hidden">
        {canEdit ? (
          <PaneButton panes={panes} pane="palette" label="Close the palette" opener={openPalette} />
        ) : null}
      </div>
      <div className="absolute top-3 right-3 z-10 max-lg:hidden">
        <PaneButton
          panes={panes}
          pane="inspector"
          label="Close the inspector"
          opener={openInspector}
        />
      </div>
    </>
  )
}

type PaneButtonProps = { panes: Panes; pane: PaneName; label: string; opener: ReactNode }

/** Closes an open pane, or opens a closed one. */
function PaneButton({ panes, pane, label, opener }: PaneButtonProps) {
  const isHydrated = useHydrated()
  if (!panes.isOpen(pane)) return opener
  const isSure = isHydrated || panes.chosen(pane) !== undefined
  return (
    <>
      <ClosePane panes={panes} pane={pane} label={label} />
      {isSure ? null : <div className="xl:hidden">{opener}</div>}
    </>
  )
}

function OpenPalette({ panes }: { panes: Panes }) {
  return (
    <Button type="button" size="sm" onClick={panes.focusSearch}>
      <PlusIcon aria-hidden /> Add a step
    </Button>
  )
}

function OpenInspector({ panes, inspected }: ButtonsProps) {
  return (
    <Button
      type="button"
      size="sm"
      variant="outline"
      className="max-w-56 min-w-0"
      onClick={() => panes.setOpen('inspector', true)}
    >
      <Settings2Icon aria-hidden /> <span className="truncate">{inspected}</span>
    </Button>
  )
}

type CloseProps = Omit<PaneButtonProps, 'opener'>

function ClosePane({ panes, pane, label }: CloseProps) {
  const Icon = pane === 'palette' ? PanelLeftCloseIcon : PanelRightCloseIcon
  return (
    <Button
      type="button"
      size="icon-sm"
      variant="ghost"
      className={cn('bg-background/80 text-muted-foreground', openClass(panes, pane))}
      aria-label={label}
      title={label}
      onClick={() => panes.setOpen(pane, false)}
    >
      <Icon aria-hidden />
    </Button>
  )
}

function PaneSheets({ panes, palette, inspector }: Props) {
  return (
    <>
      <Sheet open={panes.isOpen('palette')} onOpenChange={(open) => panes.setOpen('palette', open)}>
        <SheetContent savesItself side="left" className="gap-0 p-0 pt-8">
          <SheetTitle className="sr-only">Add a step</SheetTitle>
          <SheetDescription className="sr-only">Choose what the step does.</SheetDescription>
          {palette}
        </SheetContent>
      </Sheet>
      <Sheet
        open={panes.isOpen('inspector')}
        onOpenChange={(open) => panes.setOpen('inspector', open)}
      >
        <SheetContent
          savesItself
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
