'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCwIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { refresh } from '#components/shared/loading/queries'
import {
  getSecurityContract,
  replaceRecoveryCodesContract,
  type SecurityView,
} from '#lib/contracts/organization/security'
import { call } from '#lib/http/client'
import { FactorRow } from './factor-row.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ security }: { security: SecurityView }) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const replace = useMutation({
    mutationFn: () => call(replaceRecoveryCodesContract),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, getSecurityContract),
  })
  const { totp, passkeys, recoveryCodesLeft } = security
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <FactorRow
      title="Recovery codes"
      description={
        hasFactor
          ? `${recoveryCodesLeft} of 10 left, for when the others are lost.`
          : 'You get them with your first second factor.'
      }
      action={
        hasFactor ? (
          <ConfirmButton
            icon={RefreshCwIcon}
            label="Make new ones"
            title="Make new recovery codes?"
            description="The old ones stop working at once."
            confirm="Make new ones"
            keep="Keep the old ones"
            onConfirm={() => replace.mutate()}
          />
        ) : undefined
      }
    >
      {codes ? <NewCodesDialog codes={codes} onDone={() => setCodes(undefined)} /> : null}
    </FactorRow>
  )
}
