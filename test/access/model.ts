/**
 * Who may do what, said once more by hand: the matrix test compares the product with this. It
 * imports nothing of the product's own decisions.
 */
const everyRole = ['owner', 'builder', 'worker', 'auditor', 'viewer', 'triage'] as const
export type Role = (typeof everyRole)[number]

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const ofEverybody = words('home:read self:manage')
const ofReaders = [...words('workflows:read runs:read files:read'), ...ofEverybody]
const ofWorkers = [
  ...ofReaders,
  ...words(`schedules:read runs:start screens:work forms:submit files:upload integrations:call
    connections:read policies:read members:read templates:read workflows:approve`),
]
const ofBuilders = [
  ...ofWorkers,
  ...words(`workflows:create workflows:edit workflows:publish workflows:delete workflows:control
    schedules:manage runs:read-all runs:control warehouse:query letters:read faxes:manage policies:manage
    mails:read mails:manage secure-messages:read secure-messages:send async-results:read async-results:manage sql:run access:read directories:read
    books:read templates:manage`),
]

/** `triage` is a role of the organization's own. */
export const permissionsOfRole: Record<Role, string[]> = {
  owner: [
    ...ofBuilders,
    ...words(`connections:manage api-keys:manage members:manage roles:manage access:manage
      directories:manage settings:manage sso:manage audit:read`),
  ],
  builder: ofBuilders,
  worker: ofWorkers,
  auditor: [...ofEverybody, ...words('members:read access:read audit:read books:read')],
  viewer: ofReaders,
  triage: words(`workflows:read runs:read runs:control screens:work files:read mails:read
    letters:read schedules:read schedules:manage self:manage async-results:read
    async-results:manage`),
}

/** What a test key has at most. */
const ofTestKeys = words(`workflows:read schedules:read runs:read runs:read-all runs:start
  runs:control screens:work forms:submit files:upload files:read integrations:call warehouse:query
  connections:read policies:read templates:read async-results:read async-results:manage members:read
  self:manage`)

/** What a key for some workflows never has. */
const neverOfNarrowKeys = words(`workflows:create sql:run audit:read books:read home:read
  mails:read mails:manage letters:read faxes:manage secure-messages:read secure-messages:send settings:manage members:manage roles:manage access:manage`)

export const verbs = ['run', 'edit', 'publish', 'approve', 'seeRuns', 'screen'] as const
export type Verb = (typeof verbs)[number]

/** The workflows of the organization; `elsewhere` is one of another organization. */
export const places = ['open', 'given', 'half', 'closed', 'elsewhere'] as const
export type Place = (typeof places)[number]

const named = everyRole.filter((role) => role !== 'owner')
/** The roles that the rules of a workflow name; undefined: it has no rules. */
export const rulesOf: Record<Place, Record<Verb, Role[]> | undefined> = {
  open: undefined,
  given: {
    run: named,
    edit: named,
    publish: named,
    approve: named,
    seeRuns: named,
    screen: named,
  },
  half: {
    run: ['worker'],
    edit: ['builder'],
    publish: [],
    approve: ['worker'],
    seeRuns: ['viewer'],
    screen: ['triage'],
  },
  closed: { run: [], edit: [], publish: [], approve: [], seeRuns: [], screen: [] },
  elsewhere: undefined,
}

/** Without the first permission no rule helps; without a rule the second one decides. */
const needsOf: Record<Verb, [string, string]> = {
  // Without a rule nobody but owners approves.
  approve: ['workflows:approve', 'none'],
  run: ['runs:start', 'runs:start'],
  edit: ['workflows:edit', 'workflows:edit'],
  publish: ['workflows:publish', 'workflows:publish'],
  seeRuns: ['runs:read', 'runs:read-all'],
  screen: ['screens:work', 'screens:work'],
}

export type CallerName = Role | 'wide key' | 'narrow key' | 'test key' | 'stranger' | 'outsider'
export type CallerModel = {
  name: CallerName
  /** Null for a stranger. */
  role: Role | null
  permissions: readonly string[]
  /** The workflows that a key may touch. */
  only?: Place[]
  isPerson: boolean
  /** It reaches the runs of test keys only. */
  isTest?: true
  /** In the other organization. */
  elsewhere?: true
}

const person = (role: Role): CallerModel => ({
  name: role,
  role,
  permissions: permissionsOfRole[role],
  isPerson: true,
})

export const callers: CallerModel[] = [
  ...everyRole.map(person),
  { name: 'wide key', role: 'builder', permissions: ofBuilders, isPerson: false },
  {
    name: 'narrow key',
    role: 'builder',
    permissions: ofBuilders.filter((one) => !neverOfNarrowKeys.includes(one)),
    only: ['given'],
    isPerson: false,
  },
  {
    name: 'test key',
    role: 'builder',
    permissions: ofBuilders.filter((one) => ofTestKeys.includes(one)),
    isPerson: false,
    isTest: true,
  },
  { name: 'stranger', role: null, permissions: [], isPerson: false },
  { ...person('owner'), name: 'outsider', elsewhere: true },
]

/** Whether the rules let a caller do this with a workflow. */
export function may(caller: CallerModel, verb: Verb, place: Place): boolean {
  const { role, permissions, only } = caller
  const isTheirs = (caller.elsewhere === true) === (place === 'elsewhere')
  const [needed, byDefault] = needsOf[verb]
  if (role === null || !isTheirs || !permissions.includes(needed)) return false
  if (only && !only.includes(place)) return false
  if (role === 'owner') return true
  const rules = rulesOf[place]
  return rules ? rules[verb].includes(role) : permissions.includes(byDefault)
}

/** Whether a caller does the open screens of a workflow, which are of runs that no test key started. */
export const worksOn = (caller: CallerModel, place: Place): boolean =>
  !caller.isTest && may(caller, 'screen', place)

export const sees = (caller: CallerModel, place: Place): boolean =>
  verbs.some((verb) => may(caller, verb, place))

/** Whether a caller reads the access rules of a workflow: also without seeing it, with the audit log. */
export const readsRules = (caller: CallerModel, place: Place): boolean =>
  sees(caller, place) ||
  (caller.permissions.includes('audit:read') &&
    (caller.elsewhere === true) === (place === 'elsewhere'))

/** A run of a workflow: who started it, and whether a screen of it is open. */
export type RunModel = {
  place: Place
  startedBy?: CallerName
  hasScreen?: boolean
  /** A test key started it. */
  isTest?: true
}

export function seesRun(caller: CallerModel, run: RunModel): boolean {
  const { place, startedBy, hasScreen } = run
  if (caller.isTest && !run.isTest) return false
  if (may(caller, 'seeRuns', place)) return true
  if (!caller.isPerson || !caller.permissions.includes('runs:read')) return false
  return startedBy === caller.name || (hasScreen === true && may(caller, 'screen', place))
}
