'use client'

import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import type { SsoKind } from '#lib/domain/single-sign-on/connection'
import { OidcForm } from './oidc-form.tsx'
import { SamlForm } from './saml-form.tsx'

/** Adds an identity provider as a draft. */
export function AddProvider() {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<SsoKind>('oidc')
  const Form = kind === 'oidc' ? OidcForm : SamlForm
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <PlusIcon aria-hidden /> Add provider
        </Button>
      </DialogTrigger>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Add an identity provider</DialogTitle>
          <DialogDescription>
            You get the addresses to enter there, and test it before anybody uses it.
          </DialogDescription>
        </DialogHeader>
        <Segmented
          label="Protocol"
          value={kind}
          onChange={setKind}
          options={{ oidc: 'OpenID Connect', saml: 'SAML 2.0' }}
        />
        <Form connection={undefined} onSaved={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}
