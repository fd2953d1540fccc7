import { inOrganization } from '#db/client'
import type { WorkerOptions } from '#lib/engine/worker'
import { env } from '#lib/env'
import { publicFetch } from '#lib/integrations/public-fetch'
import { openConnection } from '#lib/operations/connections/open-connection'
import { storeRunFile } from '#lib/operations/files/store-run-file'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { queueMail } from '#lib/operations/mails/queue-mail'
import { getPolicyOrThrow } from '#lib/operations/policies/find-policy'
import type { StepServices } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { runStepCode } from './customer-code.ts'

/** The composition root: what the engine and the steps ask of the product, and who gives it. */
const stepServices: StepServices = {
  runCode: runStepCode,
  sendMail: async (organizationId, mail) => await inOrganization(organizationId, (tx) => queueMail(tx, organizationId, mail)),
  async policyText(organizationId, policyId) {
    const { title, text } = await inOrganization(organizationId, (tx) => getPolicyOrThrow(tx, policyId))
    return { policyId, title, text }
  },
  storeFile: storeRunFile,
  fetchPublic: async (request) => await publicFetch(request, env().HTTP_ALLOW_PRIVATE),
}

/** What a worker process of this product does. */
export function workerOptions(): WorkerOptions {
  return { services: stepServices, stepTypes, openConnection, handlers: { mail: deliverMail } }
}
