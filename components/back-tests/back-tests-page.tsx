'use client'

import { useQuery } from '@tanstack/react-query'
import { FlaskConicalIcon } from 'lucide-react'
import { BackLink } from '#components/shared/display/back-link'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Segmented } from '#components/ui/input/segmented'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listBackTestsContract, type BackTestSummary } from '#lib/contracts/workflows/back-tests'
import { readWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { EarlierTests } from './earlier-tests.tsx'
import { Result } from './result.tsx'
import { RunComparison } from './run-comparison.tsx'
import { PublishNeeds } from './publish-needs.tsx'
import { StartForm } from './start-form.tsx'
import { TestsOfWorkflow } from './tests-of-workflow.tsx'

/** What the page shows; it stands in the address, so that it can be sent to a colleague. */
export const shownNames = ['tab', 'test', 'group', 'unknown', 'verdict', 'run'] as const
export type Shown = Record<(typeof shownNames)[number], string>
export type Change = (next: Partial<Shown>) => void

const none: Omit<Shown, 'test' | 'tab'> = { group: '', unknown: '', verdict: '', run: '' }
const what =
  'Plays recorded runs again with the draft or a version. Nothing is called or sent: what people and ' +
  'other systems answered is taken from the runs.'

const tabs = { runs: 'On recorded runs', tests: 'Tests and publishing' }

/** The two parts of the page. */
function Parts(props: TestsProps) {
  const { filters, change } = useUrlFilters(shownNames)
  const tab = filters.tab === 'tests' ? 'tests' : 'runs'
  return (
    <>
      <Segmented
        label="Part"
        value={tab}
        options={tabs}
        onChange={(next) => change({ ...none, tab: next })}
      />
      {tab === 'tests' ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <TestsOfWorkflow workflowId={props.workflow.id} />
          <PublishNeeds workflow={props.workflow} />
        </div>
      ) : (
        <Tests {...props} />
      )}
    </>
  )
}

type TestsProps = { workflow: Workflow; tests: BackTestSummary[] }

function Tests({ workflow, tests }: TestsProps) {
  const { filters: shown, change } = useUrlFilters(shownNames)
  const test = tests.find(({ id }) => id === shown.test) ?? tests[0]
  const show = (id: string) => change({ ...none, test: id })
  if (test && shown.run !== '')
    return (
      <RunComparison
        place={{ id: workflow.id, backTestId: test.id, runId: shown.run }}
        what={test.version === null ? 'the draft' : `version ${test.version}`}
        onBack={() => change({ run: '' })}
      />
    )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="space-y-6">
        <StartForm
          workflow={workflow}
          running={tests.find(({ status }) => status === 'running')}
          onStarted={show}
        />
        <EarlierTests tests={tests} shown={test?.id} onShow={show} />
      </div>
      {test ? (
        <Result key={test.id} workflow={workflow} test={test} shown={shown} change={change} />
      ) : (
        <EmptyState
          icon={FlaskConicalIcon}
          title="Nothing was tested yet"
          description="Start with the newest 100 runs: a few seconds later you see which of them would go another way, and why."
        />
      )}
    </div>
  )
}

/** What a change would have done with the runs of a workflow that are recorded. */
export function BackTestsPage({ id }: { id: string }) {
  const workflow = useQuery(queryOf(readWorkflowContract, { params: { id } }))
  const tests = useQuery(queryOf(listBackTestsContract, { params: { id } }))
  usePageTitle(workflow.data ? `Back-test · ${workflow.data.name}` : undefined)
  return (
    <Page>
      <BackLink href={`/workflows/${id}`}>{workflow.data?.name ?? 'The workflow'}</BackLink>
      <PageHeader title="Back-test" description={what} />
      <Loaded
        query={workflow}
        what="The workflow"
        loading={<LoadingRows label="Loading the workflow" rows={3} rowClass="h-16 w-full" />}
      >
        {(loaded) => (
          <Loaded
            query={tests}
            what="The back-tests"
            loading={<LoadingRows label="Loading back-tests" rows={3} rowClass="h-16 w-full" />}
          >
            {({ items }) => <Parts workflow={loaded} tests={items} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
