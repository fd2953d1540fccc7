import { performance } from 'node:perf_hooks'
import { patchOf, scimDirectory, type ScimDirectory } from '#test/harness/scim'
import { BenchEngine } from './support/bench-engine.ts'
import { postgresCpuMs } from './support/cpu.ts'
import { unreachedLimits } from './support/limits.ts'
import { report, round } from './support/report.ts'

/**
 * A hospital's directory pushes everybody by SCIM: 5,000 people, then 500 groups of 40, four
 * requests at a time, as Entra and Okta send them. Then everything once more, which must change
 * nothing: no version, no member, no entry of the audit log. Ends with an error when it does.
 *
 *     LOG_LEVEL=silent node bench/directory.ts [people = 5000] [groups = 500]
 */
const people = Number(process.argv[2] ?? 5000)
const groups = Number(process.argv[3] ?? 500)
const perGroup = 40
const atOnce = 4

type Call = { method: string; path: string; body: unknown; expected: number }

const userOf = (number: number) => {
  const email = `person${number}@hospital.example`
  return {
    userName: email,
    externalId: `00u${number}`,
    name: { givenName: 'Person', familyName: `Number ${number}` },
    emails: [{ value: email, type: 'work', primary: true }],
    active: true,
  }
}

/** Sends calls, a few at a time, and answers the ids of what they made or changed. */
async function sendAll(directory: ScimDirectory, calls: Call[]): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const sender = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) {
      const { method, path, body, expected } = calls[at] as Call
      const answer = await directory.send(method, path, { body })
      if (answer.status !== expected)
        throw new Error(
          `${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        )
      ids[at] = String(answer.body['id'])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return ids
}

const numbers = (count: number) => Array.from({ length: count }, (_each, number) => number)
const membersOf = (group: number, users: string[]) =>
  numbers(perGroup).map((each) => ({ value: users[(group * 7 + each * 13) % users.length] }))

/** What a second push must leave as it is. */
async function state({ admin }: BenchEngine): Promise<string> {
  const { rows } = await admin.query(`select
    (select json_agg(row(id, updated_at, user_id) order by id) from directory_users)::text as users,
    (select json_agg(row(id, updated_at) order by id) from directory_groups)::text as groups,
    (select count(*) from directory_group_members) as inside,
    (select count(*) from members) as members,
    (select count(*) from audit_entries) as audit`)
  return JSON.stringify(rows)
}

Object.assign(process.env, unreachedLimits)
const engine = await BenchEngine.start()
const directory = await scimDirectory(engine.organizationId)
const seconds = async <T>(work: () => Promise<T>): Promise<{ took: number; result: T }> => {
  const started = performance.now()
  const result = await work()
  return { took: round((performance.now() - started) / 1000, 1), result }
}

/** Milliseconds of CPU of this process and of Postgres, which other load changes little. */
async function cpuMs(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + (await postgresCpuMs(engine.admin))
}

const cpuBefore = await cpuMs()
const joined = await seconds(() =>
  sendAll(
    directory,
    numbers(people).map((number) => ({
      method: 'POST',
      path: 'Users',
      body: userOf(number),
      expected: 201,
    })),
  ),
)
const cpuMsOfPerson = round(((await cpuMs()) - cpuBefore) / people)
const users = joined.result
const grouped = await seconds(() =>
  sendAll(
    directory,
    numbers(groups).map((number) => ({
      method: 'POST',
      path: 'Groups',
      body: { displayName: `Group ${number}`, members: membersOf(number, users) },
      expected: 201,
    })),
  ),
)
const before = await state(engine)
const again = await seconds(async () => {
  await sendAll(
    directory,
    users.map((id, number) => ({
      method: 'PUT',
      path: `Users/${id}`,
      body: userOf(number),
      expected: 200,
    })),
  )
  await sendAll(
    directory,
    grouped.result.map((id, number) => ({
      method: 'PATCH',
      path: `Groups/${id}`,
      body: patchOf({ op: 'add', path: 'members', value: membersOf(number, users) }),
      expected: 204,
    })),
  )
})
const isUnchanged = (await state(engine)) === before
report('directory', {
  people,
  groups,
  secondsOfPeople: joined.took,
  cpuMsOfPerson,
  secondsOfGroups: grouped.took,
  secondsAgain: again.took,
  isUnchanged,
})
await engine.stop()
if (!isUnchanged) throw new Error('the second push changed something')
