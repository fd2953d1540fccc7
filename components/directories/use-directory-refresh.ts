'use client'

import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#components/shared/loading/queries'
import {
  listDirectoriesContract,
  listDirectoryGroupsContract,
  listDirectoryUsersContract,
} from '#lib/contracts/organization/directories'
import { listMembersContract } from '#lib/contracts/organization/members'

/** Reads everything again that a change of a directory may have changed. */
export function useDirectoryRefresh(): () => void {
  const client = useQueryClient()
  return () =>
    void refresh(
      client,
      listDirectoriesContract,
      listDirectoryGroupsContract,
      listDirectoryUsersContract,
      listMembersContract,
    )
}
