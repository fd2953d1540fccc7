'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { FillForm } from '#components/forms/fill-form'
import { Button } from '#components/ui/button'
import { completeScreenContract, type ScreenView } from '#lib/contracts/screens'
import { call } from '#lib/http/client'
import { ShowValue } from './show-value.tsx'
import { useScreenDraft } from './use-screen-draft.ts'

type Completed = { taskId: string; runId: string; next: { taskId: string; title: string } | null }
type Data = Record<string, unknown>

/** What a screen shows and, beside it on a wide page, the answer; after it the next screen opens. */
export function OpenScreen({ view, screen }: { view: ScreenView; screen: NonNullable<ScreenView['screen']> }) {
  const router = useRouter()
  const client = useQueryClient()
  const initial = useMemo(() => (view.draft?.data as Data | undefined) ?? screen.data, [view.draft, screen.data])
  const draft = useScreenDraft(view.taskId, initial)
  const [done, setDone] = useState(false)
  const complete = useMutation({
    mutationFn: async (output: Data) => {
      await draft.settle()
      return await call<Completed>(completeScreenContract, { params: { taskId: view.taskId }, body: { output } })
    },
    onSuccess: ({ next }) => {
      setDone(true)
      void client.invalidateQueries({ queryKey: ['screens'] })
      toast.success(next ? 'Completed. Here is the next one.' : 'Completed. Nothing else waits for you.')
      router.push(next ? `/inbox/${next.taskId}` : '/inbox')
    },
  })
  const shows = screen.show.length > 0
  return (
    <div className={shows ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]' : 'max-w-3xl space-y-6'}>
      <div className="space-y-6 empty:hidden">
        {screen.instructions ? <ShowValue value={screen.instructions} /> : null}
        {screen.show.map((entry) => (
          <section key={entry.label} className="space-y-2" aria-label={entry.label}>
            <h2 className="text-sm font-semibold">{entry.label}</h2>
            <ShowValue value={entry.value} format={entry.format} />
          </section>
        ))}
      </div>
      <section className={`rounded-lg border bg-card p-5 ${shows ? 'xl:sticky xl:top-6' : ''}`} aria-label="Your answer">
        <FillForm schema={screen.schema} uiSchema={screen.uiSchema} data={draft.data} onChange={draft.setData}
          onSubmit={(output) => complete.mutate(output)} failure={complete.error} issuePrefix="output" disabled={complete.isPending || done}>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={complete.isPending || done}><CheckIcon aria-hidden /> {complete.isPending ? 'Completing…' : 'Complete'}</Button>
            <span role="status" className="text-sm text-muted-foreground">{draft.message}</span>
          </div>
        </FillForm>
      </section>
    </div>
  )
}
