'use client'

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import {
  listWorkerLabelsContract,
  type WorkerLabels,
} from '#lib/contracts/integrations/worker-labels'

/** Whether a label is known to be served by nobody; false while that is not known. */
export const isUnserved = (known: WorkerLabels | undefined, label: string): boolean =>
  known !== undefined && !known.items.some((item) => item.label === label && item.workers > 0)

/** The labels of workers, for fields and warnings; workers come and go. */
export const useWorkerLabels = () =>
  useQuery({ ...queryOf(listWorkerLabelsContract), refetchInterval: 15_000 })
