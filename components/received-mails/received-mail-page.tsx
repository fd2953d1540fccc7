'use client'

import { usePageTitle } from '#components/shared/display/use-page-title'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  DownloadIcon,
  PaperclipIcon,
  PlayIcon,
  ShieldAlertIcon,
  ShieldCheckIcon,
} from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ViewPages } from '#components/documents/view-pages'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Fact, Facts } from '#components/shared/display/facts'
import { formatInstant } from '#components/shared/display/format'
import { formatSize } from '#components/shared/display/format-size'
import { Pill } from '#components/shared/display/pill'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { getFileContentContract } from '#lib/contracts/data/files'
import {
  downloadReceivedMailContract,
  getReceivedMailContract,
  startReceivedMailContract,
  type ReceivedMailView,
} from '#lib/contracts/runs/received-mails'
import type { MailChecks } from '#lib/domain/received-mail'
import { call, pathOf } from '#lib/http/client'
import { checkWords, ReceivedMailBadge } from './received-mail-status.tsx'

const linkClass =
  'rounded-sm underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring'

/** Starts the workflow with this mail, whatever its rules said. */
function StartByHand({ id }: { id: string }) {
  const client = useQueryClient()
  const router = useRouter()
  const start = useMutation({
    mutationFn: () => call(startReceivedMailContract, { params: { id } }),
    onSuccess: ({ runId }) => router.push(`/runs/${runId}`),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, getReceivedMailContract),
  })
  return (
    <ConfirmButton
      icon={PlayIcon}
      label="Start the workflow"
      title="Start the workflow with this mail?"
      description="The rules of its address are not asked again. Look at the sender first: the address may be forged where it is not proven."
      confirm="Start it"
      keep="Not now"
      onConfirm={() => start.mutate()}
    />
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3" aria-label={title}>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const titles: Partial<Record<ReceivedMailView['status'], string>> = {
  waiting: 'It is tried again',
  stopped: 'It did nothing',
  refused: 'The workflow did not start',
  unreadable: 'It could not be read',
}

/** Why it did nothing. */
function Reason({ mail: { reason, status } }: { mail: ReceivedMailView }) {
  if (!reason) return null
  return (
    <Alert variant={status === 'refused' || status === 'unreadable' ? 'destructive' : 'default'}>
      <AlertTitle>{titles[status] ?? 'It did nothing at first'}</AlertTitle>
      <AlertDescription className="break-words">{reason.message}</AlertDescription>
    </Alert>
  )
}

function Run({ mail: { runId, status } }: { mail: ReceivedMailView }) {
  if (!runId) return null
  const name = status === 'started' ? 'Started' : 'Answer to'
  return (
    <Fact name={name}>
      <Link href={`/runs/${runId}`} className={linkClass}>
        this run
      </Link>
    </Fact>
  )
}

/** Stands beside the sender: everybody can write any name there. */
function Proof({ isProven }: { isProven: boolean }) {
  return isProven ? (
    <Pill icon={ShieldCheckIcon} tone="good" label="Proven" />
  ) : (
    <Pill icon={ShieldAlertIcon} tone="waiting" label="Not proven" />
  )
}

function Addresses({ mail }: { mail: ReceivedMailView }) {
  const { from, fromName, to, cc, envelope, checks } = mail
  return (
    <Facts>
      <Fact name="From">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0">
            {fromName ? `${fromName} <${from}>` : from || 'a mail server'}
          </span>
          {checks ? <Proof isProven={checks.aligned} /> : null}
        </span>
      </Fact>
      <Fact name="To">{to.join(', ') || mail.recipient}</Fact>
      {cc.length > 0 ? <Fact name="Cc">{cc.join(', ')}</Fact> : null}
      <Fact name="Status">
        <ReceivedMailBadge status={mail.status} />
      </Fact>
      <Run mail={mail} />
      {mail.workflow ? (
        <Fact name="Workflow">
          <Link href={`/workflows/${mail.workflow.slug}`} className={linkClass}>
            {mail.workflow.name}
          </Link>
        </Fact>
      ) : null}
      {mail.date ? <Fact name="Written">{formatInstant(mail.date)}</Fact> : null}
      <Fact name="Received">
        {formatInstant(mail.receivedAt)}
        {envelope.remoteAddress ? ` from ${envelope.remoteAddress}` : ''}
      </Fact>
    </Facts>
  )
}

function Checks({ checks }: { checks: MailChecks }) {
  return (
    <Section title="Who sent it">
      <p className="text-sm">
        {checks.aligned
          ? 'The sender is proven: SPF or DKIM passed for the domain of the address.'
          : 'The sender is not proven. Anybody could have written this address.'}
      </p>
      <Facts>
        <Fact name="SPF">{checkWords(checks.spf)}</Fact>
        <Fact name="DKIM">{checkWords(checks.dkim)}</Fact>
        <Fact name="DMARC">{checkWords(checks.dmarc)}</Fact>
      </Facts>
    </Section>
  )
}

function Attachments({ mail: { attachments } }: { mail: ReceivedMailView }) {
  if (attachments.length === 0) return null
  return (
    <Section title="Attachments">
      <ul className="space-y-1 text-sm">
        {attachments.map(({ id, fileName, size }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <PaperclipIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <a
              href={pathOf(getFileContentContract, { id })}
              className={cn(linkClass, 'min-w-0 truncate py-0.5')}
              title={fileName}
              download
            >
              {fileName}
            </a>
            <span className="shrink-0 text-muted-foreground">{formatSize(size)}</span>
            <ViewPages file={{ id, fileName }} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Opened({ mail, mayStart }: { mail: ReceivedMailView; mayStart: boolean }) {
  const { id, subject, text, status } = mail
  const isRead = mail.checks !== null
  return (
    <div className="space-y-8">
      <PageHeader title={subject || '(no subject)'}>
        <Button asChild variant="outline" size="sm">
          <a href={pathOf(downloadReceivedMailContract, { id })} download>
            <DownloadIcon aria-hidden />
            Whole message
          </a>
        </Button>
        {mayStart && mail.mayStart ? <StartByHand id={id} /> : null}
      </PageHeader>
      <Reason mail={mail} />
      <Addresses mail={mail} />
      {isRead ? (
        <Section title="Text">
          <div className="rounded-lg border bg-card p-4 text-sm leading-relaxed break-words whitespace-pre-wrap">
            {text || 'It has no text.'}
          </div>
        </Section>
      ) : null}
      {status === 'waiting' && !mail.reason ? (
        <p className="text-sm text-muted-foreground">It is being read.</p>
      ) : null}
      <Attachments mail={mail} />
      {mail.checks ? <Checks checks={mail.checks} /> : null}
    </div>
  )
}

/** A received mail: its text, files and sender, and what it started or why it did nothing. */
export function ReceivedMailPage({ id, mayStart }: { id: string; mayStart: boolean }) {
  const query = useQuery({
    ...queryOf(getReceivedMailContract, { params: { id } }),
    refetchInterval: pollEvery(10_000),
  })
  usePageTitle(query.data?.subject)
  return (
    <Page>
      <BackLink href="/received-mails">Received mail</BackLink>
      <Loaded
        query={query}
        what="The mail"
        isPage
        loading={<LoadingRows label="Loading the mail" rows={6} rowClass="h-5 w-full" />}
      >
        {(mail) => <Opened mail={mail} mayStart={mayStart} />}
      </Loaded>
    </Page>
  )
}
