import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { ApiFailure } from '#lib/http/client'

/** Whether the address of the page is wrong: it names nothing. */
const namesNothing = ({ status, issues }: ApiFailure): boolean =>
  status === 400 && issues.some(({ path }) => /^(?:id|\w+Id)$/.test(path))

/** Why a second try would be answered the same; undefined when it may help. */
function finalReason(error: Error): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  if (error.status === 404) return error.message
  return namesNothing(error)
    ? 'This address is not complete or not right. Go back, and open it from its list.'
    : undefined
}

/** What a person may not see is no failure that a second try would mend. */
const isForbidden = (error: Error): boolean => error instanceof ApiFailure && error.status === 403

/** What a screen reader and the focus after navigation go to where a page has nothing else. */
const Heading = ({ isPage, children }: { isPage: boolean; children: ReactNode }) => (
  <AlertTitle>
    {isPage ? <h1 className="text-base font-semibold">{children}</h1> : children}
  </AlertTitle>
)

/**
 * Replaces content that could not be loaded, with the button to try again where that may help.
 * `isPage`: the page has no other heading, because the content would have brought it.
 */
export function LoadFailure({
  what,
  error,
  onRetry,
  isPage = false,
}: {
  what: string
  error: Error
  onRetry(): void
  isPage?: boolean
}) {
  const reason = finalReason(error)
  if (reason !== undefined)
    return (
      <Alert variant="destructive">
        <Heading isPage={isPage}>{what} could not be found</Heading>
        <AlertDescription>{reason}</AlertDescription>
      </Alert>
    )
  if (isForbidden(error))
    return (
      <Alert variant="warning">
        <Heading isPage={isPage}>{what} cannot be shown to you</Heading>
        <AlertDescription>{error.message}</AlertDescription>
      </Alert>
    )
  return (
    <Alert variant="destructive">
      <Heading isPage={isPage}>{what} could not be loaded</Heading>
      <AlertDescription>
        {error.message}
        <Button type="button" variant="outline" size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </AlertDescription>
    </Alert>
  )
}
