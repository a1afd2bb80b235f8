import { describe, expect, it } from 'vitest'
import { callsTools, executing, MachineKit, ONE, says, USAGE } from '../../../test/machine-kit.ts'
import { CREATE } from '../../../test/steering-kit.ts'
import type { ChatProvider, ChatRequest, ProviderEvent } from '../model/types.ts'
import { MAX_SUMMARY_CHARS } from './summary.ts'

/** Ten answers of this size are more than a view. */
const LONG: ProviderEvent[] = (() => {
	const text = 'long answer '.repeat(2_000)
	return [
		{ type: 'text-start', id: 't' },
		{ type: 'text-delta', id: 't', delta: text },
		{ type: 'text-end', id: 't' },
		{ type: 'finish', reason: 'stop', usage: USAGE, parts: [{ type: 'text', text }] },
	]
})()
const FITTING_TURNS = 10
const LOOK = { id: 'look', name: 'unity_query', input: { action: 'selection' } }
/** Long enough to fill the rest of a view that has {@link FITTING_TURNS} less two. */
const CALLS = callsTools([CREATE], 'x'.repeat(80_000))
const FAILS: ProviderEvent[] = [
	{ type: 'usage', usage: USAGE },
	{ type: 'error', error: { class: 'overload', message: '529', retryable: true } },
]
const TOO_LONG: ProviderEvent[] = [
	{ type: 'error', error: { class: 'too_long', message: '400', retryable: false } },
]

const asksForSummary = ({ messages }: ChatRequest): boolean =>
	JSON.stringify(messages.at(-1)).includes('Write a summary')

/** Answers at length, and summaries with what `summary` gives. */
function talker(summary: () => ProviderEvent[] = () => says('The code is SWORDFISH.')) {
	const requests: ChatRequest[] = []
	const provider: ChatProvider = {
		id: 'talker',
		async *stream(request) {
			requests.push(structuredClone(request))
			yield* asksForSummary(request) ? summary() : LONG
		},
	}
	return { provider, requests, asked: () => requests.filter(asksForSummary) }
}

/** Answers a request to create something with calls. */
function callsOnce({ id, stream }: ChatProvider, calls: ProviderEvent[]): ChatProvider {
	return {
		id,
		async *stream(request, signal) {
			const last = JSON.stringify(request.messages.at(-1))
			yield* last.includes('create a cube') ? calls : stream(request, signal)
		},
	}
}

async function talk(kit: MachineKit, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) {
		kit.post(turn === 0 ? 'The code is SWORDFISH' : `turn ${turn}`, `m${turn}`)
		await kit.settleDown()
	}
}

describe('a conversation that no longer fits', () => {
	it('is summarized once, which counts in the run that needed the room, and the next requests begin with the summary', async () => {
		const { provider, requests, asked } = talker()
		const kit = new MachineKit({ provider })
		await talk(kit, 14)
		expect(asked()).toHaveLength(1)
		const at = requests.findIndex(asksForSummary)
		const [before, made, after] = [requests[at - 1], requests[at], requests[at + 1]]
		// Read from the provider's cache: the view as it was, then what is asked.
		const shared = made?.messages.length ?? 0
		expect(before?.messages.slice(0, shared - 1)).toEqual(made?.messages.slice(0, -1))
		expect([made?.system, made?.tools]).toEqual([before?.system, before?.tools])
		expect(JSON.stringify(after?.messages[0])).toContain('The code is SWORDFISH.')
		expect(after?.messages.length).toBeLessThan(before?.messages.length ?? 0)
		for (const later of requests.slice(at + 2)) {
			expect(later.messages.slice(0, 1)).toEqual(after?.messages.slice(0, 1))
		}
		const summary = kit.store.newestSummary()
		const { ui } = kit.store.newestMessages(100).find(({ runId }) => runId === summary?.runId) ?? {}
		expect(ui?.metadata?.usage).toMatchObject({ inputTokens: USAGE.inputTokens * 2 })
		expect(JSON.stringify(ui)).toContain('was summarized for the model')
		expect(kit.store.newestMessages(100)).toHaveLength(28)
	})

	it('summarizes its summary when it is long again', async () => {
		let made = 0
		const { provider, requests } = talker(() => says(`Summary ${++made}.`))
		const kit = new MachineKit({ provider })
		await talk(kit, 26)
		expect(made).toBeGreaterThan(1)
		const second = requests.filter(asksForSummary)[1]
		expect(JSON.stringify(second?.messages[0])).toContain('Summary 1.')
		expect(JSON.stringify(requests.at(-1)?.messages[0])).toContain(`Summary ${made}.`)
		expect(JSON.stringify(requests.at(-1)?.messages[0])).not.toContain('Summary 1.')
	})

	it('goes on without a summary if the model fails to write one, and says what was left out', async () => {
		const { provider, requests, asked } = talker(() => FAILS)
		const kit = new MachineKit({ provider })
		await talk(kit, 14)
		expect(asked()).toHaveLength(1)
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.store.summaries(10)).toHaveLength(0)
		expect(JSON.stringify(requests.at(-1)?.messages[0])).toContain('is left out here')
		const used = kit.store
			.newestMessages(100)
			.filter(({ ui }) =>
				JSON.stringify(ui.metadata).includes(`"inputTokens":${USAGE.inputTokens * 2}`),
			)
		expect(used).toHaveLength(1)
	})

	it('takes no announcement of a tool call for a summary', async () => {
		const { provider, asked } = talker(() => callsTools([LOOK], 'Let me check the scene first. '))
		const kit = new MachineKit({ provider })
		await talk(kit, 12)
		expect(asked().length).toBeGreaterThan(0)
		expect(kit.store.summaries(10)).toHaveLength(0)
		expect(kit.executions).toHaveLength(0)
	})

	it('is summarized before a long message enters that does not fit beside it', async () => {
		const { provider, requests, asked } = talker()
		const run = executing()
		const kit = new MachineKit({
			provider: callsOnce(provider, callsTools([CREATE])),
			room: (request, self) => {
				self.post(`and this: ${'y'.repeat(40_000)}`, 'n2')
				return run(request, self)
			},
		})
		await talk(kit, FITTING_TURNS - 1)
		kit.post('create a cube', 'n1')
		await kit.settleDown()
		expect(asked()).toHaveLength(1)
		expect(JSON.stringify(asked()[0])).not.toContain('and this')
		expect(JSON.stringify(requests.at(-1)?.messages[0])).toContain('The code is SWORDFISH.')
		expect(JSON.stringify(requests.at(-1)?.messages.at(-1))).toContain('and this')
	})

	it('has what was left out after a failure in its next summary', async () => {
		let tries = 0
		const { provider, asked } = talker(() => (++tries === 1 ? FAILS : says('Summary. ')))
		const kit = new MachineKit({ provider })
		await talk(kit, 18)
		expect(asked()).toHaveLength(2)
		expect(JSON.stringify(asked()[1])).toContain('The code is SWORDFISH')
		expect(JSON.stringify(asked()[1])).not.toContain('is left out here')
	})

	it('summarizes the view alone if the model does not take what was left out before it', async () => {
		let tries = 0
		const { provider, asked } = talker(() => {
			if (++tries === 1) return FAILS
			return tries === 2 ? TOO_LONG : says('Summary. ')
		})
		const kit = new MachineKit({ provider })
		await talk(kit, 18)
		expect(asked()).toHaveLength(3)
		expect(JSON.stringify(asked()[2])).not.toContain('The code is SWORDFISH')
		expect(kit.store.newestSummary()?.text).toBe('Summary.')
	})

	it('keeps what a person changes in the newest summary while the next is made', async () => {
		let made = 0
		const { provider, asked } = talker(() => {
			if (++made === 2) kit.store.editSummary(1, 'The code is MARLIN.', ONE, 1)
			return says(`Summary ${made}. `)
		})
		const kit = new MachineKit({ provider })
		await talk(kit, 18)
		expect(JSON.stringify(asked()[1])).not.toContain('MARLIN')
		expect(JSON.stringify(asked()[2]?.messages[0])).toContain('MARLIN')
		expect(kit.store.summaries(10).map(({ text }) => text)).toEqual(['Summary 3.', 'Summary 1.'])
	})

	it('has the same summary after a crash at any commit of the run', async () => {
		const calm = new MachineKit({ provider: talker().provider })
		await talk(calm, FITTING_TURNS)
		expect(calm.store.summaries(10)).toHaveLength(0)
		const from = calm.commits
		await talkOn(calm)
		expect(calm.store.summaries(10)).toHaveLength(1)
		for (let crashAt = from + 1; crashAt <= calm.commits; crashAt++) {
			const kit = new MachineKit({ provider: talker().provider, crashAt })
			await talk(kit, FITTING_TURNS)
			await talkOn(kit)
			expect(kit.store.latestRun()?.state).toBe('completed')
			expect(kit.store.summaries(10).map(({ text }) => text)).toEqual(['The code is SWORDFISH.'])
			const shown = JSON.stringify(kit.store.newestMessages(6).map(({ ui }) => ui))
			expect(shown.match(/was summarized for the model/g)).toHaveLength(1)
		}
	})

	it('continues by itself after a crash at any commit that follows a denied approval', async () => {
		const play = async (crashAt?: number): Promise<{ kit: MachineKit; asked: number }> => {
			const provider = callsOnce(talker().provider, CALLS)
			const kit = new MachineKit({ provider, ...(crashAt === undefined ? {} : { crashAt }) })
			await talk(kit, FITTING_TURNS - 2)
			kit.post('create a cube', 'n1', 'ask')
			await kit.settleDown()
			expect(kit.store.latestRun()?.state).toBe('waiting_approval')
			const asked = kit.commits
			kit.approve(`${kit.store.latestRun()?.id}.1.0`, false)
			await kit.settleDown()
			return { kit, asked }
		}
		const calm = await play()
		expect(calm.kit.store.summaries(10)).toHaveLength(1)
		for (let crashAt = calm.asked + 1; crashAt <= calm.kit.commits; crashAt++) {
			const { kit } = await play(crashAt)
			expect(kit.store.latestRun()?.state).toBe('completed')
			expect(kit.store.summaries(10)).toHaveLength(1)
			expect(kit.executions).toHaveLength(0)
		}
	})

	it('ends at once when the run is stopped meanwhile', async () => {
		let begun = (): void => undefined
		const asked = new Promise<void>((resolve) => {
			begun = resolve
		})
		const provider: ChatProvider = {
			id: 'slow',
			async *stream(request) {
				if (!asksForSummary(request)) {
					yield* LONG
					return
				}
				begun()
				await new Promise(() => undefined)
			},
		}
		const kit = new MachineKit({ provider })
		await talk(kit, FITTING_TURNS)
		kit.post('one more', 'n1')
		void kit.machine.drive()
		await asked
		expect((await kit.machine.stop(null)).state).toBe('cancelled')
		expect(kit.store.summaries(10)).toHaveLength(0)
	})

	it('is read as a person has changed it, bounded', async () => {
		const { provider, requests } = talker(() => says('word '.repeat(MAX_SUMMARY_CHARS)))
		const kit = new MachineKit({ provider })
		await talk(kit, 13)
		const summary = kit.store.newestSummary()
		expect(summary?.text).toHaveLength(MAX_SUMMARY_CHARS)
		expect(kit.store.editSummary(7, 'Not the newest.', ONE, 1)).toBe(false)
		expect(kit.store.editSummary(summary?.seq ?? 0, 'The code is MARLIN.', ONE, 1)).toBe(true)
		kit.post('and now?', 'n1')
		await kit.settleDown()
		expect(JSON.stringify(requests.at(-1)?.messages[0])).toContain('The code is MARLIN.')
		expect(JSON.stringify(requests.at(-1)?.messages[0])).not.toContain('word word')
	})
})

async function talkOn(kit: MachineKit): Promise<void> {
	for (const id of ['n1', 'n2']) {
		kit.post('go on', id)
		await kit.settleDown()
	}
}
