import type { ConnectionKind } from '#lib/domain/statuses'
import { emrFhir } from './emr/fhir.ts'
import { emrSandbox } from './emr/sandbox.ts'
import { homecareFhir } from './homecare/fhir.ts'
import { homecareSandbox } from './homecare/sandbox.ts'
import type { Provider } from './provider.ts'

type Kinds = { [Kind in ConnectionKind]: { title: string; description: string; providers: Provider<Kind>[] } }

/** Every kind of connection with its providers; a kind without an entry does not compile. */
export const integrations: Kinds = {
  emr: { title: 'Electronic medical record', description: 'Files notes in patients’ charts.', providers: [emrFhir, emrSandbox] },
  homecare: { title: 'Home care', description: 'Searches home-care patients and prospects.', providers: [homecareFhir, homecareSandbox] },
}

/** The provider with this id, or undefined. */
export function findProvider(kind: ConnectionKind, id: string): Provider | undefined {
  return (integrations[kind].providers as Provider[]).find((provider) => provider.id === id)
}
