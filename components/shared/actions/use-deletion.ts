'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { UsedBy } from '#lib/contracts/used-by'

/** What is sent with the deletion of a thing that workflows name. */
export type DeletionOfUsed = { replaceWith?: string; confirm?: string }

type Other = { value: string; title: string }

export type UsedThing = {
  name: string
  /** By which workflows name it. */
  ownName: string
  /** The start of the keys of what this dialog reads. */
  queryKey: unknown[]
  /** Read when the dialog opens. */
  readUsedBy(signal: AbortSignal): Promise<UsedBy[]>
  /** What could take its place; the thing itself may be among them. */
  readOthers(signal: AbortSignal): Promise<Other[]>
}

/** What was typed to confirm, and what takes the place of the thing. */
const nothingChosen = { typed: '', replaceWith: '' }

/** Read again each time that the dialog opens. */
const fresh = { staleTime: 0, gcTime: 0, retry: false } as const

/**
 * What a person has decided about the deletion of a thing. `usedBy` are the workflows that name it
 * (undefined while unknown), `others` what they can use instead. The name must be typed when there
 * are such workflows, or when that is not known; a replacement makes that needless.
 */
export function useDeletion(thing: UsedThing, open: boolean) {
  const { name, ownName, queryKey, readUsedBy, readOthers } = thing
  const { control, register, handleSubmit, reset } = useForm({ defaultValues: nothingChosen })
  const { typed = '', replaceWith = '' } = useWatch({ control })
  const users = useQuery({
    queryKey: [...queryKey, 'used-by'],
    queryFn: ({ signal }) => readUsedBy(signal),
    enabled: open,
    ...fresh,
  })
  const usedBy = users.data
  const isUsed = usedBy !== undefined && usedBy.length > 0
  const others = useQuery({
    queryKey: [...queryKey, 'others'],
    queryFn: ({ signal }) => readOthers(signal),
    enabled: open && isUsed,
    ...fresh,
  })
  const needsName = users.isError || isUsed
  const isConfirmed = needsName ? typed.trim() === name.trim() : usedBy !== undefined
  const confirmation: DeletionOfUsed = needsName ? { confirm: ownName } : {}
  return {
    usedBy,
    isUsed,
    isReading: users.isFetching,
    hasFailed: users.isError,
    others: (others.data ?? []).filter(({ value }) => value !== ownName),
    register,
    handleSubmit,
    replaceWith,
    mustType: needsName && !users.isFetching && replaceWith === '',
    isReady: !users.isFetching && (replaceWith !== '' || isConfirmed),
    deletion: replaceWith ? { replaceWith } : confirmation,
    reset: () => reset(nothingChosen),
  }
}
export type Deletion = ReturnType<typeof useDeletion>
