import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { Cleanups, temporaryFolder, until } from '../../test/support.ts'
import { AcpAgents, acpTranscripts } from './acp-agents.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

it('a transcript that nobody has written to for a week is removed', async () => {
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
	new AcpAgents({ home, clock, env: {}, agents: none, permissions: none })
	await until('its removal', () => !existsSync(old))
	expect(existsSync(recent)).toBe(true)
})
