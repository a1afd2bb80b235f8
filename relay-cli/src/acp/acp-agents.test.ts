import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { Cleanups, temporaryFolder, until } from '../../test/kit/support.ts'
import { AcpAgents, acpTranscripts } from './acp-agents.ts'
import { AcpSessions } from './acp-sessions.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

it('a transcript that nobody has written to for a week is removed, and its session forgotten', async () => {
	const home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const clock = new ManualClock()
	const folder = join(acpTranscripts(home), '-game')
	mkdirSync(folder, { recursive: true })
	const file = (name: string, days: number): string => {
		const path = join(folder, name)
		writeFileSync(path, '{}\n')
		const at = clock.now() / 1_000 - days * 24 * 3_600
		utimesSync(path, at, at)
		return path
	}
	const old = file('old.jsonl', 8)
	const recent = file('recent.jsonl', 6)
	const none = (): never => {
		throw new Error('nothing is started')
	}
	const database = cleanups.add(new DatabaseSync(':memory:'), (made) => made.close())
	const sessions = new AcpSessions(database)
	const program = { name: 'Gemini', command: ['gemini'] }
	const session = { program, session: 's', cwd: '/game', folders: [], tools: true }
	for (const name of ['old', 'recent'])
		sessions.put(name, session, clock.now() - 8 * 24 * 3_600_000)
	// Its agent has not said anything yet.
	sessions.put('new', session, clock.now())
	new AcpAgents({ home, clock, env: {}, sessions, agents: none, permissions: none })
	await until('its removal', () => !existsSync(old))
	expect(existsSync(recent)).toBe(true)
	await until('its session', () => sessions.of('old') === null)
	const stored = new AcpSessions(database)
	expect(stored.of('old')).toBeNull()
	for (const name of ['recent', 'new']) expect(stored.of(name)).toEqual(session)
})
