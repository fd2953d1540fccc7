import { useInfiniteQuery } from '@tanstack/react-query'
import { listPoliciesContract, type PolicySummary } from '#lib/contracts/policies'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'

/** The organization's policies, by id, page by page. */
export const usePolicies = () =>
  useInfiniteQuery({
    queryKey: ['policies'],
    queryFn: ({ pageParam, signal }) => call<Page<PolicySummary>>(listPoliciesContract, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
