'use client'

import { usePageTitle } from '#components/shared/display/use-page-title'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { queryOf } from '#components/shared/loading/queries'
import { Loaded } from '#components/shared/loading/loaded'
import { RunReference } from '#components/copy/run-reference'
import { FoundElsewhere } from '#components/shell/found-elsewhere'
import { Button } from '#components/ui/input/button'
import { beginUploadContract } from '#lib/contracts/data/files'
import { getFormContract, submitFormContract } from '#lib/contracts/workflows/forms'
import { call } from '#lib/http/client'
import { FillForm } from './fill-form-at-touch.tsx'
import { LoadingForm } from './loading-form.tsx'
import { AddressChecks } from '../letters/address-checks.ts'
import { StartForm } from './start-form.tsx'

/** Addresses are checked by the only connection for letters. */
const anyConnection = {}

/** A manual form for people of the organization; after sending, it leads to the run. */
export function MemberFormPage({ slug }: { slug: string }) {
  const query = useQuery({
    ...queryOf(getFormContract, { params: { slug } }),
    refetchOnWindowFocus: false,
  })
  usePageTitle(query.data?.title)
  const send = async (data: Record<string, unknown>, key: string) => {
    const headers = { 'idempotency-key': key }
    const { runId } = await call(submitFormContract, { params: { slug }, body: { data }, headers })
    return { reference: runId }
  }
  return (
    <Page className="max-w-2xl">
      <BackLink href="/forms">Forms</BackLink>
      <Loaded
        query={query}
        what="This form"
        isPage
        loading={<LoadingForm />}
        belowFailure={(error) => <FoundElsewhere kind="form" id={slug} error={error} />}
      >
        {(form) => (
          <AddressChecks.Provider value={anyConnection}>
            <StartForm
              id={form.workflowId}
              title={form.title}
              description={form.description}
              schema={form.schema}
              uiSchema={form.uiSchema}
              uploadPath={beginUploadContract.path}
              Form={FillForm}
              send={send}
              afterwards={(runId) => (
                <div className="flex flex-col items-center gap-3">
                  <RunReference runId={runId} />
                  <Button asChild>
                    <Link href={`/runs/${runId}`}>See the run</Link>
                  </Button>
                </div>
              )}
            />
          </AddressChecks.Provider>
        )}
      </Loaded>
    </Page>
  )
}
