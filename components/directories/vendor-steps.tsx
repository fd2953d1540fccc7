'use client'

import { useId, useState } from 'react'
import { CopyField } from '#components/settings/copy-field'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Label } from '#components/ui/input/label'
import { vendorBy, vendors, type Vendor } from './vendors.ts'

type Props = {
  address: string
  /** Only while it is shown; undefined afterwards. */
  token?: string
  vendor: Vendor
}

/** What to do in the console of a directory that pushes, with the texts to copy. */
export function VendorSteps({ address, token, vendor: given }: Props) {
  const [id, setId] = useState(given.id)
  const field = useId()
  const vendor = vendorBy(id)
  return (
    <div className="space-y-3">
      <div className="space-y-1.5 sm:max-w-72">
        <Label htmlFor={field}>Steps for</Label>
        <NativeSelect id={field} value={id} onChange={(event) => setId(event.target.value)}>
          {vendors.map(({ id: each, title }) => (
            <option key={each} value={each}>
              {title}
            </option>
          ))}
        </NativeSelect>
      </div>
      <ol className="list-decimal space-y-3 pl-5 text-sm">
        <li>Open: {vendor.where}.</li>
        <li className="space-y-1.5">
          <p>
            Paste the address as <strong className="font-medium">{vendor.address}</strong>:
          </p>
          <CopyField value={address} label="SCIM address" />
        </li>
        <li className="space-y-1.5">
          <p>
            Paste the token as <strong className="font-medium">{vendor.token}</strong>
            {token === undefined ? '. It was shown once; make a new one if it is lost.' : ':'}
          </p>
          {token === undefined ? null : <CopyField value={token} label="Token" />}
        </li>
        {vendor.then.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}
