'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { DeleteUsed, type DeletionOfUsed } from '#components/shared/actions/delete-used'
import { keyOf, refresh } from '#components/shared/loading/queries'
import {
  deleteTemplateContract,
  getTemplateContract,
  listTemplatesContract,
  type TemplateView,
} from '#lib/contracts/data/templates'
import { call } from '#lib/http/client'
import { readAll } from '#components/shared/loading/all-of'

/** Deletes the template, or lets its users name another one instead. */
export function DeleteTemplate({ template: { id, name, slug } }: { template: TemplateView }) {
  const client = useQueryClient()
  const router = useRouter()
  const params = { template: id }
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) => call(deleteTemplateContract, { params, query }),
    onSuccess: () => {
      toast.success(`“${name}” is deleted.`)
      router.push('/templates')
      void refresh(client, listTemplatesContract)
    },
    onError: (error) => toast.error(error.message),
  })
  const readOthers = async (signal: AbortSignal) => {
    const items = await readAll(listTemplatesContract, signal)
    return items.map((other) => ({ value: other.slug, title: other.name }))
  }
  return (
    <DeleteUsed
      name={name}
      description="All its versions are gone. This cannot be undone."
      queryKey={keyOf(getTemplateContract, 'used', id)}
      ownName={slug}
      onConfirm={(query) => remove.mutate(query)}
      readOthers={readOthers}
      readUsedBy={async (signal) => await call(getTemplateContract, { params, signal })}
    />
  )
}
