/** Remembers `collapsed` or `open`. */
export const sidebarCookie = 'rounds.sidebar'
