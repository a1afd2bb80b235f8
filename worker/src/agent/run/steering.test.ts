/** Messages during a run, and stopping: nothing is lost, nothing enters twice, nothing comes late. */

import type { StoredMessage } from '@fairlead/protocol/http'
import { describe, expect, it } from 'vitest'
import {
	accepted,
	callsTools,
	executing,
	MachineKit,
	ONE,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import type { ChatProvider, ChatRequest, ModelMessage, ProviderEvent } from '../model/types.ts'
import { validHistory } from '../providers/valid-history.ts'
import { MAX_QUEUED } from './inbox.ts'
import { isEnded } from './run-state.ts'

const CREATE = {
	id: 'tc1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}
const REMOVE = {
	id: 'tc3',
	name: 'unity_hierarchy',
	input: { action: 'destroy', instance_id: '/Cube' },
}
const aWhile = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Answers by the last thing a person said: with no result after it, a call; then a sentence. */
function attentive(
	requests: ChatRequest[] = [],
	call: { name: string; input: unknown } = CREATE,
): ChatProvider {
	return {
		id: 'attentive',
		async *stream(request) {
			requests.push(structuredClone(request))
			const last = request.messages.at(-1)
			const said = last?.parts.findLast((part) => part.type === 'text')
			const results = last?.parts.filter((part) => part.type === 'tool-result').length
			const events =
				said?.type === 'text' && said.text.startsWith('make')
					? callsTools([{ ...call, id: `tc${request.messages.length}` }])
					: says(results ? 'Made. ' : `You said ${said?.type === 'text' ? said.text : 'nothing'}. `)
			for (const event of events) {
				await Promise.resolve()
				yield event
			}
		},
	}
}

/** Every text that a person said, in the order in which a model is told. */
const said = (messages: readonly ModelMessage[]): string[] =>
	messages.flatMap(({ role, parts }) =>
		role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
	)

const transcript = (kit: MachineKit): StoredMessage[] =>
	kit.store
		.newestMessages(50)
		.map(({ ui }) => ui)
		.reverse()
const steered = (messages: readonly StoredMessage[]): unknown[] =>
	messages.flatMap(({ parts }) =>
		parts.filter((p) => p['type'] === 'steering-message').map((p) => p['id']),
	)

async function untilQuiet(kit: MachineKit): Promise<void> {
	for (let i = 0; i < 20; i++) {
		await kit.settleDown()
		await aWhile()
		const run = kit.store.latestRun()
		if (run && isEnded(run) && kit.store.inbox().length === 0) return
	}
	throw new Error('It never comes to rest.')
}

describe('a message during a run', () => {
	it('enters before the next model call, and every viewer sees where', async () => {
		const requests: ChatRequest[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				expect(self.post('and a light', 'm2')).toMatchObject({ ok: true, kind: 'queued' })
				return run(request, self)
			},
		})
		kit.post('make a cube')
		await untilQuiet(kit)
		expect(kit.store.newestMessages(10)).toHaveLength(2)
		const answer = (await readWithSdk(kit.frames)) as { parts: { type: string }[] }
		expect(answer).toEqual(kit.answer())
		const types = answer.parts.map(({ type }) => type)
		expect(types.indexOf('steering-message')).toBeGreaterThan(types.indexOf('tool-unity_hierarchy'))
		expect(types.indexOf('steering-message')).toBeLessThan(types.lastIndexOf('step-start'))
		// Beside the results, in one message, so that roles alternate.
		const last = requests[1]?.messages.at(-1)
		expect(last?.parts.map(({ type }) => type)).toEqual(['tool-result', 'text'])
		// And in later turns it still stands where it came.
		kit.post('what did I say?', 'm3')
		await untilQuiet(kit)
		expect(said(requests.at(-1)?.messages ?? [])).toEqual([
			'make a cube',
			'and a light',
			'what did I say?',
		])
	})

	it('is lost by no crash and enters once, whichever commit the crash follows', async () => {
		const play = async (crashAt?: number): Promise<MachineKit> => {
			const run = executing()
			const kit = new MachineKit({
				provider: attentive(),
				...(crashAt === undefined ? {} : { crashAt }),
				room: (request, self) => {
					for (const id of ['m2', 'm3', 'm2']) self.post(`also ${id}`, id)
					return run(request, self)
				},
			})
			kit.post('make a cube')
			await untilQuiet(kit)
			return kit
		}
		const calm = await play()
		expect(steered(transcript(calm))).toEqual(['m2', 'm3'])
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = await play(crashAt)
			const messages = transcript(kit)
			const ids = [
				...messages.map(({ id }) => id).filter((id) => /^m\d$/.test(id)),
				...steered(messages),
			]
			expect(ids, `crash at commit ${crashAt}`).toEqual(['m1', 'm2', 'm3'])
			expect(kit.executions, `crash at commit ${crashAt}`).toHaveLength(1)
			// The frames of a run that began by itself follow those of the one before.
			const streams = kit.frames.split(/(?<=data: \[DONE\]\n\n)/)
			const answers = messages.filter(({ role }) => role === 'assistant')
			for (const [index, stream] of streams.entries()) {
				expect(await readWithSdk(stream), `crash at commit ${crashAt}`).toEqual(answers[index])
			}
		}
	})

	it('that did not enter before the end begins the next run by itself', async () => {
		const kit = new MachineKit({
			provider: {
				id: 'last-word',
				async *stream(request) {
					if (request.messages.length === 1) {
						kit.post('one more thing', 'm2')
						kit.post('and another', 'm3')
						yield* says('Done. ')
					} else yield* says(`Heard ${said(request.messages).length}. `)
				},
			},
		})
		kit.post('hello')
		await untilQuiet(kit)
		const messages = transcript(kit)
		expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
		expect(messages[2]?.id).toBe('m2')
		// The others join it at its first step.
		expect(steered(messages)).toEqual(['m3'])
		expect(JSON.stringify(messages[3])).toContain('Heard 3')
	})

	it('is refused when too many wait, and is one message however often it is sent', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		for (let i = 0; i < MAX_QUEUED; i++) kit.post(`x${i}`, `q${i}`)
		expect(kit.post('x0', 'q0')).toMatchObject({ ok: true, kind: 'queued', repeated: true })
		expect(kit.post('one too many', 'late')).toEqual({ ok: false, reason: 'queue_full' })
		expect(kit.store.inbox()).toHaveLength(MAX_QUEUED)
	})

	it('can be taken back before it entered, and does not come again by a retry of its POST', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		kit.post('no, wait', 'm2')
		expect(kit.machine.queue.withdraw('m2', ONE)).toBe(true)
		expect(kit.machine.queue.withdraw('m2', ONE)).toBe(false)
		kit.restart()
		expect(kit.post('no, wait', 'm2')).toEqual({ ok: false, reason: 'withdrawn' })
		expect(kit.store.inbox()).toEqual([])
	})

	it('brings the mode with it that its sender chose', async () => {
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(),
			room: (request, self) => {
				if (self.executions.length === 0) self.post('make another', 'm2', 'read-only')
				return run(request, self)
			},
		})
		kit.post('make a cube')
		await untilQuiet(kit)
		expect(kit.executions).toHaveLength(1)
		expect(JSON.stringify(kit.answer())).toContain('read-only')
	})

	it('says in itself that its run may only look: the prompt above stays as it was', async () => {
		const requests: ChatRequest[] = []
		const kit = new MachineKit({
			provider: scripted([says('One. '), says('Two. '), says('Three. ')], requests),
		})
		for (const [index, mode] of (['auto', 'read-only', 'auto'] as const).entries()) {
			const message = {
				id: `m${index}`,
				role: 'user' as const,
				parts: [{ type: 'text' as const, text: 'hello' }],
			}
			kit.machine.post(message, { author: ONE, model: 'test/scripted', mode, budget: {} })
			await kit.settleDown()
		}
		expect(new Set(requests.map(({ system }) => system)).size).toBe(1)
		const marked = requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? []
		expect(marked.map((m) => JSON.stringify(m).includes('[read-only]'))).toEqual([
			false,
			true,
			false,
		])
	})

	it('has its pictures seen, and they are gone when it is taken back', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		const url = `data:image/png;base64,${btoa('not really')}`
		kit.machine.post(
			{ id: 'm2', role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url }] },
			{ author: ONE, model: 'test/scripted', mode: 'auto', budget: {} },
		)
		const part = kit.store.inbox()[0]?.model.parts[0]
		const blobId = part?.type === 'image' ? (part.blobId ?? '') : ''
		expect(kit.store.blob(blobId)).not.toBeNull()
		kit.machine.queue.withdraw('m2', ONE)
		expect(kit.store.blob(blobId)).toBeNull()
	})

	it('keeps a picture that another message shows, and stores it once', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		const url = `data:image/png;base64,${btoa('not really')}`
		for (const id of ['m2', 'm3']) {
			kit.machine.post(
				{ id, role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url }] },
				{ author: ONE, model: 'test/scripted', mode: 'auto', budget: {} },
			)
		}
		const [one, other] = kit.store.inbox().map(({ model }) => model.parts[0])
		expect(one).toEqual(other)
		const blobId = one?.type === 'image' ? (one.blobId ?? '') : ''
		kit.machine.queue.withdraw('m2', ONE)
		expect(kit.store.blob(blobId)).not.toBeNull()
		kit.machine.queue.withdraw('m3', ONE)
		expect(kit.store.blob(blobId)).toBeNull()
	})
})

describe('a message that interrupts', () => {
	it('cuts the answer in the middle of a word and enters at once', async () => {
		const requests: ChatRequest[] = []
		const kit = new MachineKit({
			provider: {
				id: 'endless',
				async *stream(request, signal) {
					requests.push(structuredClone(request))
					if (requests.length > 1) {
						yield* says('As you say. ')
						return
					}
					yield* says('So far so good, and fur').slice(0, -2)
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		kit.post('tell me a story')
		void kit.machine.drive()
		await aWhile()
		kit.post('stop, a poem', 'm2', 'auto', { steer: 'interrupt' })
		await untilQuiet(kit)
		expect(requests).toHaveLength(2)
		expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
		expect(JSON.stringify(requests[1]?.messages)).toContain('So far so good')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		expect(JSON.stringify(kit.answer())).toContain('As you say')
	})

	it('does so after a crash at any commit as well, and the page shows what is stored', async () => {
		const play = async (crashAt?: number): Promise<MachineKit> => {
			let posted = false
			const kit: MachineKit = new MachineKit({
				...(crashAt === undefined ? {} : { crashAt }),
				provider: {
					id: 'cut',
					async *stream(request, signal) {
						if (said(request.messages).includes('a poem')) {
							yield* says('A poem. ')
							return
						}
						yield* says('Once upon a time ').slice(0, -2)
						if (!posted) {
							posted = true
							kit.post('a poem', 'm2', 'auto', { steer: 'interrupt' })
						}
						await new Promise((resolve) => signal.addEventListener('abort', resolve))
					},
				},
			})
			kit.post('a story')
			// Not settleDown: a crash while the model answers leaves the old machine waiting for ever.
			for (let i = 0; i < 60; i++) {
				void kit.machine.drive()
				await aWhile()
			}
			return kit
		}
		const calm = await play()
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = await play(crashAt)
			expect(kit.store.latestRun()?.state, `crash at commit ${crashAt}`).toBe('completed')
			expect(steered(transcript(kit)), `crash at commit ${crashAt}`).toEqual(['m2'])
			expect(await readWithSdk(kit.frames), `crash at commit ${crashAt}`).toEqual(kit.answer())
		}
	})

	it('cancels a question that waits for a person, and a call that runs, and tells the model so', async () => {
		for (const mode of ['ask', 'auto'] as const) {
			const requests: ChatRequest[] = []
			const kit = new MachineKit({
				provider: attentive(requests),
				room: () => accepted,
				cancel: (ids) => ids,
			})
			kit.post('make a cube', 'm1', mode)
			await kit.settleDown().catch(() => undefined)
			const run = kit.store.latestRun()
			kit.post('leave it', 'm2', mode, { steer: 'interrupt' })
			await untilQuiet(kit)
			const results = requests[1]?.messages.at(-1)?.parts ?? []
			expect(JSON.stringify(results[0])).toContain('Interrupted by a new message')
			expect(JSON.stringify(results[0]).includes('may or may not')).toBe(mode === 'auto')
			expect(results[1]).toEqual({ type: 'text', text: 'leave it' })
			expect(kit.cancelled).toEqual(mode === 'auto' ? [`${run?.id}.1.0`] : [])
			// What comes late changes nothing: neither this run nor a later one.
			const before = JSON.stringify(transcript(kit))
			kit.machine.calls.settle(`${run?.id}.1.0`, { status: 'ok', result: 'late' })
			expect(kit.approve(`${run?.id}.1.0`, true)).toBe(false)
			await untilQuiet(kit)
			expect(JSON.stringify(transcript(kit))).toBe(before)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		}
	})
})

describe('stop', () => {
	/** A room that executes slowly: cancelling does not end what has begun. */
	const slowRoom = (requests: ChatRequest[] = []) =>
		new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				self.executions.push(request.call.callId)
				return accepted
			},
			cancel: (ids) => ids,
		})

	it('ends the run at once, and the next one begins only when its calls are over', async () => {
		const requests: ChatRequest[] = []
		const kit = slowRoom(requests)
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		const first = kit.store.latestRun()
		expect(await kit.machine.stop(null)).toMatchObject({ runId: first?.id, state: 'cancelled' })
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		const { frames } = kit
		expect(kit.post('hello', 'm2')).toMatchObject({ ok: true, kind: 'run' })
		await kit.machine.drive()
		expect(requests).toHaveLength(1)
		// An eviction in between changes nothing of it.
		kit.restart()
		await kit.machine.drive()
		expect(kit.store.latestRun()?.state).toBe('queued')
		expect(kit.frames.slice(frames.length)).toContain('still running')
		kit.machine.calls.settle(kit.executions[0] ?? '', { status: 'ok', result: 'a cube after all' })
		await untilQuiet(kit)
		expect(requests).toHaveLength(2)
		expect(JSON.stringify(transcript(kit))).not.toContain('after all')
		expect(JSON.stringify(requests[1]?.messages)).toContain('may or may not have taken effect')
		expect(await readWithSdk(kit.frames.slice(frames.length))).toEqual(kit.answer())
	})

	it('does not hold the next run back for ever: the time of a call is limited', async () => {
		const kit = slowRoom()
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		kit.post('hello', 'm2')
		await kit.machine.drive()
		expect(kit.store.latestRun()?.state).toBe('queued')
		kit.now += 10 * 60_000
		await kit.machine.calls.cancelLeaving()
		await untilQuiet(kit)
		expect(kit.store.latestRun()?.state).toBe('completed')
	})

	it('also stops a run that still waits for the one before', async () => {
		const kit = slowRoom()
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		const { frames } = kit
		kit.post('hello', 'm2')
		await kit.machine.drive()
		expect(await kit.machine.stop(null)).toMatchObject({ state: 'cancelled' })
		expect(await readWithSdk(kit.frames.slice(frames.length))).toEqual(kit.answer())
	})

	it('asks a room again that could not be reached', async () => {
		let reachable = false
		const kit = new MachineKit({
			provider: attentive(),
			room: () => accepted,
			cancel: () => {
				if (!reachable) throw new Error('Network connection lost.')
				return []
			},
		})
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		await aWhile()
		expect(kit.store.leavingCalls()).toHaveLength(1)
		reachable = true
		await kit.machine.calls.cancelLeaving()
		expect(kit.store.leavingCalls()).toHaveLength(0)
	})

	it('leaves a transcript that every provider takes, after a crash at any commit', async () => {
		const play = async (stopAt: number, crashAt?: number): Promise<MachineKit> => {
			const kit = new MachineKit({
				provider: attentive([], REMOVE),
				...(crashAt === undefined ? {} : { crashAt }),
				room: executing(),
			})
			kit.post('make nothing of it')
			for (let i = 0; i < stopAt; i++) await Promise.resolve()
			const stop = kit.machine.stop(null).catch(() => undefined)
			await untilQuiet(kit)
			if (kit.store.latestRun()?.state === 'queued') await kit.machine.stop(null)
			await stop
			return kit
		}
		for (const stopAt of [0, 5, 10, 20, 40]) {
			const calm = await play(stopAt)
			for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
				const kit = await play(stopAt, crashAt)
				const history = [...kit.store.newestMessages(10)].reverse().flatMap(({ model }) => model)
				const calls = history.flatMap(({ parts }) => parts.filter((p) => p.type === 'tool-call'))
				const results = history.flatMap(({ parts }) =>
					parts.filter((p) => p.type === 'tool-result'),
				)
				expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId))
				// Nothing has to be made up for it.
				expect(JSON.stringify(validHistory(history, 'anthropic'))).not.toContain(
					'Cancelled before it ran',
				)
			}
		}
	})

	it('lets what waits in the queue begin the next run', async () => {
		const kit = slowRoom()
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		kit.post('hello', 'm2')
		const first = kit.store.latestRun()
		expect(await kit.machine.stop(null)).toMatchObject({ runId: first?.id, state: 'cancelled' })
		kit.machine.calls.settle(kit.executions[0] ?? '', { status: 'ok', result: 1 })
		await untilQuiet(kit)
		expect(transcript(kit).map(({ id }) => id)).toContain('m2')
	})

	it('takes nothing back, when it arrives twice, that was said after the first time', async () => {
		const answered = Promise.withResolvers<void>()
		const kit = new MachineKit({
			provider: attentive(),
			// The room is slow to answer, so that the run has not ended when the second one comes.
			room: async () => {
				await answered.promise
				return accepted
			},
		})
		kit.post('make a cube')
		void kit.machine.drive()
		await aWhile()
		kit.post('before', 'm2')
		const first = kit.machine.stop(null, true)
		kit.post('after', 'm3')
		const again = kit.machine.stop(null, true)
		answered.resolve()
		expect((await first).withdrawn.map(({ id }) => id)).toEqual(['m2'])
		expect((await again).withdrawn).toEqual([])
		await kit.settleDown()
		expect(kit.store.newestMessages(2).map(({ id }) => id)).toContain('m3')
	})

	it('keeps the search that the provider itself ran as it is', async () => {
		const search: ProviderEvent[] = [
			...says('I search. ').slice(0, -1),
			{
				type: 'tool-input-start',
				toolCallId: 's1',
				toolName: 'web_search',
				providerExecuted: true,
			},
			{
				type: 'tool-call',
				toolCallId: 's1',
				toolName: 'web_search',
				providerExecuted: true,
				input: {},
			},
		]
		const kit = new MachineKit({
			provider: {
				id: 'searching',
				async *stream(_, signal) {
					yield* search
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		kit.post('search')
		void kit.machine.drive()
		await aWhile()
		await kit.machine.stop(null)
		const [message] = kit.store.newestMessages(1)
		expect(message?.model).toEqual([
			{ role: 'assistant', parts: [{ type: 'text', text: 'I search. ' }] },
		])
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})
})

describe('the cursor of a viewer', () => {
	it('that followed the run before brings nothing of the next one, not its rest', async () => {
		const kit = new MachineKit({ provider: scripted([says('One. '), says('Two. ')]) })
		kit.post('a', 'm1')
		await kit.settleDown()
		const cursors = [...kit.frames.matchAll(/^id: (\d+)\.(\d+)$/gm)]
		kit.post('b', 'm2')
		await kit.settleDown()
		const run = kit.store.latestRun()
		if (!run) throw new Error('no run')
		const own = [...kit.frames.matchAll(/^id: (\d+)\.(\d+)$/gm)].slice(cursors.length)
		for (const [, epoch, seq] of cursors)
			expect(kit.machine.log(run).covers({ epoch: Number(epoch), seq: Number(seq) })).toBe(false)
		for (const [, epoch, seq] of own)
			expect(kit.machine.log(run).covers({ epoch: Number(epoch), seq: Number(seq) })).toBe(true)
	})
})

describe('a message whose author lost the right to write', () => {
	const TWO = { kind: 'session', id: 'usr_2', userId: 'usr_2', name: 'Two' } as const
	const postAs = (kit: MachineKit, author: typeof TWO, text: string, id: string) =>
		kit.machine.post(
			{ id, role: 'user', parts: [{ type: 'text', text }] },
			{ author, model: 'test/scripted', mode: 'auto', budget: {} },
		)
	const refusing = (kit: MachineKit) => {
		kit.mayWrite = ({ id }) => id !== TWO.id
	}
	const LOST = 'A waiting message from Two was withdrawn, because Two can no longer write'

	it('does not enter the run, which says so; those of others do', async () => {
		const requests: ChatRequest[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				if (self.executions.length === 0) {
					postAs(self, TWO, 'delete everything', 'm2')
					self.post('and paint it', 'm3')
				}
				return run(request, self)
			},
		})
		refusing(kit)
		kit.post('make a cube')
		await kit.settleDown()
		expect(requests.flatMap(({ messages }) => said(messages))).not.toContain('delete everything')
		expect(said(requests.at(-1)?.messages ?? [])).toContain('and paint it')
		const answer = JSON.stringify(kit.answer())
		expect(answer).toContain(LOST)
		expect(answer).toContain('delete everything')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		// Nor later, by a retry of its POST.
		expect(postAs(kit, TWO, 'delete everything', 'm2')).toEqual({ ok: false, reason: 'withdrawn' })
	})

	it('does not begin the next run; the one behind it does', async () => {
		const kit = new MachineKit({ provider: attentive(), room: () => accepted })
		kit.post('make a cube')
		await aWhile()
		postAs(kit, TWO, 'delete everything', 'm2')
		kit.post('hello', 'm3')
		refusing(kit)
		const stopped = kit.store.latestRun()
		await kit.machine.stop(null)
		await kit.settleDown()
		expect(kit.store.inbox()).toEqual([])
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm3', state: 'completed' })
		expect(kit.store.runByIdemKey('m2')).toBeNull()
		const [old] = kit.store.withNotices(
			transcript(kit).filter(({ id }) => id === stopped?.messageId),
		)
		expect(JSON.stringify(old)).toContain(LOST)
	})

	it('waits while rights cannot be read, and the run goes on without it', async () => {
		const requests: ChatRequest[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				if (self.executions.length === 0) self.post('and paint it', 'm2')
				return run(request, self)
			},
		})
		kit.mayWrite = () => {
			throw new Error('D1 is down')
		}
		kit.post('make a cube')
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm1', state: 'completed' })
		kit.mayWrite = () => true
		// One that came later does not overtake it.
		kit.post('then light it', 'm3')
		await kit.settleDown()
		expect(kit.store.inbox().map(({ id }) => id)).toEqual(['m2', 'm3'])
		kit.now += 60_000
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm2', state: 'completed' })
	})

	it('taken back by somebody else, the conversation says by whom', async () => {
		const kit = new MachineKit({ provider: attentive(), room: () => accepted })
		kit.post('make a cube')
		await aWhile()
		postAs(kit, TWO, 'delete everything', 'm2')
		kit.post('my own', 'm3')
		for (const id of ['m2', 'm3']) kit.machine.queue.withdraw(id, ONE)
		await kit.machine.stop(null)
		const [answer] = kit.store.withNotices(transcript(kit).slice(-1))
		const notices = answer?.parts.filter(({ type }) => type === 'data-notice')
		expect(notices).toEqual([
			{
				type: 'data-notice',
				id: 'withdrawn-m2',
				data: {
					level: 'info',
					code: 'message_withdrawn',
					text: 'One withdrew a waiting message from Two.',
					hint: 'The agent has not read it: "delete everything"',
				},
			},
		])
	})
})
