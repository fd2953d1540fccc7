'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { CaseFacts } from '#components/shared/display/case-facts'
import { RunReference } from '#components/copy/run-reference'
import { PrintedHead, type PrintedFor } from '#components/shared/display/printed-head'
import { useHeadingFocus } from '#components/ui/layout/use-heading-focus'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { refresh } from '#components/shared/loading/queries'
import { FoundElsewhere } from '#components/shell/found-elsewhere'
import { Page } from '#components/ui/layout/page'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { BackLink } from '#components/shared/display/back-link'
import { CasePdf } from '#components/case/case-pdf'
import { CasePanel } from '#components/case/case-panel'
import { getScreenDeadlinesContract } from '#lib/contracts/runs/deadlines'
import { getScreenContract, type ScreenView } from '#lib/contracts/runs/screens'
import { DueLine } from '#components/deadlines/due-line'
import { ClaimBar } from './claim-bar.tsx'
import { ClosedScreen } from './closed-screen.tsx'
import { OpenScreen } from './open-screen.tsx'
import { useLiveScreen } from './use-live-screen.ts'
import { useWorkedList } from './worked-list.ts'

type HeadProps = { view: ScreenView; title: string; mayTake: boolean; onChanged(): void }

function Head({ view, title, mayTake, onChanged }: HeadProps) {
  usePageTitle(view.case.title, title)
  const heading = useHeadingFocus()
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        {view.case.title ? (
          <p className="text-base font-medium wrap-anywhere">{view.case.title}</p>
        ) : null}
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-semibold tracking-tight wrap-anywhere outline-none"
        >
          {title}
        </h1>
        <CaseFacts {...view.case} />
        {/* One line where there is room: the work below it needs the height. */}
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted-foreground">
          <p>
            {view.workflow.name} · opened <Age at={view.openedAt} />{' '}
            <span className="print:hidden">· </span>
            <Link
              className="whitespace-nowrap underline print:hidden underline-offset-2 hover:text-foreground"
              href={`/runs/${view.runId}`}
            >
              see the run
            </Link>
          </p>
          <RunReference runId={view.runId} />
        </div>
      </div>
      <CasePdf runId={view.runId} />
      {view.status === 'suspended' ? (
        <>
          <ClaimBar screen={view} mayTake={mayTake} onChanged={onChanged} />
          <div className="basis-full empty:hidden">
            <DueLine taskId={view.taskId} />
          </div>
        </>
      ) : null}
    </header>
  )
}

const skeleton = (
  <Loading className="space-y-4" label="Loading the screen">
    <Skeleton className="h-8 w-72" />
    <Skeleton className="h-40 w-full" />
  </Loading>
)

type Props = { taskId: string; printedFor: PrintedFor; canControl: boolean }

/** A screen: what it shows, what it asks, and the answer, which is saved while the person types. */
export function ScreenPage({ taskId, printedFor, canControl }: Props) {
  const client = useQueryClient()
  const { query, content } = useLiveScreen(taskId)
  const list = useWorkedList()
  // The pages of documents take all the width that there is.
  const isWide = content && (content.screen.review || content.documents.length > 0)
  const reload = () => void refresh(client, getScreenContract, getScreenDeadlinesContract)
  return (
    <Page width={isWide ? 'full' : 'usual'} className={isWide ? 'space-y-3' : undefined}>
      <BackLink href={list.href}>Inbox</BackLink>
      <Loaded
        query={query}
        what="This screen"
        isPage
        loading={skeleton}
        belowFailure={(error) => <FoundElsewhere kind="screen" id={taskId} error={error} />}
      >
        {(view) => (
          <>
            <PrintedHead printedFor={printedFor} runId={view.runId} />
            <Head
              view={view}
              title={content?.screen.title ?? view.title}
              mayTake={canControl}
              onChanged={reload}
            />
            {content ? (
              <OpenScreen key={view.taskId} view={view} {...content} />
            ) : (
              <ClosedScreen view={view} />
            )}
            <CasePanel runId={view.runId} taskId={view.taskId} patientKey={view.case.patientKey} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
