'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  answerHeldMailContract,
  getMailContract,
  listMailsContract,
  type HeldMailAnswer,
} from '#lib/contracts/runs/mails'
import { call } from '#lib/http/client'

const ways: { answer: HeldMailAnswer; label: string; done: string }[] = [
  { answer: 'was-sent', label: 'It was sent', done: 'Noted: it was sent.' },
  { answer: 'send', label: 'Send it', done: 'The mail is on its way.' },
  { answer: 'leave', label: 'Leave it', done: 'The mail is not sent.' },
]

/** The question about a mail that is held after a restore from a backup. */
export function HeldMail({ id, canManage }: { id: string; canManage: boolean }) {
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: ({ answer: given }: (typeof ways)[number]) =>
      call(answerHeldMailContract, { params: { id }, body: { answer: given } }),
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error) => toast.error(error.message),
    onSettled: async () => {
      await refresh(client, getMailContract)
      await refresh(client, listMailsContract)
    },
  })
  return (
    <Alert variant="warning">
      <AlertTitle>Was this mail sent?</AlertTitle>
      <AlertDescription className="space-y-3">
        <p>
          Rounds was restored from a backup, in which this mail had not been sent yet. It may have
          been sent after the backup. Ask its recipient, or look at your mail server.
        </p>
        {canManage ? (
          <div className="flex flex-wrap gap-2">
            {ways.map((way) => (
              <Button
                key={way.answer}
                size="sm"
                variant="outline"
                disabled={answer.isPending}
                onClick={() => answer.mutate(way)}
              >
                {way.label}
              </Button>
            ))}
          </div>
        ) : null}
      </AlertDescription>
    </Alert>
  )
}
