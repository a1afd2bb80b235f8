/** Any program with the relay's token can send hooks. No hook may crash the desk or produce an invalid card. */
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { hostileBodies, hostileLines } from '../../../test/mock-claude/hostile.ts'
import { DeskWorld } from './test-kit.ts'

const cleanups = new Cleanups()
let world: DeskWorld

beforeEach(async () => {
	world = new DeskWorld(cleanups)
	for (const name of ['s1', 's2']) {
		const session = world.session(name)
		session.write(session.prompt(`of ${name}`), session.tool('t1', 'Bash', { command: 'npm test' }))
	}
	const one = world.session('s1')
	const sub = one.sub('a1', { description: 'Find the tests' })
	sub.write(sub.prompt('find them'))
	await world.cards()
})
afterEach(() => cleanups.run())

it('10,000 hostile bodies leave valid cards, and a desk that hears the next hook', async () => {
	const bodies = hostileBodies(10_000, ['s1', 's2', 'later'])
	for (const [at, body] of bodies.entries()) {
		world.desk.hook(body)
		// Late news, and news that wait for their time, are between them too.
		if (at % 500 === 0) await world.pass(1_000)
	}
	await world.pass(60_000)
	expect(world.told.length).toBeGreaterThan(10)
	// One of them may have taken the card of the other, by a `/clear`.
	const [card] = await world.cards()
	if (!card) throw new Error('No card is left.')
	world.hook('SessionStart', card.sessionId, { source: 'startup' })
	const asks = { tool_name: 'Bash', tool_input: { command: 'npm run lint' } }
	world.hook('PermissionRequest', card.sessionId, asks)
	const status = { kind: 'waiting_permission', text: 'Running: npm run lint', sure: true }
	expect(await world.status(card.agentId)).toEqual(status)
})

it('10,000 hostile lines leave valid cards, and a file that is read to its end', async () => {
	const session = world.session('s1')
	writeFileSync(session.path, `${session.prompt('a door')}\n`)
	session.write(...hostileLines(10_000), session.meta('custom-title', { customTitle: 'The door' }))
	expect(await world.card('s1')).toMatchObject({ title: 'The door' })
	expect(world.unknown.length).toBeLessThanOrEqual(50)
})
