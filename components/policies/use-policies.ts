import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#components/shared/loading/queries'
import { listPoliciesContract } from '#lib/contracts/data/policies'

/** The organization's policies, by id, page by page. */
export const usePolicies = () =>
  useInfiniteQuery({
    ...pagesOf(listPoliciesContract),
  })
