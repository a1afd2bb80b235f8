/** An agent's start, with a mock that runs as a process, and a clock that stands. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { Cleanups, temporaryFolder, until } from '../../test/kit/support.ts'
import { ProcessGuard } from '../programs/processes/process-guard.ts'
import { AcpAgent } from './acp-agent.ts'
import { SessionTranscript } from './session-transcript.ts'

const MOCK = fileURLToPath(new URL('../../test/mock-acp/mock-acp.ts', import.meta.url))
const cleanups = new Cleanups()
afterEach(() => cleanups.run())

let clock: ManualClock
let folder: string
let exits: (number | null)[]
beforeEach(() => {
	clock = new ManualClock()
	folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	exits = []
})

function start(mode: string, prompt?: string): AcpAgent {
	const of = { sessionId: 's', cwd: folder }
	const written = { now: () => clock.now(), written: () => undefined }
	const guard = cleanups.add(new ProcessGuard(), (made) => made.close())
	const agent = new AcpAgent(
		'Mock',
		{ file: process.execPath, args: [MOCK], verbatim: false },
		{ cwd: folder, folders: [], tools: null, session: null },
		prompt,
		{
			clock,
			guard,
			env: { ...process.env, MOCK_ACP: mode },
			transcript: new SessionTranscript(join(folder, 's.jsonl'), of, written),
			ask: async () => null,
			asks: () => undefined,
			opened: () => undefined,
			modesChanged: () => undefined,
			exited: async (code) => {
				exits.push(code)
			},
		},
	)
	return cleanups.add(agent, (made) => made.close())
}
const transcript = (): string =>
	readdirSync(folder).length === 0 ? '' : readFileSync(join(folder, 's.jsonl'), 'utf8')

it('an agent that is silent for 30 seconds is ended, and its transcript says why', async () => {
	const agent = start('silent', 'hello')
	const started = agent.startsWithin(8_000)
	expect(() => agent.say('hello')).toThrow('still starting')
	clock.advance(8_000)
	await started
	expect(readdirSync(folder)).toEqual([])
	clock.advance(22_000)
	await until('its end', () => exits.length > 0)
	expect(transcript()).toContain('"content":"hello"')
	expect(transcript()).toContain('Mock did not answer for 30 seconds.')
	expect(() => agent.say('hello')).toThrow('ended')
})

it('an agent that answers later than its page waits begins with its prompt', async () => {
	const agent = start('', 'hello')
	const started = agent.startsWithin(1)
	clock.advance(1)
	await started
	await until('its answer', () => transcript().includes('You said'))
	expect(exits).toEqual([])
	await agent.close()
	expect(exits).toHaveLength(1)
})

it('an agent that is closed in the midst of its turn was interrupted', async () => {
	const agent = start('', 'wait')
	await agent.startsWithin(8_000)
	await until('its tool', () => transcript().includes('sleep 100'))
	await agent.close()
	expect(transcript().trimEnd().split('\n').at(-1)).toContain('[Request interrupted by user]')
	expect(agent.isRunning).toBe(false)
})
