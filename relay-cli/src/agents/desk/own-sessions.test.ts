/** Sessions that the relay runs itself, beside those of Claude Code. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { hashOf } from '../transcripts/claude-folder.ts'
import { DeskWorld, MockSession } from './test-kit.ts'

const ID = '0f0e0d0c-0000-4000-8000-000000000001'
const cleanups = new Cleanups()
afterEach(() => cleanups.run())

let world: DeskWorld
let session: MockSession
beforeEach(() => {
	world = new DeskWorld(cleanups)
	world.running.add(ID)
	const path = join(world.own, hashOf(world.folder), `${ID}.jsonl`)
	const options = { sessionId: ID, cwd: world.folder, now: () => world.clock.now() }
	session = new MockSession(path, options)
	session.write(session.record('system', { subtype: 'init', program: 'Gemini' }))
})

test('the silence of an own session means work: the end of its turn, and a permission, are told', async () => {
	session.write(session.prompt('Mend the door'), session.tool('t1', 'Bash', { command: 'make' }))
	await world.pass(60_000)
	expect(await world.card(ID)).toMatchObject({
		program: 'Gemini',
		status: { kind: 'working', text: 'Running: make' },
	})
	session.write(session.result('t1'), session.text('I look at it.'))
	await world.pass(60_000)
	expect(await world.status(ID)).toEqual({ kind: 'working', text: 'Answering' })
	session.write(session.turnEnd())
	expect(await world.status(ID)).toMatchObject({ kind: 'waiting_input', text: 'I look at it.' })
})

test('the question of an own session stands until it is answered, whatever else it does meanwhile', async () => {
	session.write(session.prompt('Go'), session.tool('t1', 'Bash', { command: 'make' }))
	await world.desk.scan()
	world.desk.asks(ID, { name: 'Bash', input: { command: 'make' } })
	world.clock.advance(1)
	session.write(session.tool('t2', 'Read', { file_path: '/a' }), session.result('t2'))
	session.write(session.text('Meanwhile.'))
	expect(await world.status(ID)).toEqual({
		kind: 'waiting_permission',
		text: 'Running: make',
		sure: true,
	})
	world.desk.asks(ID, null)
	expect((await world.status(ID))?.kind).toBe('working')
})

test('an own session lives as long as the relay runs it, whichever processes of Claude Code there are', async () => {
	world.registry = []
	world.processes = { kind: 'folders', folders: [] }
	session.write(session.prompt('Go'), session.turnEnd())
	await world.pass(120_000)
	expect((await world.status(ID))?.kind).toBe('waiting_input')
	world.running.delete(ID)
	world.desk.terminalsChanged()
	expect(await world.status(ID)).toEqual({ kind: 'ended', sure: true })
	world.restart()
	expect(await world.status(ID)).toEqual({ kind: 'ended', sure: true })
})

test('a session of Claude Code that was cleared beside an own one does not take its card', async () => {
	session.write(session.prompt('Go'), session.text('I go.'))
	await world.desk.scan()
	world.clock.advance(1_000)
	const cleared = world.session('after-clear')
	cleared.write(cleared.clear(), cleared.prompt('Another'))
	const ids = (await world.cards()).map(({ agentId }) => agentId).sort()
	expect(ids).toEqual([ID, 'after-clear'])
})

test('hooks of Claude Code say nothing of an own session', async () => {
	session.write(session.prompt('Go'))
	await world.desk.scan()
	world.hook('PermissionRequest', ID, { tool_name: 'Bash', tool_input: { command: 'make' } })
	world.hook('SessionEnd', ID, { reason: 'other' })
	expect((await world.status(ID))?.kind).toBe('working')
})

test('an own session is continued after its end, and what was left unfinished then is over', async () => {
	session.write(session.prompt('Go'), session.tool('t1', 'Bash', { command: 'make' }))
	await world.desk.scan()
	world.running.delete(ID)
	world.desk.terminalsChanged()
	expect(await world.status(ID)).toEqual({ kind: 'ended', sure: true })
	expect((await world.card(ID))?.continues).toBeUndefined()
	world.continuing.add(ID)
	expect((await world.card(ID))?.continues).toBe(true)
	// Its agent starts, and has not said anything yet.
	world.running.add(ID)
	world.terminalsAllowed = [world.folder]
	world.clock.advance(1_000)
	world.terminals = [world.terminal(ID, { protocol: 'acp' })]
	expect(await world.card(ID)).toMatchObject({
		terminalId: 'term_0123456789abcdef',
		status: { kind: 'working', text: 'Starting' },
		since: world.clock.now(),
	})
	world.clock.advance(1_000)
	session.write(session.record('system', { subtype: 'init', program: 'Gemini' }))
	expect(await world.card(ID)).toMatchObject({
		title: 'Go',
		status: { kind: 'waiting_input' },
		tools: [{ state: 'done' }],
	})
})
