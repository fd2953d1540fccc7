'use client'

import type { FieldProps } from '@rjsf/utils'
import { getDefaultRegistry } from '@rjsf/core'
import { lazy, Suspense, useContext } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { AddressChecks } from './address-checks.ts'

const AddressCheck = lazy(async () => ({
  default: (await loadCode(() => import('./address-check.tsx'))).AddressCheck,
}))

const ObjectField = getDefaultRegistry().fields['ObjectField'] as React.ComponentType<FieldProps>

/** The fields of a postal address, with a button that checks it and offers its correction. */
export function PostalAddressField(props: FieldProps) {
  const canCheck = useContext(AddressChecks) !== null
  const { formData, onChange, fieldPathId, disabled, readonly } = props
  return (
    <div className="space-y-3">
      <ObjectField {...props} />
      {canCheck ? (
        <Suspense fallback={null}>
          <AddressCheck
            value={formData}
            disabled={Boolean(disabled || readonly)}
            onChange={(next) => onChange(next, fieldPathId.path, undefined, fieldPathId.$id)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
