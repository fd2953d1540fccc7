'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { refresh } from '#components/shared/queries'
import { isConnectionFailure } from '../forms/connection-failure.ts'
import { FillForm } from '#components/forms/fill-form'
import { describeData } from '../forms/describe-data.ts'
import { useSendAgain } from '../forms/use-send-again.ts'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import {
  completeScreenContract,
  getScreenContract,
  listScreensContract,
  type ScreenView,
} from '#lib/contracts/screens'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure, call } from '#lib/http/client'
import { ShowValue } from './show-value.tsx'
import { useScreenDraft } from './use-screen-draft.ts'

type Data = Record<string, unknown>
type Props = {
  view: ScreenView
  screen: NonNullable<ScreenView['screen']>
  /** What stands in the answer, in words, after each change by the person. */
  onTyped(text: string | undefined): void
}

/** Two texts of one person: nothing is overwritten until they choose. */
function OtherText({ onChoose }: { onChoose(which: 'this' | 'other'): void }) {
  return (
    <Alert variant="warning" className="mb-4">
      <AlertTitle>You typed on this screen in another tab as well</AlertTitle>
      <AlertDescription>
        <span>Nothing is saved until you choose. The other text is thrown away.</span>
        <span className="mt-1 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => onChoose('this')}>
            Keep what stands here
          </Button>
          <Button variant="outline" size="sm" onClick={() => onChoose('other')}>
            Load the other text
          </Button>
        </span>
      </AlertDescription>
    </Alert>
  )
}

/**
 * What a screen shows and, beside it on a wide page, the answer; after it the next screen opens.
 */
export function OpenScreen({ view, screen, onTyped }: Props) {
  const router = useRouter()
  const client = useQueryClient()
  const { taskId } = view
  const reload = () => void refresh(client, getScreenContract)
  const { data, message, conflict, setData, draft } = useScreenDraft(view, screen.data, reload)
  const [done, setDone] = useState(false)
  // The same for every try, so that one whose answer was lost is answered again.
  const [key] = useState(randomId)
  const complete = useMutation({
    networkMode: 'always',
    mutationFn: async (output: Data) => {
      await draft.current?.settle()
      draft.current?.sent(output)
      const headers = { 'idempotency-key': key }
      const sent = { params: { taskId }, body: { output }, headers }
      return await call(completeScreenContract, sent)
    },
    onSuccess: ({ next }) => {
      setDone(true)
      onTyped(undefined)
      draft.current?.end()
      void refresh(client, listScreensContract)
      toast.success(
        next ? 'Completed. Here is the next one.' : 'Completed. Nothing else waits for you.',
      )
      router.push(next ? `/inbox/${next.taskId}` : '/inbox')
    },
    onError: (error) => {
      // What waits to be sent again is completed first; a draft is of use to what was refused.
      if (!isConnectionFailure(error)) draft.current?.resume()
      // Somebody was faster, or an earlier try of ours with other words.
      if (error instanceof ApiFailure && error.status === 409) reload()
    },
  })
  // A screen is completed once, however often that is asked for.
  const sendNow = useSendAgain(complete)
  const change = (next: Data, edited: boolean) => {
    if (edited && sendNow) complete.reset()
    setData(next, edited)
    if (edited) onTyped(describeData(next, screen.schema))
  }
  const choose = (which: 'this' | 'other') =>
    void draft.current?.choose(which).catch((error: Error) => toast.error(error.message))
  const shows = screen.show.length > 0
  const busy = complete.isPending || done
  return (
    <div
      className={
        shows
          ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]'
          : 'max-w-3xl space-y-6'
      }
    >
      <div className="space-y-6 empty:hidden">
        {screen.instructions ? <ShowValue value={screen.instructions} /> : null}
        {screen.show.map((entry) => (
          <section key={entry.label} className="space-y-2" aria-label={entry.label}>
            <h2 className="text-sm font-semibold wrap-anywhere">{entry.label}</h2>
            <ShowValue value={entry.value} format={entry.format} />
          </section>
        ))}
      </div>
      <section
        className={`rounded-lg border bg-card p-5 ${shows ? 'xl:sticky xl:top-6' : ''}`}
        aria-label="Your answer"
      >
        {conflict ? <OtherText onChoose={choose} /> : null}
        <FillForm
          schema={screen.schema}
          uiSchema={screen.uiSchema}
          data={data}
          onChange={change}
          onSubmit={(output) => complete.mutate(output)}
          failure={complete.error}
          onSendNow={sendNow}
          issuePrefix="output"
          memory={`screen.${taskId}`}
          disabled={busy}
        >
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={busy || conflict}>
              <CheckIcon aria-hidden /> {complete.isPending ? 'Completing…' : 'Complete'}
            </Button>
            <span role="status" className="min-w-0 text-sm text-muted-foreground">
              {message}
            </span>
          </div>
        </FillForm>
      </section>
    </div>
  )
}
