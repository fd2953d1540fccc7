'use client'

import type { FieldProps } from '@rjsf/utils'
import { getDefaultRegistry } from '@rjsf/core'
import { AddressCheck } from './address-check.tsx'

const ObjectField = getDefaultRegistry().fields['ObjectField'] as React.ComponentType<FieldProps>

/** The fields of a postal address, with a button that checks it and offers its correction. */
export function PostalAddressField(props: FieldProps) {
  const { formData, onChange, fieldPathId, disabled, readonly } = props
  return (
    <div className="space-y-3">
      <ObjectField {...props} />
      <AddressCheck
        value={formData}
        disabled={Boolean(disabled || readonly)}
        onChange={(next) => onChange(next, fieldPathId.path, undefined, fieldPathId.$id)}
      />
    </div>
  )
}
