'use client'

import { CircleCheckIcon, CircleXIcon } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { SsoConnectionView } from '#lib/contracts/organization/single-sign-on'
import { adviceOf, warningOf } from './advice.ts'

type Props = {
  connection: SsoConnectionView
  /** Why a test could not even begin. */
  refusal: string | undefined
}

function describeFound({ lastTest }: SsoConnectionView): string {
  const { subject, email, name } = lastTest?.found ?? {}
  return [name, email, subject && `known there as ${subject}`].filter(Boolean).join(', ')
}

function Failed({ title, message, at }: { title: string; message: string; at?: string }) {
  const advice = adviceOf(message)
  return (
    <Alert variant="destructive">
      <CircleXIcon aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        {advice ? <p>{advice}</p> : null}
        <p className="text-xs break-words text-muted-foreground">
          {message}
          {at ? ` ${formatInstant(at)}` : ''}
        </p>
      </AlertDescription>
    </Alert>
  )
}

/**
 * What the last test sign-in found; of a failed one, what to do first, and then what was wrong. It
 * takes the focus of a browser that comes back from the test.
 */
export function LastTest(props: Props) {
  const outcome = useRef<HTMLDivElement>(null)
  const isJustTested = useSearchParams().get('tested') === props.connection.id
  useEffect(() => {
    if (isJustTested) outcome.current?.focus()
  }, [isJustTested])
  return (
    <div ref={outcome} tabIndex={-1} className="outline-none empty:hidden">
      <Outcome {...props} />
    </div>
  )
}

function Outcome({ connection, refusal }: Props) {
  const { lastTest } = connection
  if (refusal) return <Failed title="The test could not begin" message={refusal} />
  if (!lastTest) return null
  const { at, message } = lastTest
  if (!lastTest.ok)
    return <Failed title="The test sign-in did not work" message={message} at={at} />
  const warning = warningOf(connection)
  return (
    <Alert variant={warning ? 'warning' : 'default'}>
      <CircleCheckIcon aria-hidden />
      <AlertTitle>The test sign-in worked</AlertTitle>
      <AlertDescription>
        {warning ? <p>{warning}</p> : null}
        <p className="break-words">It said: {describeFound(connection)}.</p>
        <p className="text-xs text-muted-foreground">{formatInstant(at)}</p>
      </AlertDescription>
    </Alert>
  )
}
