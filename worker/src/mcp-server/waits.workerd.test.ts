/** Waits that a remote client's calls outlast: a weekend before the answer, and Unity on its way. The clock is moved. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
	ALL,
	ASKS_FORMS,
	CREATE,
	LOOK,
	mcp,
	messagesOf,
	modern,
	modernResult,
	newToken,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'

useMcp()
afterEach(() => vi.restoreAllMocks())

const DAY_MS = 86_400_000
const GRACE_MS = 20_000
const named = (name: string) => ({ ...CREATE, arguments: { action: 'create', name } })

/** The clock runs on, from then. */
function later(ms: number): void {
	const now = Date.now
	vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

const since = 0
test.each([
	{ state: 'starting', since },
	{ state: 'importing', since },
	{ state: 'compiling', since },
	{ state: 'safe_mode', errorCount: 1, pending: true, since },
] as const)('$state: a read waits for Unity, and a change is asked about', async (outside) => {
	const { token } = await newToken(ALL, outside.state, 30)
	mcp.relaySees(outside)
	later(GRACE_MS)
	const asked = await modernResult(token, 'tools/call', named('Later'), ASKS_FORMS)
	expect(asked['resultType']).toBe('input_required')
	const read = await modern(token, 'tools/call', { ...LOOK, _meta: { progressToken: 1 } })
	mcp.relayPhase('ready')
	const messages = await messagesOf(read)
	expect(messages.at(-1)?.result?.isError).toBeUndefined()
})

test('a read and a change are refused in Safe Mode, with nothing fixed yet, with the compile errors', async () => {
	const { token } = await newToken(ALL, 'broken', 30)
	mcp.relaySees({ state: 'safe_mode', errorCount: 2, errors: [], since })
	later(GRACE_MS)
	for (const call of [named('Never'), LOOK]) {
		const refused = await modernResult(token, 'tools/call', call, ASKS_FORMS)
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('compile_errors')
	}
	mcp.relayPhase('ready')
})

describe.each([1, 2, 3, 10])('asked on a Friday, %i days ago', (days) => {
	test('an answer given in the client counts for that call, and proposes no second one', async () => {
		const { token } = await newToken(ALL, `answer ${days}`, 30)
		const call = named('Weekend')
		const asked = await modernResult(token, 'tools/call', call, ASKS_FORMS)
		later(days * DAY_MS)
		const { requestState } = asked
		const inputResponses = { approval: { action: 'decline' } }
		const answered = { ...call, inputResponses, requestState }
		const done = await modernResult(token, 'tools/call', answered, ASKS_FORMS)
		expect(done.content?.[0]?.text).toContain('"denied"')
	})

	test('collect knows the call, and can withdraw it', async () => {
		const { token } = await newToken(ALL, `collect ${days}`, 30)
		const asked = await modernResult(token, 'tools/call', named('Weekend'), ASKS_FORMS)
		later(days * DAY_MS)
		const id = String(asked['requestState']).split('.').slice(0, 2).join('.')
		const stop = { name: 'collect', arguments: { id, stop: true } }
		const stopped = await modernResult(token, 'tools/call', stop)
		expect(stopped.content?.[0]?.text).toContain('"cancelled"')
	})
})

describe('a read', () => {
	/** A hundred times as fast. */
	function hurry(): void {
		for (const timer of ['setTimeout', 'setInterval'] as const) {
			const wait = globalThis[timer]
			const faster = (run: () => void, ms = 0) => wait(run, ms / 100)
			vi.spyOn(globalThis, timer).mockImplementation(faster as never)
		}
	}
	const progress = { ...LOOK, _meta: { progressToken: 1 } }

	test('of an editor whose relay stays away ends after a moment, and says what to do', async () => {
		const { token } = await newToken(ALL, 'offline', 30)
		await mcp.relayGoes()
		hurry()
		const refused = await modernResult(token, 'tools/call', LOOK)
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('"no_editor"')
		expect(refused.content?.[0]?.text).toContain('npm run fairlead -- up')
		await mcp.relayReturns()
	})

	test('is answered when its relay was only restarted', async () => {
		const { token } = await newToken(ALL, 'restarts', 30)
		await mcp.relayGoes()
		const read = await modern(token, 'tools/call', progress)
		await mcp.relayReturns()
		const messages = await messagesOf(read)
		expect(JSON.stringify(messages[0])).toContain('offline')
		expect(messages.at(-1)?.result?.isError).toBeUndefined()
	})

	test('that began while Unity may have been restarting ends when it does not come', async () => {
		const { token } = await newToken(ALL, 'closed', 30)
		mcp.relaySees({ state: 'not_running', since })
		await mcp.untilWaiting()
		hurry()
		const read = await modern(token, 'tools/call', progress)
		later(GRACE_MS)
		const messages = await messagesOf(read)
		mcp.relayPhase('ready')
		expect(messages.at(-1)?.result?.isError).toBe(true)
		expect(JSON.stringify(messages.at(-1))).toContain('Unity is not running')
	})
})

test('collect knows a call after many others of the same day', async () => {
	const { token } = await newToken(ALL, 'busy day', 30)
	const asked = await modernResult(token, 'tools/call', named('First'), ASKS_FORMS)
	const id = String(asked['requestState']).split('.').slice(0, 2).join('.')
	const stop = { name: 'collect', arguments: { id, stop: true } }
	await modernResult(token, 'tools/call', stop)
	// From now on each call is refused at once, which is an answer, too.
	const path = `/api/conversations/${id.split('.')[0]}`
	await mcp.owner.call('PATCH', path, { mode: 'read-only' })
	for (let n = 0; n < 25; n++)
		await modernResult(token, 'tools/call', named(`Later ${n}`), ASKS_FORMS)
	const collected = await modernResult(token, 'tools/call', { name: 'collect', arguments: { id } })
	expect(collected.content?.[0]?.text).toContain('The client stopped waiting before it ran.')
})
