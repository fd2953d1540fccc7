/** Leaves for a whole new page, so that nothing of this one stays in memory. */
export const leaveFor = (path: string): void => window.location.assign(path)

/** Leaves for the sign-in page and comes back to this one: the session is over. */
export function leaveToSignIn(): void {
  const { pathname, search } = window.location
  const query = new URLSearchParams({ next: pathname + search, error: 'session_ended' })
  leaveFor(`/sign-in?${query.toString()}`)
}
