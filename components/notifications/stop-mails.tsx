'use client'

import { useMutation } from '@tanstack/react-query'
import { PublicFrame } from '#components/sign-in/public-frame'
import { Button } from '#components/ui/input/button'
import { stopNotificationMailsContract } from '#lib/contracts/organization/notifications'
import { call } from '#lib/http/client'

/** Stops the mails of notifications of the person to whom the link was mailed. */
export function StopMails({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call(stopNotificationMailsContract, { params: { token } }),
  })
  if (stop.isSuccess)
    return (
      <PublicFrame
        title="No more of these mails"
        description="You still find everything behind the bell in Rounds, where you can also turn the mails on again."
      />
    )
  return (
    <PublicFrame
      title="Stop these mails?"
      description="Rounds then sends you no more mails about screens and comments. Mails about your account still come."
    >
      <Button className="w-full" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {stop.isPending ? 'Stopping…' : 'Stop these mails'}
      </Button>
      {stop.error ? (
        <p role="alert" className="text-sm text-destructive">
          {stop.error.message}
        </p>
      ) : null}
    </PublicFrame>
  )
}
