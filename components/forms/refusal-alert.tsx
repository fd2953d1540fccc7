import { AlertCircleIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { ApiFailure } from '#lib/http/client'
import { isConnectionFailure } from './connection-failure.ts'

type Props = {
  alert: RefObject<HTMLDivElement | null>
  /** Why the form was not sent; empty when it was. */
  why: string
  /** Why the server refused it. */
  failure: Error | null
  onSendNow: (() => void) | undefined
}

function titleOf({ why, failure }: Pick<Props, 'why' | 'failure'>): string {
  if (why || isConnectionFailure(failure)) return 'Not sent yet'
  const isOurs = failure instanceof ApiFailure && failure.status >= 500
  return isOurs ? 'This could not be taken' : 'This was not accepted'
}

/** Above a form: why it was not sent, or why it was not accepted. */
export function RefusalAlert({ alert, why, failure, onSendNow }: Props) {
  if (!why && !failure) return null
  const notReached = isConnectionFailure(failure)
  return (
    <Alert variant="destructive" ref={alert} tabIndex={-1}>
      <AlertCircleIcon aria-hidden />
      <AlertTitle>{titleOf({ why, failure })}</AlertTitle>
      <AlertDescription>
        {why || failure?.message}
        {!why && notReached && onSendNow ? (
          <>
            <span>It is sent again by itself as soon as that works.</span>
            <Button type="button" variant="outline" size="sm" onClick={onSendNow}>
              Send now
            </Button>
          </>
        ) : null}
      </AlertDescription>
    </Alert>
  )
}
