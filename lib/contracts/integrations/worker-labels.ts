import { z } from 'zod'
import { contract } from '../contract.ts'

const workerLabelsSchema = z.object({
  items: z.array(
    z.object({
      label: z.string(),
      workers: z.int().describe('How many living workers serve it; 0: what is bound to it waits.'),
    }),
  ),
  unbound: z.int().describe('How many living workers serve what is bound to no label.'),
})
export type WorkerLabels = z.infer<typeof workerLabelsSchema>

export const listWorkerLabelsContract = contract({
  id: 'listWorkerLabels',
  method: 'GET',
  path: '/api/v2/worker-labels',
  summary: 'List the labels of workers, which connections and workflows may be bound to',
  description:
    'A worker process says by its setting `WORKER_LABELS` what it serves. A connection or a workflow ' +
    'that is bound to a label is called and executed by those workers only.',
  tag: 'Connections',
  returns: {
    200: {
      description: 'Labels that living workers serve, and those that something is bound to.',
      schema: workerLabelsSchema,
    },
  },
})
