'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileTextIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { ViewPages } from '#components/documents/view-pages'
import { Age } from '#components/shared/display/age'
import { RunStatusBadge } from '#components/shared/display/status'
import { patientOfRun } from '#components/shared/fields/patient-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { getFileContentContract } from '#lib/contracts/data/files'
import { listPatientRunsContract, type PatientRun } from '#lib/contracts/runs/patients'
import { pathOf } from '#lib/http/client'

function Decisions({ decisions }: Pick<PatientRun, 'decisions'>) {
  if (decisions.length === 0) return null
  return (
    <ul className="text-xs text-muted-foreground">
      {decisions.map(({ title, by, at }, index) => (
        <li key={index} className="wrap-anywhere">
          {title}: {by ?? 'Somebody'}
          {at ? (
            <>
              , <Age at={at} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Documents({ documents }: Pick<PatientRun, 'documents'>) {
  if (documents.length === 0) return null
  return (
    <ul className="text-xs">
      {documents.map(({ id, fileName }) => (
        <li key={id} className="flex min-w-0 items-center gap-1">
          <FileTextIcon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
          <a
            href={pathOf(getFileContentContract, { id })}
            download
            title={fileName}
            className="inline-flex min-h-6 min-w-0 items-center underline underline-offset-2"
          >
            <span className="truncate">{fileName}</span>
          </a>
          <ViewPages file={{ id, fileName }} />
        </li>
      ))}
    </ul>
  )
}

function CaseRow({ run }: { run: PatientRun }) {
  const { id, title, subtitle, workflow, status, createdAt, retriedAs } = run
  return (
    <li className="min-w-0 space-y-1 border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex min-w-0 items-start justify-between gap-2">
        <Link
          href={`/runs/${id}`}
          className="min-w-0 text-sm font-medium underline-offset-2 wrap-anywhere hover:underline"
        >
          {title ?? workflow.name}
        </Link>
        <RunStatusBadge status={status} />
      </div>
      <p className="text-xs text-muted-foreground wrap-anywhere">
        {title ? `${workflow.name} · ` : ''}
        {subtitle ? `${subtitle} · ` : ''}
        started <Age at={createdAt} />
        {retriedAs ? ' · retried later' : ''}
      </p>
      <Decisions decisions={run.decisions} />
      <Documents documents={run.documents} />
    </li>
  )
}

type Props = { runId: string; patientKey: string }

/** The other cases of a patient that the reader may see, the newest first. */
export function PatientCases({ runId, patientKey }: Props) {
  const cases = useInfiniteQuery(
    pagesOf(listPatientRunsContract, { params: { id: runId }, query: { limit: 10 } }),
  )
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="wrap-anywhere">
          Patient <span className="font-medium">{patientKey}</span>
        </span>
        <Link
          href={`/runs?patient=${patientOfRun(runId)}`}
          className="inline-flex min-h-6 items-center text-muted-foreground underline underline-offset-2"
        >
          Show in the list
        </Link>
      </p>
      <PagedList
        query={cases}
        what="The cases of this patient"
        skeletons={{ rows: 3, height: 'h-14' }}
        empty={
          <p className="text-sm text-muted-foreground">You see no other case of this patient.</p>
        }
      >
        {(items) => (
          <ul aria-label="Other cases of this patient">
            {items.map((run) => (
              <CaseRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
