import { useInfiniteQuery } from '@tanstack/react-query'
import { listPoliciesContract } from '#lib/contracts/policies'
import { call } from '#lib/http/client'

/** The organization's policies, by id, page by page. */
export const usePolicies = () =>
  useInfiniteQuery({
    queryKey: ['policies'],
    queryFn: ({ pageParam, signal }) =>
      call(listPoliciesContract, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
