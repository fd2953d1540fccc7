'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheckIcon, OctagonAlertIcon, RefreshCwIcon, TriangleAlertIcon } from 'lucide-react'
import { formatTime } from '#components/shared/display/format'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { examineInstallationContract, type Finding } from '#lib/contracts/instance/installation'

const levels = {
  problem: { word: 'Problem', icon: OctagonAlertIcon, colour: 'text-destructive' },
  warning: {
    word: 'Warning',
    icon: TriangleAlertIcon,
    colour: 'text-amber-700 dark:text-amber-400',
  },
  fine: { word: 'Fine', icon: CircleCheckIcon, colour: 'text-emerald-700 dark:text-emerald-400' },
} as const

function FindingRow({ finding }: { finding: Finding }) {
  const { word, icon: Icon, colour } = levels[finding.level]
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <div className="min-w-0 space-y-1">
        <p className="text-sm wrap-anywhere">
          <span className="sr-only">{word}: </span>
          <span className="font-medium">{finding.about}.</span> {finding.says}
        </p>
        {finding.toDo ? (
          <p className="text-sm wrap-anywhere text-muted-foreground">{finding.toDo}</p>
        ) : null}
      </div>
    </li>
  )
}

function Findings({ title, findings }: { title: string; findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section className="space-y-2">
      <h2 className="text-base font-semibold">
        {title} <span className="text-muted-foreground tabular-nums">{findings.length}</span>
      </h2>
      <ul className="divide-y rounded-lg border bg-card">
        {findings.map((finding) => (
          <FindingRow key={`${finding.about} ${finding.says}`} finding={finding} />
        ))}
      </ul>
    </section>
  )
}

const titles = [
  ['problem', 'Problems'],
  ['warning', 'Warnings'],
  ['fine', 'In order'],
] as const

function Examined({ findings }: { findings: Finding[] }) {
  const isFine = findings.every(({ level }) => level === 'fine')
  return (
    <>
      <p role="status" className="text-sm">
        {isFine ? 'Everything that can be looked at from here is in order.' : null}
      </p>
      {titles.map(([level, title]) => (
        <Findings
          key={level}
          title={title}
          findings={findings.filter((finding) => finding.level === level)}
        />
      ))}
    </>
  )
}

/** What `npm run doctor` finds, live, for instance administrators. */
export function InstallationPage() {
  const query = useQuery({
    ...queryOf(examineInstallationContract),
    refetchInterval: 30_000,
  })
  const { data, error, isFetching, isPending, refetch } = query
  return (
    <Page>
      <PageHeader
        title="Installation"
        description={
          data
            ? `As this server saw it at ${formatTime(data.examinedAt)}. The command npm run doctor says the same.`
            : 'Settings, database, storage, workers, mail and certificate.'
        }
      >
        <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCwIcon aria-hidden /> {isFetching ? 'Looking…' : 'Look again'}
        </Button>
      </PageHeader>
      {data ? <Examined findings={data.findings} /> : null}
      {error && !data ? (
        <LoadFailure what="The findings" error={error} onRetry={() => void refetch()} />
      ) : null}
      {isPending ? <Skeleton className="h-40 w-full" /> : null}
    </Page>
  )
}
