import { z } from 'zod'
import { contract } from '../contract.ts'

export const readHealthContract = contract({
  id: 'readHealth',
  method: 'GET',
  path: '/api/health',
  unlimited: true,
  summary: 'Check that the process is alive',
  description: 'For what restarts the process. Does not check the database.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'It is alive.',
      schema: z.object({ status: z.literal('ok'), uptimeSeconds: z.int() }),
    },
  },
})

export const readReadinessContract = contract({
  id: 'readReadiness',
  method: 'GET',
  path: '/api/ready',
  unlimited: true,
  summary: 'Check that the process can serve requests',
  description:
    'For load balancers. It tries a write that is rolled back, and answers 503 while that fails ' +
    'or no worker is alive; `details.reason` is then `database`, `storage` or `no_worker`. ' +
    '`workers` is the number of live workers.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'It can serve requests.',
      schema: z.object({ status: z.literal('ready'), workers: z.int() }),
    },
  },
  errorStatuses: [503],
})

export const readMetricsContract = contract({
  id: 'readMetrics',
  method: 'GET',
  path: '/api/metrics',
  unlimited: true,
  summary: 'Read the metrics of the whole service for Prometheus',
  description:
    'Needs the METRICS_TOKEN of the operator as `Authorization: Bearer <token>`; ' +
    'API keys are not accepted. Contains no ids and no patient data.',
  tag: 'Reference',
  auth: 'public',
  returns: {
    200: {
      description: 'The metrics in Prometheus’ text format 0.0.4.',
      contentType: 'text/plain',
    },
  },
  errorStatuses: [401, 403],
})
