import { AlertCircleIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { ApiFailure } from '#lib/http/client'
import { isConnectionFailure } from './connection-failure.ts'
import { useFormTexts } from './texts.ts'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { inLanguage } from '#lib/domain/form/texts/in-language'

type Props = {
  alert: RefObject<HTMLDivElement | null>
  /** Why the form was not sent; empty when it was. */
  why: string
  /** Why the server refused it. */
  failure: Error | null
  onSendNow: (() => void) | undefined
}

type Refusal = Pick<Props, 'why' | 'failure'>

function titleOf({ why, failure }: Refusal, { text }: FormTexts): string {
  if (why || isConnectionFailure(failure)) return text('refused.not sent')
  const isOurs = failure instanceof ApiFailure && failure.status >= 500
  return text(isOurs ? 'refused.not taken' : 'refused.not accepted')
}

/** The server's own sentences are English; in other languages what everybody needs is said. */
function reasonOf({ why, failure }: Refusal, texts: FormTexts): string {
  const { text } = texts
  if (why || !(failure instanceof ApiFailure)) return why || (failure?.message ?? '')
  if (failure.status === 0) return text('unreachable')
  if (failure.status === 429) return text('too often')
  if (failure.code === 'arrived_before') return failure.message
  const known = inLanguage(texts, failure.message)
  return known ?? text(failure.status >= 500 ? 'refused.later' : 'refused.look')
}

/** Above a form: why it was not sent, or why it was not accepted. */
export function RefusalAlert({ alert, why, failure, onSendNow }: Props) {
  const texts = useFormTexts()
  if (!why && !failure) return null
  const notReached = isConnectionFailure(failure)
  return (
    <Alert variant="destructive" ref={alert} tabIndex={-1}>
      <AlertCircleIcon aria-hidden />
      <AlertTitle>{titleOf({ why, failure }, texts)}</AlertTitle>
      <AlertDescription>
        {reasonOf({ why, failure }, texts)}
        {!why && notReached && onSendNow ? (
          <>
            <span>{texts.text('sent again')}</span>
            <Button type="button" variant="outline" size="sm" onClick={onSendNow}>
              {texts.text('send now')}
            </Button>
          </>
        ) : null}
      </AlertDescription>
    </Alert>
  )
}
