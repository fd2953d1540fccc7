'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  getBackTestContract,
  listBackTestsContract,
  stopBackTestContract,
} from '#lib/contracts/workflows/back-tests'
import { call } from '#lib/http/client'

type Place = { id: string; backTestId: string }
const pollMs = 700

/** A back-test as it goes on, and how to stop it. */
export function useBackTest(place: Place) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getBackTestContract, { params: place }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  })
  const stop = useMutation({
    mutationFn: () => call(stopBackTestContract, { params: place }),
    onSuccess: () => refresh(client, getBackTestContract, listBackTestsContract),
  })
  const status = query.data?.status
  const before = useRef(status)
  useEffect(() => {
    // The list says running until it is read again.
    if (before.current === 'running' && status !== 'running')
      void refresh(client, listBackTestsContract)
    before.current = status
  }, [status, client])
  return { query, stop }
}
