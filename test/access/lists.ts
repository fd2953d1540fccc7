import { may, sees, seesRun, worksOn, type RunModel } from './model.ts'
import type { Caller, SeededRun, SeededWorkflow, World } from './world.ts'

/** A list, and the ids that it must show to a caller: those, no others, and none twice. */
type List = {
  query?: string
  idOf: string
  expected(world: World, caller: Caller): string[]
}

const all = ({ workflows }: World): SeededWorkflow[] => Object.values(workflows)
const placesWhere = (world: World, fits: (workflow: SeededWorkflow) => boolean) =>
  all(world)
    .filter(fits)
    .map(({ id }) => id)

const everyRun = (world: World): SeededRun[] => [
  ...all(world).flatMap(({ ended, waiting, unknown }) => [ended, waiting, unknown]),
  world.test,
  ...Object.values(world.own),
]
const endedRuns = (world: World) => [
  ...all(world).map(({ ended }) => ended),
  world.test,
  ...Object.values(world.own),
]
const seen = <T extends RunModel>(caller: Caller, runs: T[]): T[] =>
  runs.filter((run) => seesRun(caller, run))

const runsSeen: List['expected'] = (world, caller) =>
  seen(caller, everyRun(world)).map(({ id }) => id)

/** Lists of what belongs to workflows and runs, by the id of the operation and a name. */
export const lists: [operation: string, name: string, list: List][] = [
  [
    'listWorkflows',
    'workflows',
    {
      idOf: 'id',
      expected: (world, caller) => placesWhere(world, ({ place }) => sees(caller, place)),
    },
  ],
  [
    'listWorkflows',
    'a search for workflows',
    {
      query: '?search=zebra',
      idOf: 'id',
      expected: (world, caller) => placesWhere(world, ({ place }) => sees(caller, place)),
    },
  ],
  [
    'searchWorkflows',
    'a search inside of workflows',
    {
      query: '?text=zebra',
      idOf: 'id',
      expected: (world, caller) => placesWhere(world, ({ place }) => sees(caller, place)),
    },
  ],
  ['listRuns', 'runs', { query: '?limit=200', idOf: 'id', expected: runsSeen }],
  [
    'listRuns',
    'a search for runs',
    { query: '?limit=200&q=zebra', idOf: 'id', expected: runsSeen },
  ],
  [
    'listRuns',
    'runs by start data',
    { query: '?limit=200&startData.patient=Zebra', idOf: 'id', expected: runsSeen },
  ],
  [
    'listScreens',
    'the inbox',
    {
      idOf: 'taskId',
      expected: (world, caller) =>
        all(world)
          .filter(({ place }) => worksOn(caller, place))
          .map(({ waiting }) => waiting.taskId),
    },
  ],
  [
    'listForms',
    'forms',
    {
      idOf: 'workflowId',
      expected: (world, caller) => placesWhere(world, ({ place }) => may(caller, 'run', place)),
    },
  ],
  [
    'listSchedules',
    'schedules',
    {
      idOf: 'id',
      expected: (world, caller) =>
        all(world)
          .filter(({ place }) => sees(caller, place))
          .map(({ scheduleId }) => scheduleId),
    },
  ],
  [
    'listMails',
    'mails',
    {
      idOf: 'id',
      expected: (world, caller) => seen(caller, endedRuns(world)).map(({ mailId }) => mailId),
    },
  ],
  [
    'listReceivedMails',
    'received mails',
    {
      idOf: 'id',
      expected: (world, caller) =>
        seen(caller, endedRuns(world)).map(({ receivedMailId }) => receivedMailId),
    },
  ],
  [
    'listSecureMessages',
    'encrypted mails',
    {
      idOf: 'id',
      expected: (world, caller) =>
        seen(caller, endedRuns(world)).map(({ secureMessageId }) => secureMessageId),
    },
  ],
  [
    'listLetters',
    'letters',
    {
      idOf: 'trackingId',
      expected: (world, caller) => seen(caller, endedRuns(world)).map(({ letterId }) => letterId),
    },
  ],
  [
    'listFaxes',
    'faxes',
    {
      idOf: 'faxId',
      expected: (world, caller) => seen(caller, endedRuns(world)).map(({ faxId }) => faxId),
    },
  ],
  [
    'listTextMessages',
    'text messages',
    {
      idOf: 'messageId',
      expected: (world, caller) =>
        seen(caller, endedRuns(world)).map(({ textMessageId }) => textMessageId),
    },
  ],
  [
    'listUnknownOutcomes',
    'unknown outcomes',
    {
      idOf: 'taskId',
      expected: (world, caller) =>
        seen(
          caller,
          all(world).map(({ unknown }) => unknown),
        ).map(({ taskId }) => taskId),
    },
  ],
]
