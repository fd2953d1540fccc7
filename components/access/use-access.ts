'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  getAccessContract,
  getFolderAccessContract,
  getWorkflowAccessContract,
  setAccessContract,
  setFolderAccessContract,
  setWorkflowAccessContract,
  type AccessView,
} from '#lib/contracts/organization/access'
import type { AccessRules } from '#lib/domain/access/rules'
import { call } from '#lib/http/client'

/** Where rules stand. */
export type AccessAt =
  | { level: 'organization' }
  | { level: 'folder' | 'workflow'; id: string; name: string }

const readContracts = [getAccessContract, getFolderAccessContract, getWorkflowAccessContract]

function queryAt(at: AccessAt) {
  if (at.level === 'organization') return queryOf(getAccessContract)
  const params = { id: at.id }
  if (at.level === 'folder') return queryOf(getFolderAccessContract, { params })
  return queryOf(getWorkflowAccessContract, { params })
}

type Change = { rules: AccessRules; revision: number }

async function setAt(at: AccessAt, body: Change): Promise<AccessView> {
  if (at.level === 'organization') return await call(setAccessContract, { body })
  const input = { params: { id: at.id }, body }
  if (at.level === 'folder') return await call(setFolderAccessContract, input)
  return await call(setWorkflowAccessContract, input)
}

/** The rules of a place, and how they are replaced. */
export function useAccess(at: AccessAt) {
  const client = useQueryClient()
  const query = useQuery(queryAt(at))
  const set = useMutation({
    mutationFn: (change: Change) => setAt(at, change),
    // Places below inherit from this one.
    onSettled: () => refresh(client, ...readContracts),
  })
  return { query, set }
}
