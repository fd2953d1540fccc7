'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUpIcon, PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { DeleteUsed, type DeletionOfUsed } from '#components/shared/delete-used'
import { LoadFailure } from '#components/shared/load-failure'
import { Button } from '#components/ui/button'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/sheet'
import { Skeleton } from '#components/ui/skeleton'
import { keyOf, queryOf, refresh } from '#components/shared/queries'
import {
  deletePolicyContract,
  getPolicyContract,
  listPoliciesContract,
  type PolicyView,
} from '#lib/contracts/data/policies'
import { call } from '#lib/http/client'
import { useTypedGuard } from '#components/shared/use-typed-guard'
import { PolicyText } from './policy-text.tsx'
import { PolicyTextForm } from './policy-text-form.tsx'
import { PolicyUpload } from './policy-upload.tsx'

type Mode = 'read' | 'edit' | 'replace'

function Opened({
  policy,
  canManage,
  onClose,
}: {
  policy: PolicyView
  canManage: boolean
  onClose(): void
}) {
  const client = useQueryClient()
  const [mode, setMode] = useState<Mode>('read')
  const changed = async (sentence: string) => {
    await refresh(client, listPoliciesContract, getPolicyContract)
    toast.success(sentence)
    setMode('read')
  }
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) =>
      call(deletePolicyContract, { params: { policyId: policy.id }, query }),
    onSuccess: () => {
      toast.success(`“${policy.title}” is deleted.`)
      onClose()
      client.removeQueries({ queryKey: keyOf(getPolicyContract) })
      void refresh(client, listPoliciesContract)
    },
    onError: (error) => toast.error(error.message),
  })
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
          <DeleteUsed
            name={policy.title}
            description={`Anything that still names “${policy.id}” finds nothing. This cannot be undone.`}
            queryKey={keyOf(getPolicyContract, 'used', policy.id)}
            ownName={policy.id}
            onConfirm={(query) => remove.mutate(query)}
            readOthers={async (signal) => {
              const query = { limit: 200 }
              const asked = { query, signal }
              const { items } = await call(listPoliciesContract, asked)
              return items.map(({ id, title }) => ({ value: id, title }))
            }}
            readUsedBy={async (signal) =>
              (await call(getPolicyContract, { params: { policyId: policy.id }, signal })).usedBy
            }
          />
        </div>
      ) : null}
      <PolicyText text={policy.text} />
    </>
  )
}

/** One policy at the side: its text as workflows read it, and what may be done with it. */
export function PolicySheet({
  id,
  canManage,
  onClose,
}: {
  id: string | null
  canManage: boolean
  onClose(): void
}) {
  const query = useQuery({
    ...queryOf(getPolicyContract, { params: { policyId: id ?? '' } }),
    enabled: id !== null,
  })
  const guard = useTypedGuard(id !== null)
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-2xl" {...guard}>
        <SheetHeader>
          <SheetTitle>{query.data?.title ?? id ?? 'Policy'}</SheetTitle>
          <SheetDescription>
            <code>{id}</code>
            {query.data
              ? ` · ${query.data.length.toLocaleString()} characters${query.data.fileName ? ` · from ${query.data.fileName}` : ''}`
              : ''}
          </SheetDescription>
        </SheetHeader>
        {query.data ? (
          <Opened key={query.data.id} policy={query.data} canManage={canManage} onClose={onClose} />
        ) : query.isError ? (
          <LoadFailure what="The policy" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the policy">
            {[0, 1, 2, 3, 4, 5].map((line) => (
              <Skeleton key={line} className="h-4 w-full" />
            ))}
          </div>
        )}
      </SheetContent>
    </Sheet>
  )
}
