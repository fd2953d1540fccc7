'use client'

import { loadCode } from '#components/shared/loading/load-code'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { getFaxContract, type FaxPage as Fax } from '#lib/contracts/integrations/faxes'
import { FaxFacts } from './fax-facts.tsx'
import { readableNumber } from './fax-number.ts'
import { FaxTries } from './fax-tries.tsx'
import { SendAgain } from './send-again.tsx'
import { StartWorkflow } from './start-workflow.tsx'

const PageViewer = dynamic(
  async () => (await loadCode(() => import('#components/documents/page-viewer'))).PageViewer,
  { loading: () => <Skeleton className="min-h-60" /> },
)

const viewerClass = 'h-[75dvh] min-h-96'

/** The pages of the fax; where it has several files, one after the other. */
function Pages({ fax: { files, direction, status } }: { fax: Fax }) {
  const [chosen, setChosen] = useState(files[0]?.id)
  const [first, ...others] = files
  if (!first)
    return (
      <p className="rounded-md border border-dashed p-6 text-sm text-muted-foreground">
        {direction === 'in' && status === 'receiving'
          ? 'Its pages are being fetched.'
          : 'Its pages are not here: they were deleted with their run, or you may not read them.'}
      </p>
    )
  if (others.length === 0) return <PageViewer fileId={first.id} className={viewerClass} />
  return (
    <Tabs value={chosen ?? first.id} onValueChange={setChosen}>
      <TabsList aria-label="Files of the fax">
        {files.map(({ id, fileName, isCover }) => (
          <TabsTrigger key={id} value={id} className="max-w-60">
            <span className="truncate">{isCover ? 'Cover page' : fileName}</span>
          </TabsTrigger>
        ))}
      </TabsList>
      {files.map(({ id }) => (
        <TabsContent key={id} value={id}>
          <PageViewer fileId={id} className={viewerClass} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

function titleOf({ direction, number }: Fax): string {
  const other = number ? readableNumber(number) : null
  if (direction === 'in') return other ? `Fax from ${other}` : 'Received fax'
  return other ? `Fax to ${other}` : 'Sent fax'
}

function Opened({ fax }: { fax: Fax }) {
  return (
    <div className="space-y-6">
      <PageHeader title={titleOf(fax)}>
        {fax.mayNotAgain === null && fax.direction === 'out' ? <SendAgain fax={fax} /> : null}
        {fax.mayNotAgain === null && fax.direction === 'in' ? <StartWorkflow fax={fax} /> : null}
      </PageHeader>
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="space-y-6">
          <FaxFacts fax={fax} />
          <FaxTries fax={fax} />
        </div>
        <section aria-label="Pages" className="min-w-0">
          <Pages key={fax.files[0]?.id} fax={fax} />
        </section>
      </div>
    </div>
  )
}

const underWay = new Set(['sending', 'queued', 'transmitting', 'receiving'])

/** One fax with its pages; read again every few seconds while it is under way. */
export function FaxPage({ id }: { id: string }) {
  const query = useQuery({
    ...queryOf(getFaxContract, { params: { faxId: id } }),
    refetchInterval: (state) =>
      underWay.has(state.state.data?.status ?? '') ? 3000 : pollEvery(15_000)(state),
  })
  usePageTitle(query.data && titleOf(query.data))
  return (
    <Page>
      <BackLink href="/faxes">Faxes</BackLink>
      <Loaded
        query={query}
        what="The fax"
        isPage
        loading={<LoadingRows label="Loading the fax" rows={5} rowClass="h-6 w-full" />}
      >
        {(fax) => <Opened fax={fax} />}
      </Loaded>
    </Page>
  )
}
