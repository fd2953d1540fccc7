import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'

/** Replaces content that could not be loaded, with the button to try again. */
export function LoadFailure({
  what,
  error,
  onRetry,
}: {
  what: string
  error: Error
  onRetry(): void
}) {
  return (
    <Alert variant="destructive">
      <AlertTitle>{what} could not be loaded</AlertTitle>
      <AlertDescription>
        {error.message}
        <Button variant="outline" size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </AlertDescription>
    </Alert>
  )
}
