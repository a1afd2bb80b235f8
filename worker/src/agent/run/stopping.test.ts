/** Stopping a run at any moment, and the messages that wait behind it. */

import type { RunMessage } from '@fairlead/protocol/conversations/message-parts'
import { toolByName } from '@fairlead/protocol/tools'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { plain } from '@fairlead/protocol/view/labels/label'
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import { changesOf } from '@fairlead/protocol/view/run-changes'
import { buildRun } from '@fairlead/protocol/view/run-view'
import { describe, expect, it } from 'vitest'
import {
	accepted,
	executing,
	MachineKit,
	ONE,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import { attentive, aWhile, REMOVE, transcript, untilQuiet } from '../../../test/steering-kit.ts'
import type { ChatRequest, ProviderEvent } from '../model/types.ts'
import { validHistory } from '../providers/valid-history.ts'

/** Changes that calls without a result may have made, as the answer shows them. */
const changedOf = (kit: MachineKit): readonly string[] =>
	changesOf(callsOf(kit.answer() as RunMessage)).delegated

describe('stop', () => {
	/** A room that executes slowly: cancelling does not end running calls. */
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
		// An eviction in between changes nothing.
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

	it('shows what a call may have changed that was under way, so that it can be reverted', async () => {
		const kit = slowRoom()
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		expect(changedOf(kit)).toEqual(['create Cube (effect unknown)'])
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('shows no change of a call that still waited for its editor', async () => {
		const kit = new MachineKit({
			provider: attentive([]),
			room: () => ({ ...accepted, waiting: 'Unity is closed' }),
		})
		kit.post('make a cube')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		expect(changedOf(kit)).toEqual([])
	})

	describe('of a call that waits for its editor', () => {
		const waitsFor = (reason: string, cancel: (ids: readonly string[]) => readonly string[]) =>
			new MachineKit({
				provider: attentive([]),
				room: () => ({ ...accepted, waiting: reason }),
				cancel,
			})
		const stopped = async (kit: MachineKit) => {
			kit.post('make a cube')
			await kit.settleDown().catch(() => undefined)
			kit.now += 5_000
			await kit.machine.stop(null)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
			const [call] = callsOf(kit.answer() as RunMessage)
			const label = call && plain(sentencesBy(toolByName).labelOf(call))
			return { label, ...call?.call, told: JSON.stringify(transcript(kit)) }
		}

		it('says that it never began, and counts no time for it, if the room has not sent it', async () => {
			const seen = await stopped(waitsFor('Unity is closed', () => []))
			expect(seen.error?.message).toBe('Stopped by the user before it ran.')
			expect(seen.label).toMatch(/^Not begun: create/)
			expect(seen.finishedAt).toBeUndefined()
			expect(seen.told).not.toContain('may or may not')
		})

		it('does not say so of a call that was sent to a relay which has gone away', async () => {
			const seen = await stopped(waitsFor('The relay is offline', (ids) => ids))
			expect(seen.error?.message).toContain('may or may not have taken effect')
			expect(seen.label).toMatch(/^Stopped while creating/)
			expect(seen.changed).toEqual(['create Cube (effect unknown)'])
		})

		it('does not say so if the room does not answer', async () => {
			const kit = waitsFor('Unity is closed', () => {
				throw new Error('Network connection lost.')
			})
			expect((await stopped(kit)).error?.message).toContain('may or may not have taken effect')
		})

		it('says the same when a message interrupts', async () => {
			const kit = waitsFor('Unity is closed', () => [])
			kit.post('make a cube')
			await kit.settleDown().catch(() => undefined)
			kit.post('hello', 'm2', 'auto', { steer: 'interrupt' })
			await untilQuiet(kit)
			const [call] = callsOf(kit.answer() as RunMessage)
			expect(call?.errorText).toBe('Interrupted by a new message from the user before it ran.')
			expect(call?.call?.finishedAt).toBeUndefined()
		})
	})

	it.each([
		{ kind: 'mcp', words: 'The client stopped waiting before it ran.' },
		{ kind: 'relay', words: 'The client stopped waiting before it ran.' },
		{ kind: 'system', words: 'Stopped by Fairlead before it ran.' },
		{ kind: 'session', words: 'Stopped by the user before it ran.' },
	] as const)('names the one that stopped it: $kind', async ({ kind, words }) => {
		const kit = slowRoom()
		kit.post('make a cube', 'm1', 'ask')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null, false, { ...ONE, kind })
		const [call] = callsOf(kit.answer() as RunMessage)
		expect(call?.errorText).toBe(words)
	})

	it('shows no change of a call that still waited for a person', async () => {
		const kit = slowRoom()
		kit.post('make a cube', 'm1', 'ask')
		await kit.settleDown().catch(() => undefined)
		await kit.machine.stop(null)
		expect(kit.executions).toEqual([])
		expect(changedOf(kit)).toEqual([])
	})

	const stepsOf = (kit: MachineKit) =>
		buildRun(kit.answer() as RunMessage, false).map(({ kind, state }) => [kind, state])

	it('marks no step that was done when it came', async () => {
		const kit = new MachineKit({
			provider: attentive([]),
			room: ({ call }, self) => {
				queueMicrotask(() => {
					self.machine.calls.settle(call.callId, { status: 'ok', result: { did: call.method } })
					void self.machine.stop(null)
				})
				return accepted
			},
		})
		kit.post('make a cube')
		await untilQuiet(kit)
		expect(kit.store.latestRun()?.state).toBe('cancelled')
		expect(stepsOf(kit)).toEqual([['tools', 'done']])
	})

	it('marks a cut answer as stopped, not as failed', async () => {
		const kit = new MachineKit({
			provider: {
				id: 'slow',
				async *stream(_, signal) {
					yield* says('I begin. ').slice(0, -1)
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		kit.post('tell me something')
		void kit.machine.drive()
		await aWhile()
		await kit.machine.stop(null)
		expect(stepsOf(kit)).toEqual([['model', 'stopped']])
	})

	it('does not hold the next run back forever: the time of a call is limited', async () => {
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

	it('also stops a run that still waits for the previous one', async () => {
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

	it('retries a room that could not be reached', async () => {
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

	it('leaves a transcript that every provider accepts, after a crash at any commit', async () => {
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
				// No placeholder has to be added for it.
				expect(JSON.stringify(validHistory(history, 'anthropic'))).not.toContain(
					'Cancelled before it ran',
				)
			}
		}
	})

	it('lets a waiting message begin the next run', async () => {
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

	it('arriving twice, withdraws nothing that was sent after the first time', async () => {
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

	it('keeps a search that the provider itself ran unchanged', async () => {
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
	it('from the previous run yields nothing of the next one', async () => {
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
