import type { ConnectionKind } from '../domain/statuses.ts'
import type { EmrPort } from './emr/port.ts'
import type { HomecarePort } from './homecare/port.ts'

/** The port of each kind of connection. A new kind adds a line here and a folder beside. */
type Ports = { emr: EmrPort; homecare: HomecarePort }

export type PortOf<Kind extends ConnectionKind> = Ports[Kind]
