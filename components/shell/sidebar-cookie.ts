/** Each remembers `collapsed` or `open`: beside most pages, and beside a drawing. */
export const sidebarCookies = { pages: 'rounds.sidebar', drawing: 'rounds.sidebar-drawing' }

/** What a person chose for the sidebar in this browser. */
export type SidebarChoice = Record<keyof typeof sidebarCookies, boolean>

/** The choice in the cookies: a drawing has the room until the person wants the names. */
export const sidebarChoice = (read: (cookie: string) => string | undefined): SidebarChoice => ({
  pages: read(sidebarCookies.pages) === 'collapsed',
  drawing: read(sidebarCookies.drawing) !== 'open',
})
