'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftIcon, CheckIcon, UserCheckIcon, UserXIcon } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { FillForm } from '#components/forms/fill-form'
import { formatAge, formatInstant } from '../runs/format.ts'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import { claimScreenContract, completeScreenContract, getScreenContract, releaseScreenContract, type ScreenView } from '#lib/contracts/screens'
import { call } from '#lib/http/client'
import { ShowValue } from './show-value.tsx'
import { useScreenDraft } from './use-screen-draft.ts'

type Completed = { taskId: string; runId: string; next: { taskId: string; title: string } | null }
type Data = Record<string, unknown>

function ClaimBar({ screen, onChanged }: { screen: ScreenView; onChanged(): void }) {
  const params = { taskId: screen.taskId }
  const claim = useMutation({
    mutationFn: (takeOver: boolean) => call(claimScreenContract, { params, body: { takeOver } }),
    onSettled: onChanged,
    onError: (error) => toast.error(error.message),
  })
  const release = useMutation({ mutationFn: () => call(releaseScreenContract, { params }), onSettled: onChanged, onError: (error) => toast.error(error.message) })
  if (screen.claim?.mine)
    return (
      <div className="flex items-center gap-2 text-sm">
        <UserCheckIcon className="size-4" aria-hidden /> You are working on this.
        <Button variant="ghost" size="sm" onClick={() => release.mutate()}>Give back</Button>
      </div>
    )
  if (screen.claim)
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <UserXIcon className="size-4" aria-hidden /> {screen.claim.name} is working on this since {formatInstant(screen.claim.at)}.
        <Button variant="outline" size="sm" onClick={() => claim.mutate(true)}>Take over</Button>
      </div>
    )
  return <Button variant="outline" size="sm" onClick={() => claim.mutate(false)}><UserCheckIcon aria-hidden /> Claim</Button>
}

function Open({ view, screen, onChanged }: { view: ScreenView; screen: NonNullable<ScreenView['screen']>; onChanged(): void }) {
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
  return (
    <>
      {screen.instructions ? <ShowValue value={screen.instructions} /> : null}
      {screen.show.map((entry) => (
        <section key={entry.label} className="space-y-2" aria-label={entry.label}>
          <h2 className="text-sm font-semibold">{entry.label}</h2>
          <ShowValue value={entry.value} format={entry.format} />
        </section>
      ))}
      <section className="rounded-lg border bg-card p-5" aria-label="Your answer">
        <FillForm schema={screen.schema} uiSchema={screen.uiSchema} data={draft.data} onChange={draft.setData}
          onSubmit={(output) => complete.mutate(output)} failure={complete.error} issuePrefix="output" disabled={complete.isPending || done}>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={complete.isPending || done}><CheckIcon aria-hidden /> {complete.isPending ? 'Completing…' : 'Complete'}</Button>
            <span role="status" className="text-sm text-muted-foreground">{draft.message}</span>
          </div>
        </FillForm>
      </section>
      <ClaimBar screen={view} onChanged={onChanged} />
    </>
  )
}

/** A screen: what was found, what is asked, and the answer. What is typed is saved as a draft all the time. */
export function ScreenPage({ taskId }: { taskId: string }) {
  const key = ['screen', taskId]
  const client = useQueryClient()
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call<ScreenView>(getScreenContract, { params: { taskId }, signal }), refetchOnWindowFocus: false })
  const view = query.data
  return (
    <div className="mx-auto w-full max-w-3xl space-y-6">
      <Button variant="ghost" size="sm" asChild><Link href="/inbox"><ArrowLeftIcon aria-hidden /> Inbox</Link></Button>
      {query.isPending ? (
        <div className="space-y-4" aria-busy="true" aria-label="Loading the screen"><Skeleton className="h-8 w-72" /><Skeleton className="h-40 w-full" /></div>
      ) : query.isError ? (
        <Alert variant="destructive">
          <AlertTitle>This screen could not be loaded</AlertTitle>
          <AlertDescription>{query.error.message}<Button variant="outline" size="sm" className="mt-2" onClick={() => void query.refetch()}>Try again</Button></AlertDescription>
        </Alert>
      ) : view ? (
        <>
          <header className="space-y-1">
            <h1 className="text-2xl font-semibold tracking-tight">{view.screen?.title ?? view.title}</h1>
            <p className="text-sm text-muted-foreground">
              {view.workflow.name} · opened {formatAge(view.openedAt)} · <Link className="underline underline-offset-2 hover:text-foreground" href={`/runs/${view.runId}`}>see the run</Link>
            </p>
          </header>
          {view.screen ? (
            <Open key={view.taskId} view={view} screen={view.screen} onChanged={() => void client.invalidateQueries({ queryKey: key })} />
          ) : (
            <Alert>
              <AlertTitle>This screen is not open any more</AlertTitle>
              <AlertDescription>
                {view.completedBy ? `${view.completedBy} completed it${view.finishedAt ? ` on ${formatInstant(view.finishedAt)}` : ''}.` : `Its task is ${view.status}.`}
              </AlertDescription>
            </Alert>
          )}
        </>
      ) : null}
    </div>
  )
}
