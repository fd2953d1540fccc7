import { useEffect, useRef, useState, type RefObject } from 'react'
import { useEditor } from './store-context.ts'
import { useMediaQuery } from '#components/ui/use-media-query'

export type PaneSheet = 'palette' | 'inspector'

export type Panes = {
  /** Palette and inspector are beside the canvas; otherwise each is a sheet over it. */
  wide: boolean
  sheet: PaneSheet | null
  setSheet(sheet: PaneSheet | null): void
  /** The search field of the palette. */
  search: RefObject<HTMLInputElement | null>
  focusSearch(): void
}

/** Which of palette and inspector is shown, and how. */
export function usePanes(): Panes {
  const wide = useMediaQuery('(min-width: 1024px)', true)
  const focusRequest = useEditor((state) => state.focusRequest)
  const [sheet, setSheet] = useState<PaneSheet | null>(null)
  const search = useRef<HTMLInputElement>(null)
  // On narrow screens the inspector opens when a field of it is asked for.
  useEffect(() => {
    if (!wide && focusRequest.count > 0) setSheet('inspector')
  }, [wide, focusRequest])
  const focusSearch = () => {
    // At once if possible, because the person may already type.
    if (wide) return search.current?.focus()
    setSheet('palette')
    setTimeout(() => search.current?.focus(), 150)
  }
  return { wide, sheet, setSheet, search, focusSearch }
}
