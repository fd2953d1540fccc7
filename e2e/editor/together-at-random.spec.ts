import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { box, conflicts, draftOf, openInTwo, rename, saved, storedDraft } from './two-browsers.ts'

/** How long both edit; `TOGETHER_SECONDS=60` plays a whole minute. */
const seconds = Number(process.env['TOGETHER_SECONDS'] ?? 5)

/** Numbers that look random and are the same in each run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Person = {
  page: Page
  /** The steps that nobody else renames. */
  own: string[]
  random(below: number): number
  /** What they called each step last. */
  names: Map<string, string>
}

/** The steps that both rename: here they meet. */
const shared = ['s6', 's7']

/** One answer to the first conflict; another one may have taken its place meanwhile. */
async function choose(person: Person): Promise<void> {
  const answer = person.random(2) === 0 ? 'Keep mine' : /^Take /
  const button = conflicts(person.page).getByRole('button', { name: answer }).first()
  if (await button.isVisible()) await button.click()
}

async function play(person: Person, name: string, until: number): Promise<void> {
  for (let turn = 0; Date.now() < until; turn += 1) {
    const act = person.random(8)
    if (act === 0) {
      await person.page.context().setOffline(true)
      await rename(person.page, person.own[0] ?? '', `${name}${turn} offline`)
      person.names.set(person.own[0] ?? '', `${name}${turn} offline`)
      await person.page.context().setOffline(false)
      continue
    }
    const steps = act < 3 ? shared : person.own
    const step = steps[person.random(steps.length)] ?? ''
    await rename(person.page, step, `${name}${turn}`)
    person.names.set(step, `${name}${turn}`)
    if (await conflicts(person.page).isVisible()) await choose(person)
  }
}

/** Answers what conflicts are left, until the page says that all is stored. */
async function settle(person: Person): Promise<void> {
  await expect(async () => {
    if (await conflicts(person.page).isVisible()) await choose(person)
    await expect(conflicts(person.page)).toBeHidden({ timeout: 500 })
    await expect(saved(person.page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

test('two browsers edit at random: both end equal, and nothing is lost', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  test.setTimeout(60_000 + seconds * 1000)
  const id = await storedDraft(api, 8)
  await signedIn()
  const other = await openInTwo(page, browser, id)
  const people: Person[] = [
    { page, own: ['s0', 's1', 's2'], random: randomFrom(1), names: new Map() },
    { page: other, own: ['s3', 's4', 's5'], random: randomFrom(2), names: new Map() },
  ]
  const until = Date.now() + seconds * 1000
  await Promise.all(people.map((person, index) => play(person, index === 0 ? 'A' : 'B', until)))
  // An answer of one of them can be a conflict for the other one.
  for (const person of [...people, ...people]) await settle(person)

  const { steps } = await draftOf(api, id)
  for (const [index, { title, id: step }] of steps.entries()) {
    await expect(box(page, step)).toContainText(title)
    await expect(box(other, step)).toContainText(title)
    if (shared.includes(step)) continue
    // What only one person names has their last name.
    const name = people[index < 3 ? 0 : 1]?.names.get(step)
    expect(title).toBe(name ?? `Number ${index}`)
  }
  for (const step of shared) {
    const given = people.map(({ names }) => names.get(step))
    const stored = steps.find((one) => one.id === step)?.title
    expect([...given, `Number ${step.slice(1)}`]).toContain(stored)
  }
  await other.context().close()
})
