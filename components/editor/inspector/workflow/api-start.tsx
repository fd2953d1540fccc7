'use client'

import { CodeBlock } from '#components/docs/code-block'
import { Link } from '#components/shared/navigation/link'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { useEditor } from '../../store-context.ts'
import { ShareSection } from './share-section.tsx'

const linkClass = 'underline underline-offset-4'

/** How another system starts the workflow: with one request, as its webhook for example. */
export function ApiStart({ workflow }: { workflow: Workflow }) {
  const form = useEditor((state) => state.definition.startData)
  const address = `${window.location.origin}/api/v2/workflows/${workflow.slug}/runs`
  const body = JSON.stringify({ startData: sampleValue(form) ?? {} }, null, 2)
  const request = [
    `POST ${address}`,
    'Authorization: Bearer <an API key>',
    'Content-Type: application/json',
    '',
    body,
  ].join('\n')
  return (
    <ShareSection name="api" title="Start by API">
      <p className="text-sm text-muted-foreground">
        {workflow.published
          ? 'One request starts it, by a program with an API key.'
          : 'One request starts it as soon as it is published.'}{' '}
        Its{' '}
        <Link href="/settings?tab=api-keys" className={linkClass}>
          API key
        </Link>{' '}
        may be limited to this workflow.{' '}
        <Link href="/docs/runs#op-startRun" className={linkClass}>
          More
        </Link>
      </p>
      <CodeBlock label="Request that starts it" text={request} />
    </ShareSection>
  )
}
