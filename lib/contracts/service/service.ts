import { z } from 'zod'
import { contract } from '../contract.ts'

export const readHealthContract = contract({
  id: 'readHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the process lives',
  description: 'For whoever restarts processes. Says nothing of the database.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'It lives.',
      schema: z.object({ status: z.literal('ok'), uptimeSeconds: z.int() }),
    },
  },
})

export const readReadinessContract = contract({
  id: 'readReadiness',
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether the process can serve',
  description:
    'For load balancers. It tries a write that nothing stays of, and answers 503 while that fails or no worker lives; `details.reason` is then `database`, `storage` or `no_worker`. `workers` is the number of workers alive.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'It can serve.',
      schema: z.object({ status: z.literal('ready'), workers: z.int() }),
    },
  },
  errorStatuses: [503],
})

export const readMetricsContract = contract({
  id: 'readMetrics',
  method: 'GET',
  path: '/api/metrics',
  summary: 'Numbers of the whole service for Prometheus',
  description:
    'Needs the METRICS_TOKEN of whoever runs the service as `Authorization: Bearer <token>`; API keys do not open it. Holds no ids and no patient data.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'The numbers in Prometheus’ text format 0.0.4.',
      contentType: 'text/plain',
    },
  },
  errorStatuses: [401, 403],
})
