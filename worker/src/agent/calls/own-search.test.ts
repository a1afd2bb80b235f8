/** Web search with a person's key in a run: offered where the provider has none, carried out by the server, and bounded. */
import type { Author } from '@fairlead/protocol/people/author'
import { MAX_SEARCHES_PER_RUN } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { SearchPort } from '../../ports/web-search.ts'
import type { ChatRequest } from '../model/types.ts'
import { ownTools } from '../providers/own-tools.ts'
import type { ModelAccess } from '../run/machine-ports.ts'

const PAGE = { url: 'https://a.example/', title: 'A page', pageAge: null, snippet: 'About x.' }
const FOUND: CallOutcome = { status: 'ok', result: { note: 'Data.', results: [PAGE] } }
const searchFor = (query: string, id = 'tc1') => ({ id, name: 'web_search', input: { query } })

type Asked = Parameters<SearchPort['search']>[1] & { readonly author: Author }

function newKit(
	script = [callsTools([searchFor('drag')]), says('Done. ')],
	access: Partial<ModelAccess> = { ownSearch: true },
) {
	const requests: ChatRequest[] = []
	const kit = new MachineKit({ provider: scripted(script, requests), access: () => access })
	const asked: Asked[] = []
	kit.webSearch = async (author, call) => {
		asked.push({ ...call, author })
		return FOUND
	}
	return { kit, asked, requests }
}

const searches = (kit: MachineKit) =>
	kit.store.calls(kit.store.latestRun()?.id ?? '').filter(({ name }) => name === 'web_search')

test.each(['ask', 'auto', 'read-only'] as const)(
	'a search in %s mode runs without a question, for the author of the run, and the model reads the pages',
	async (mode) => {
		const { kit, asked, requests } = newKit()
		kit.post('what is drag?', 'm1', mode)
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(asked).toMatchObject([{ params: { query: 'drag' }, timeoutMs: 20_000 }])
		expect(asked[0]?.author).toEqual(kit.store.latestRun()?.author)
		expect(searches(kit)).toMatchObject([{ state: 'settled', outcome: FOUND }])
		const read = JSON.stringify(requests[1]?.messages)
		expect(read).toContain('https://a.example/')
		expect(read).toContain('About x.')
		expect(kit.executions).toEqual([])
	},
)

test('a search is not offered without a key for it, or where the provider searches by itself, and a call is refused', async () => {
	for (const access of [{}, { webSearch: true }]) {
		const { kit, asked, requests } = newKit(undefined, access)
		kit.post('what is drag?')
		await kit.settleDown()
		expect(requests[0]?.tools.map(({ name }) => name)).not.toContain('web_search')
		expect(searches(kit)).toMatchObject([{ outcome: { error: { code: 'unknown_tool' } } }])
		expect(asked).toEqual([])
	}
})

test('the search stands in the list while there is a key, and no longer in the next request', async () => {
	let access: Partial<ModelAccess> = { ownSearch: true }
	const requests: ChatRequest[] = []
	const kit = new MachineKit({
		provider: scripted(
			[callsTools([searchFor('a')]), callsTools([searchFor('b', 'tc2')]), says('Done.')],
			requests,
		),
		access: () => access,
	})
	kit.webSearch = async () => {
		access = {}
		return FOUND
	}
	kit.post('search twice')
	await kit.settleDown()
	const offered = requests.map((request) =>
		ownTools(request).some(({ name }) => name === 'web_search'),
	)
	expect(offered).toEqual([true, false, false])
	expect(searches(kit).map(({ outcome }) => outcome?.status)).toEqual(['ok', 'error'])
})

test('a run searches so often and not more, also within one answer', async () => {
	const many = (from: number, count: number) =>
		callsTools(Array.from({ length: count }, (_, n) => searchFor(`q${from + n}`, `tc${from + n}`)))
	const { kit, asked } = newKit([many(0, 15), many(15, 10), says('Done.')])
	kit.post('search everything')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(asked).toHaveLength(MAX_SEARCHES_PER_RUN)
	const beyond = searches(kit).slice(MAX_SEARCHES_PER_RUN)
	expect(beyond).toHaveLength(5)
	for (const { outcome } of beyond) {
		expect(outcome).toMatchObject({
			error: {
				code: 'denied',
				message: expect.stringContaining('limit'),
				hint: expect.any(String),
			},
		})
	}
})

test('wrong arguments are answered without a search', async () => {
	const { kit, asked } = newKit([
		callsTools([{ id: 'tc1', name: 'web_search', input: { query: 'x', count: 50 } }]),
		says('Done.'),
	])
	kit.post('search')
	await kit.settleDown()
	expect(searches(kit)).toMatchObject([{ outcome: { error: { code: 'invalid_arguments' } } }])
	expect(asked).toEqual([])
})

test('a search that was under way when the object died is made again, and its end reaches the run', async () => {
	const { kit } = newKit()
	const never = new Promise<CallOutcome>(() => undefined)
	let asked = 0
	kit.webSearch = () => (++asked === 1 ? never : Promise.resolve(FOUND))
	kit.post('what is drag?')
	void kit.machine.drive()
	await expect.poll(() => asked).toBe(1)
	kit.restart()
	await kit.settleDown()
	expect(asked).toBe(2)
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(searches(kit)).toMatchObject([{ outcome: FOUND }])
})

test('Stop withdraws a search that is under way', async () => {
	const { kit } = newKit()
	let aborted = false
	kit.webSearch = (_, { signal }) =>
		new Promise((resolve) => {
			signal.addEventListener('abort', () => {
				aborted = true
				resolve(FOUND)
			})
		})
	kit.post('what is drag?')
	void kit.machine.drive()
	await expect.poll(() => searches(kit)[0]?.state).toBe('dispatched')
	await kit.machine.stop(null)
	await expect.poll(() => aborted).toBe(true)
	expect(searches(kit)).toMatchObject([{ outcome: { error: { code: 'cancelled' } } }])
	expect(kit.store.leavingCalls()).toEqual([])
})
