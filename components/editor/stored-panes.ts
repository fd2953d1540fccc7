/** What a person chose for the panes of the editor in this browser. */
export type PanesChoice = {
  palette?: boolean
  inspector?: boolean
  /** The panel of values below the canvas. */
  values?: boolean
  width?: number
}

/** The widths of the inspector, in pixels. */
export const paneWidths = { least: 360, usual: 384, most: 760 }
/** Keeps the choice where the server sees it, which draws the panes first. */
export const panesCookie = 'rounds.editor-panes'

const names = ['palette', 'inspector', 'values'] as const

export const widthWithin = (width: number | undefined): number =>
  Math.min(paneWidths.most, Math.max(paneWidths.least, Math.round(width ?? paneWidths.usual)))

/** The choice in a cookie, which may be missing, or be one of another version. */
export function panesChoice(cookie: string | undefined): PanesChoice {
  const kept = new URLSearchParams(cookie)
  const choice: PanesChoice = {}
  for (const pane of names) if (kept.has(pane)) choice[pane] = kept.get(pane) === 'open'
  const width = Number(kept.get('width'))
  return width > 0 ? { ...choice, width } : choice
}

export function keepPanes(choice: PanesChoice): void {
  const kept = new URLSearchParams()
  for (const pane of names)
    if (choice[pane] !== undefined) kept.set(pane, choice[pane] ? 'open' : 'closed')
  if (choice.width !== undefined) kept.set('width', String(choice.width))
  document.cookie = `${panesCookie}=${kept.toString()}; path=/; max-age=31536000; samesite=lax`
}
