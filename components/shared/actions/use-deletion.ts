'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { UsedBy } from '#lib/contracts/used-by'

/** The data of a request to delete a thing that workflows name. */
export type DeletionOfUsed = { replaceWith?: string; confirm?: string }

type Other = { value: string; title: string }

/** `usedByOthers`: how many more there are that the person does not see. */
export type Users = { usedBy: UsedBy[]; usedByOthers: number }

export type UsedThing = {
  name: string
  /** By which workflows name it. */
  ownName: string
  /** The start of the keys of this dialog's queries. */
  queryKey: unknown[]
  /** Read when the dialog opens. */
  readUsedBy(signal: AbortSignal): Promise<Users>
  /** The possible replacements; the thing itself may be among them. */
  readOthers(signal: AbortSignal): Promise<Other[]>
}

/** The typed confirmation, and the replacement of the thing. */
const nothingChosen = { typed: '', replaceWith: '' }

/** Read again each time that the dialog opens. */
const fresh = { staleTime: 0, gcTime: 0, retry: false } as const

/**
 * A person's decisions about the deletion of a thing. `usedBy` are the workflows that name it
 * (undefined while unknown), `others` the possible replacements. The name must be typed when there
 * are such workflows, or when that is unknown, unless a replacement is chosen.
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
  const usedBy = users.data?.usedBy
  const usedByOthers = users.data?.usedByOthers ?? 0
  const isUsed = usedByOthers > 0 || (usedBy !== undefined && usedBy.length > 0)
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
    usedByOthers,
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
