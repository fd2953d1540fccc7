'use client'

import dynamic from 'next/dynamic'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUpIcon, PencilIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { loadCode } from '#components/shared/loading/load-code'
import { UsedByList } from '#components/shared/display/used-by-list'
import { DeleteUsed, type DeletionOfUsed } from '#components/shared/actions/delete-used'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Button } from '#components/ui/input/button'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { keyOf, queryOf, refresh } from '#components/shared/loading/queries'
import {
  deletePolicyContract,
  getPolicyContract,
  listPoliciesContract,
  type PolicyDetail,
  type PolicyView,
} from '#lib/contracts/data/policies'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { readAll } from '#components/shared/loading/all-of'
import { PolicyUpload } from './policy-upload.tsx'

const PolicyText = dynamic(
  async () => (await loadCode(() => import('./policy-text.tsx'))).PolicyText,
  {
    ssr: false,
    loading: () => <Skeleton className="h-48 w-full" />,
  },
)

const PolicyTextForm = dynamic(
  async () => (await loadCode(() => import('./policy-text-form.tsx'))).PolicyTextForm,
  { ssr: false, loading: () => <Skeleton className="h-48 w-full" /> },
)

type Mode = 'read' | 'edit' | 'replace'
type OpenedProps = { policy: PolicyDetail; canManage: boolean; onClose(): void }

function Opened({ policy, canManage, onClose }: OpenedProps) {
  const client = useQueryClient()
  const [mode, setMode] = useState<Mode>('read')
  const usedId = useId()
  const changed = async (sentence: string) => {
    await refresh(client, listPoliciesContract, getPolicyContract)
    toast.success(sentence)
    setMode('read')
  }
  if (mode === 'edit')
    return (
      <PolicyTextForm
        existing={policy}
        onDone={() => void changed('The policy is saved.')}
        onCancel={() => setMode('read')}
      />
    )
  if (mode === 'replace')
    return (
      <PolicyUpload
        policyId={policy.id}
        taken={[]}
        onDone={() => void changed('The document is replaced.')}
        onCancel={() => setMode('read')}
      />
    )
  return (
    <>
      {canManage ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => setMode('edit')}>
            <PencilIcon aria-hidden /> Edit the text
          </Button>
          <Button variant="outline" size="sm" onClick={() => setMode('replace')}>
            <FileUpIcon aria-hidden /> Replace by a document
          </Button>
          <DeletePolicy policy={policy} onDeleted={onClose} />
        </div>
      ) : null}
      <section className="space-y-2" aria-labelledby={usedId}>
        <h3 id={usedId} className="text-sm font-semibold">
          Used by
        </h3>
        <UsedByList
          usedBy={policy.usedBy}
          usedByOthers={policy.usedByOthers}
          none="No workflow names it yet. The step “Policy text” reads it."
        />
      </section>
      <PolicyText text={policy.text} />
    </>
  )
}

type DeleteProps = { policy: PolicyView; onDeleted(): void }

function DeletePolicy({ policy: { id, title }, onDeleted }: DeleteProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) =>
      call(deletePolicyContract, { params: { policyId: id }, query }),
    onSuccess: () => {
      toast.success(`“${title}” is deleted.`)
      onDeleted()
      client.removeQueries({ queryKey: keyOf(getPolicyContract) })
      void refresh(client, listPoliciesContract)
    },
    onError: (error) => toast.error(error.message),
  })
  const readOthers = async (signal: AbortSignal) => {
    const items = await readAll(listPoliciesContract, signal)
    return items.map((other) => ({ value: other.id, title: other.title }))
  }
  const readUsedBy = async (signal: AbortSignal) =>
    await call(getPolicyContract, { params: { policyId: id }, signal })
  return (
    <DeleteUsed
      name={title}
      description={`Anything that still names “${id}” finds nothing. This cannot be undone.`}
      queryKey={keyOf(getPolicyContract, 'used', id)}
      ownName={id}
      onConfirm={(query) => remove.mutate(query)}
      readOthers={readOthers}
      readUsedBy={readUsedBy}
    />
  )
}

type SheetProps = { id: string | null; canManage: boolean; onClose(): void }

/** One policy at the side: its text as workflows read it, and its actions. */
export function PolicySheet({ id, canManage, onClose }: SheetProps) {
  const query = useQuery({
    ...queryOf(getPolicyContract, { params: { policyId: id ?? '' } }),
    enabled: id !== null,
  })
  const policy = query.data
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle>{policy?.title ?? id ?? 'Policy'}</SheetTitle>
          <SheetDescription>
            <code>{id}</code>
            {policy ? describeSize(policy) : ''}
          </SheetDescription>
        </SheetHeader>
        {policy ? (
          <Opened key={policy.id} policy={policy} canManage={canManage} onClose={onClose} />
        ) : null}
        {!policy && query.isError ? (
          <LoadFailure what="The policy" error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {policy || query.isError ? null : <LoadingPolicy />}
      </SheetContent>
    </Sheet>
  )
}

/** How long the text is, and the document that it is from. */
function describeSize({ length, fileName }: PolicyView): string {
  const size = ` · ${countOf(length, 'character')}`
  return fileName ? `${size} · from ${fileName}` : size
}

function LoadingPolicy() {
  return (
    <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the policy">
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className="h-4 w-full" />
      ))}
    </div>
  )
}
