import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '#lib/http/client'

/** After the end of a session: sign in and come back to this page. Public pages have no session. */
function goToSignIn(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.status !== 401) return
  const { pathname, search } = window.location
  if (pathname.startsWith('/sign-in') || pathname.startsWith('/f/')) return
  const query = new URLSearchParams({ next: pathname + search, error: 'session_ended' })
  window.location.assign(`/sign-in?${query.toString()}`)
}

/**
 * The server state of one page. Refusals are not tried again; other failures twice. A change without
 * a connection fails at once: it would wait, and be done later, when nobody looks.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: goToSignIn }),
    mutationCache: new MutationCache({ onError: goToSignIn }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
