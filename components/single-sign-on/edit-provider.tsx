'use client'

import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import type { SsoConnectionView } from '#lib/contracts/organization/single-sign-on'
import { OidcForm } from './oidc-form.tsx'
import { SamlForm } from './saml-form.tsx'

/** Changes the settings of an identity provider. */
export function EditProvider({ connection }: { connection: SsoConnectionView }) {
  const [open, setOpen] = useState(false)
  const Form = connection.kind === 'oidc' ? OidcForm : SamlForm
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="sm" variant="outline">
          Edit<span className="sr-only"> {connection.name}</span>
        </Button>
      </DialogTrigger>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Edit “{connection.name}”</DialogTitle>
          <DialogDescription>
            Another issuer, client or entity must be tested again before people use it.
          </DialogDescription>
        </DialogHeader>
        <Form connection={connection} onSaved={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}
