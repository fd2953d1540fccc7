'use client'

import { useWatch, type UseFormReturn } from 'react-hook-form'
import { SchemaForm } from '#components/forms/schema-form'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Label } from '#components/ui/input/label'
import type { ConnectionKindView } from '#lib/contracts/integrations/connections'
import { errorSchemaOf } from '../forms/error-schema.ts'
import { initialData } from '../forms/initial-data.ts'
import type { RefusedFields } from './issues-by-field.ts'
import type { ConnectionDraft } from './save-connection.ts'
import { SecretFields } from './secret-fields.tsx'

type Form = UseFormReturn<ConnectionDraft>
type FieldProps = { form: Form; kind: ConnectionKindView; disabled: boolean }

/** The provider; another one starts with its own settings and without credentials. */
export function ProviderField({ form, kind, disabled }: FieldProps) {
  const chosen = useWatch({ control: form.control, name: 'provider' })
  const providerOf = (id: string) => kind.providers.find((provider) => provider.id === id)
  const change = (id: string) => {
    const provider = providerOf(id)
    form.setValue('provider', id)
    form.setValue('config', provider ? initialData(provider.configSchema) : {})
    form.setValue('secrets', {})
  }
  return (
    <div className="space-y-1.5">
      <Label htmlFor="connection-provider">Provider</Label>
      <NativeSelect
        id="connection-provider"
        value={chosen}
        disabled={disabled}
        aria-describedby="connection-provider-help"
        onChange={(event) => change(event.target.value)}
      >
        {kind.providers.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
      <p id="connection-provider-help" className="text-xs text-muted-foreground">
        {providerOf(chosen)?.description}
      </p>
    </div>
  )
}

type SettingsProps = {
  form: Form
  provider: ConnectionKindView['providers'][number]
  /** The names of the secrets that are stored. */
  secretsSet: readonly string[]
  refused: RefusedFields
}

/** The settings and credentials that the provider asks for. */
export function ProviderSettings({ form, provider, secretsSet, refused }: SettingsProps) {
  const config = useWatch({ control: form.control, name: 'config' })
  const secrets = useWatch({ control: form.control, name: 'secrets' })
  const properties = (provider.configSchema['properties'] ?? {}) as object
  return (
    <>
      {Object.keys(properties).length > 0 ? (
        <SchemaForm
          schema={provider.configSchema}
          formData={config}
          idPrefix="connection-config"
          tagName="div"
          validation="none"
          extraErrors={errorSchemaOf(refused.config, 'config')}
          onChange={(next) => form.setValue('config', (next ?? {}) as Record<string, unknown>)}
        />
      ) : null}
      <SecretFields
        schema={provider.secretsSchema}
        set={secretsSet}
        changes={secrets}
        errors={refused.secrets}
        onChange={(next) => form.setValue('secrets', next)}
      />
      {secretsSet.length > 0 ? (
        <p className="text-xs text-muted-foreground">
          When you change the provider’s address, enter the credentials again: they are never sent
          to another host than they were entered for.
        </p>
      ) : null}
      {provider.embedded ? (
        <p className="text-sm text-muted-foreground">
          Nothing else is needed: this provider keeps its data here.
        </p>
      ) : null}
    </>
  )
}
