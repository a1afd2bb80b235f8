/** Messages during a run: nothing is lost, nothing enters twice, nothing comes late. */
import { describe, expect, it } from 'vitest'
import {
	accepted,
	callsTools,
	executing,
	MachineKit,
	ONE,
	readWithSdk,
	SCRIPTED,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import {
	attentive,
	aWhile,
	CREATE,
	said,
	steered,
	transcript,
	untilQuiet,
} from '../../../test/steering-kit.ts'
import type { ChatRequest } from '../model/types.ts'
import { MAX_QUEUED } from './queue/inbox.ts'

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
		// In one message with the results, so that roles alternate.
		const last = requests[1]?.messages.at(-1)
		expect(last?.parts.map(({ type }) => type)).toEqual(['tool-result', 'text'])
		// In later turns it keeps its place.
		kit.post('what did I say?', 'm3')
		await untilQuiet(kit)
		expect(said(requests.at(-1)?.messages ?? [])).toEqual([
			'make a cube',
			'and a light',
			'what did I say?',
		])
	})

	it('survives a crash after any commit and enters once', async () => {
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
			// The frames of a run that began automatically follow those of the previous run.
			const streams = kit.frames.split(/(?<=data: \[DONE\]\n\n)/)
			const answers = messages.filter(({ role }) => role === 'assistant')
			for (const [index, stream] of streams.entries()) {
				expect(await readWithSdk(stream), `crash at commit ${crashAt}`).toEqual(answers[index])
			}
		}
	})

	it('that did not enter before the end begins the next run automatically', async () => {
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

	it('is refused when too many wait, and stays one message if it is sent repeatedly', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		for (let i = 0; i < MAX_QUEUED; i++) kit.post(`x${i}`, `q${i}`)
		expect(kit.post('x0', 'q0')).toMatchObject({ ok: true, kind: 'queued', repeated: true })
		expect(kit.post('one too many', 'late')).toEqual({ ok: false, reason: 'queue_full' })
		expect(kit.store.inbox()).toHaveLength(MAX_QUEUED)
	})

	it('can be withdrawn before it enters, and a retry of its POST does not bring it back', async () => {
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

	it('brings the mode that its sender chose', async () => {
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

	it('with a mode that asks, does not ask for what the project always allows', async () => {
		const run = executing()
		const allowed = new Set(['unity_hierarchy create'])
		const kit = new MachineKit({
			provider: scripted([
				callsTools([{ ...CREATE, id: 'c1' }]),
				callsTools([{ ...CREATE, id: 'c2' }]),
				says('Done.'),
			]),
			room: (request, self) => {
				if (self.executions.length === 0) self.post('make another', 'm2', 'ask')
				return run(request, self)
			},
		})
		kit.grants = () => ({ allowed, holds: () => true })
		kit.post('make a cube')
		await untilQuiet(kit)
		expect(kit.executions).toHaveLength(2)
		expect(kit.store.latestRun()).toMatchObject({ state: 'completed', mode: 'ask' })
	})

	it('says itself that its run is read-only: the prompt above stays unchanged', async () => {
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
			kit.machine.post(message, { author: ONE, source: SCRIPTED, mode, budget: {} })
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

	it('shows its pictures to the model, and they are deleted when it is withdrawn', async () => {
		const kit = new MachineKit({ provider: scripted([callsTools([CREATE])]), room: () => accepted })
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		const url = `data:image/png;base64,${btoa('not really')}`
		kit.machine.post(
			{ id: 'm2', role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url }] },
			{ author: ONE, source: SCRIPTED, mode: 'auto', budget: {} },
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
				{ author: ONE, source: SCRIPTED, mode: 'auto', budget: {} },
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

	it('costs the provider no try if its author may no longer write', async () => {
		let asked = 0
		const kit = new MachineKit({
			provider: {
				id: 'cut, then failing',
				async *stream(_, signal) {
					asked++
					if (asked <= 3) {
						await new Promise((resolve) => signal.addEventListener('abort', resolve))
					} else if (asked <= 6) {
						yield { type: 'error', error: { class: 'network', message: 'cut', retryable: true } }
					} else yield* says('At last.')
				},
			},
		})
		kit.mayWrite = () => false
		kit.post('tell me a story')
		for (const id of ['m2', 'm3', 'm4']) {
			void kit.machine.drive()
			await aWhile()
			kit.post('a poem', id, 'auto', { steer: 'interrupt' })
			await aWhile()
		}
		await kit.settleDown()
		expect(asked).toBe(7)
		expect(kit.store.latestRun()?.state).toBe('completed')
	})

	it('also does so after a crash at any commit, and the page shows what is stored', async () => {
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
			// Not settleDown: a crash while the model answers leaves the old machine waiting forever.
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

	it('cancels a pending approval and a running call, and tells the model so', async () => {
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
			// Late results change neither this run nor a later one.
			const before = JSON.stringify(transcript(kit))
			kit.machine.calls.settle(`${run?.id}.1.0`, { status: 'ok', result: 'late' })
			expect(kit.approve(`${run?.id}.1.0`, true)).toBe(false)
			await untilQuiet(kit)
			expect(JSON.stringify(transcript(kit))).toBe(before)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		}
	})
})
