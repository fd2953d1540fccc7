'use client'

import type { Workflow } from '#lib/contracts/workflows/workflows'
import { ReadOnlyFields } from '../read-only-fields.tsx'
import { ApiStart } from './api-start.tsx'
import { FormSharing } from './form-sharing.tsx'
import { FormWords } from './form-words.tsx'
import { MailTrigger } from './mail-trigger.tsx'
import { WebhookTrigger } from './webhook/webhook-trigger.tsx'

type Props = { workflow: Workflow; onWorkflow(workflow: Workflow): void }

/** How others reach the workflow: by its form, in which words, by mail, by webhook, and by API. */
export function ShareTab({ workflow, onWorkflow }: Props) {
  return (
    <>
      <FormSharing workflow={workflow} onWorkflow={onWorkflow} />
      <ReadOnlyFields>
        <FormWords workflow={workflow} />
      </ReadOnlyFields>
      <MailTrigger workflow={workflow} />
      <WebhookTrigger workflow={workflow} />
      <ApiStart workflow={workflow} />
    </>
  )
}
