import { useEffect, useRef, useState, type RefObject } from 'react'
import { useMediaQuery } from '#components/ui/use-media-query'
import { useEditor } from './store-context.ts'
import { keepPanes, widthWithin, type PanesChoice } from './stored-panes.ts'

export type PaneName = 'palette' | 'inspector'

export type Panes = {
  /** Palette and inspector are beside the canvas; otherwise each is a sheet over it. */
  wide: boolean
  isOpen(pane: PaneName): boolean
  /** Whether the person opened or closed it; undefined: the width of the window decides. */
  chosen(pane: PaneName): boolean | undefined
  setOpen(pane: PaneName, open: boolean): void
  /** Whether the panel of values is open. */
  values: boolean
  toggleValues(): void
  /** The width of the inspector beside the canvas, in pixels. */
  width: number
  setWidth(width: number): void
  /** The search field of the palette. */
  search: RefObject<HTMLInputElement | null>
  focusSearch(): void
}

/**
 * Which of palette and inspector is shown, and how. On a laptop's screen the canvas has the room
 * until a pane is asked for; what the person chose is remembered.
 */
export function usePanes(first: PanesChoice): Panes {
  const wide = useMediaQuery('(min-width: 1024px)', true)
  const roomy = useMediaQuery('(min-width: 1280px)', true)
  const focusRequest = useEditor((state) => state.focusRequest)
  const [sheet, setSheet] = useState<PaneName | null>(null)
  const [choice, setChoice] = useState(first)
  const change = (next: PanesChoice) => {
    setChoice({ ...choice, ...next })
    keepPanes({ ...choice, ...next })
  }
  const search = useRef<HTMLInputElement>(null)
  const isOpen = (pane: PaneName) => (wide ? (choice[pane] ?? roomy) : sheet === pane)
  const setOpen = (pane: PaneName, open: boolean) => {
    if (wide) change({ [pane]: open })
    else setSheet(open ? pane : null)
  }
  const open = useRef(setOpen)
  open.current = setOpen
  // The inspector opens when a field of it is asked for.
  useEffect(() => {
    if (focusRequest.count > 0) open.current('inspector', true)
  }, [wide, focusRequest])
  const focusSearch = () => {
    // At once if possible, because the person may already type.
    if (search.current && isOpen('palette')) return search.current.focus()
    setOpen('palette', true)
    setTimeout(() => search.current?.focus(), wide ? 0 : 150)
  }
  return {
    wide,
    isOpen,
    chosen: (pane) => choice[pane],
    setOpen,
    values: choice.values ?? false,
    toggleValues: () => change({ values: !choice.values }),
    width: widthWithin(choice.width),
    setWidth: (width) => change({ width: widthWithin(width) }),
    search,
    focusSearch,
  }
}
