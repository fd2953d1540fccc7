'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormEnd } from './form-end.tsx'
import { FormProtection } from './form-protection.tsx'
import { cn } from '#components/ui/cn'
import { CopyButton } from '../../../copy/copy-button.tsx'
import { Switch } from '#components/ui/input/switch'
import { updateWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'

/** The two links to the form: for members, and, when switched on, for anyone who has it. */
export function FormSharing({
  workflow,
  onWorkflow,
}: {
  workflow: Workflow
  onWorkflow(workflow: Workflow): void
}) {
  const share = useMutation({
    mutationFn: (formPublic: boolean) =>
      call(updateWorkflowContract, { params: { id: workflow.id }, body: { formPublic } }),
    onSuccess: onWorkflow,
  })
  if (!workflow.published)
    return (
      <p className="text-sm text-muted-foreground">
        The form has its own link as soon as the workflow is published.
      </p>
    )
  const own = `${window.location.origin}/forms/${workflow.slug}`
  const { formPublic, formToken } = workflow
  return (
    <div className="space-y-5">
      <Link label="For members of the organization" address={own} />
      <div className="space-y-2">
        <div className="flex items-center justify-between gap-3">
          <label htmlFor="form_public" className="text-sm font-medium">
            Anyone with the link may fill it in
          </label>
          <Switch
            id="form_public"
            checked={formPublic}
            disabled={share.isPending || workflow.mayNot.edit !== undefined}
            onCheckedChange={(checked) => share.mutate(checked)}
          />
        </div>
        <p className="text-xs text-muted-foreground">
          No sign-in is asked. Switching it off ends the link at once.
        </p>
        {share.isError ? (
          <p role="alert" className="text-sm text-destructive">
            {share.error.message}
          </p>
        ) : null}
        {formPublic && formToken !== null ? (
          <>
            <Link label="Shared link" address={`${window.location.origin}/f/${formToken}`} />
            <FormEnd workflow={workflow} onWorkflow={onWorkflow} />
            <FormProtection workflow={workflow} onWorkflow={onWorkflow} />
          </>
        ) : null}
      </div>
    </div>
  )
}

const addressClass = cn(
  'min-w-0 grow truncate rounded-md border bg-muted/40 px-2.5 py-1.5 font-mono text-xs',
  'text-primary underline-offset-2 outline-none hover:underline focus-visible:ring-2',
  'focus-visible:ring-ring',
)

function Link({ label, address }: { label: string; address: string }) {
  const shown = useRef<HTMLAnchorElement>(null)
  return (
    <div className="space-y-1">
      <p className="text-sm font-medium">{label}</p>
      <div className="flex items-center gap-1">
        <a ref={shown} href={address} className={addressClass}>
          {address}
        </a>
        <CopyButton variant="outline" text={address} label={`Copy: ${label}`} shown={shown} />
      </div>
    </div>
  )
}
