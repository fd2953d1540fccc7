import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '#lib/http/client'

/**
 * The session is over: sign in and come back to this page. Public pages have no session to lose.
 */
function goToSignIn(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.status !== 401) return
  const { pathname, search } = window.location
  if (pathname.startsWith('/sign-in') || pathname.startsWith('/f/')) return
  const query = new URLSearchParams({ next: pathname + search, error: 'session_ended' })
  window.location.assign(`/sign-in?${query.toString()}`)
}

/**
 * Server state of one browser. What the server refused is not asked again; what it could not answer
 * is, twice.
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
    },
  })
}
