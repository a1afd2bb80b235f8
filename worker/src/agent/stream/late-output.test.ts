/** A command that is stopped with its run: a person and the next run still read what it had written. */

import {
	isToolPart,
	partsOf,
	type RunMessage,
} from '@fairlead/protocol/conversations/message-parts'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { changesOf } from '@fairlead/protocol/view/run-changes'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { describe, expect, it } from 'vitest'
import { accepted, MachineKit, ONE, readWithSdk } from '../../../test/machine-kit.ts'
import { attentive, aWhile, transcript, untilQuiet } from '../../../test/steering-kit.ts'
import { sharedMessage } from '../../sharing/shared-parts.ts'
import type { ChatRequest } from '../model/types.ts'

const SEAT = { editorKey: 'relay1:0123456789ab', editorName: 'Demo' }
const COMMAND = { action: 'run', command: ['npm', 'test'], changes: ['report.txt'] }
const UNCERTAIN = 'may or may not have taken effect'
const STOPPED = 'Stopped by the user while it was running, so its exit code is unknown.'

/** The outcome that the relay reports when it ended a command. */
const ended = (more: Record<string, unknown> = {}): CallOutcome => ({
	status: 'ok',
	result: {
		handle: 'cmd_5f2c81',
		state: 'ended',
		exitCode: null,
		output: 'test 41 of 90 passed\n',
		outputBytes: 21,
		...more,
	},
})

interface Given {
	readonly requests?: ChatRequest[]
	readonly call?: { readonly name: string; readonly input: unknown }
	/** Later requests of the run are answered after this. */
	readonly held?: Promise<void>
	readonly begin?: (kit: MachineKit) => void
}

/** A run whose command is under way in a room that reports its end later. */
async function running({
	requests = [],
	call = { name: 'run_command', input: COMMAND },
	held,
	begin = (kit) => kit.post('make the tests run'),
}: Given = {}) {
	const model = attentive(requests, call)
	const kit = new MachineKit({
		provider: {
			id: model.id,
			async *stream(request, signal) {
				if (requests.length > 0) await held
				yield* model.stream(request, signal)
			},
		},
		room: (request, self) => {
			self.executions.push(request.call.callId)
			return accepted
		},
		cancel: (ids) => ids,
	})
	kit.store.setSetting('activated_tools', JSON.stringify([call.name]))
	begin(kit)
	await kit.settleDown().catch(() => undefined)
	const [asking] = kit.store.openCalls(kit.store.latestRun()?.id ?? '')
	kit.approve(asking?.callId ?? '', true)
	await expect.poll(() => kit.executions).toHaveLength(1)
	const callId = kit.executions[0] ?? ''
	return {
		kit,
		settle: (outcome: CallOutcome) => kit.machine.calls.settle(callId, outcome, SEAT),
	}
}

const toolPart = (message: StoredMessage | undefined) =>
	message && partsOf(message as RunMessage).find(isToolPart)
const recorded = (kit: MachineKit): readonly unknown[] =>
	kit.database.all("SELECT 1 FROM outbox WHERE payload LIKE '%answer-changed%'")
/** The answer and the model's copy of it, as stored. */
const stored = (kit: MachineKit, id: string) => JSON.stringify(kit.store.message(id))

describe('the output of a command that was stopped with its run', () => {
	it('stands in the ended answer, for the page and for the next run', async () => {
		const requests: ChatRequest[] = []
		const { kit, settle } = await running({ requests })
		await kit.machine.stop(null, false, ONE)
		expect(toolPart(kit.answer())).toMatchObject({ state: 'output-error' })
		const run = kit.store.latestRun()
		settle(ended())
		expect(toolPart(kit.answer())).toMatchObject({
			state: 'output-available',
			output: { result: { state: 'ended', output: 'test 41 of 90 passed\n', note: STOPPED } },
		})
		const [call] = callsOf(kit.answer() as RunMessage)
		expect(call?.call).toMatchObject({ ...SEAT, finishedAt: expect.any(Number) })
		expect(call?.call?.error).toBeUndefined()
		expect(kit.reread).toEqual([run?.id])
		kit.post('hello', 'm2')
		await untilQuiet(kit)
		const read = JSON.stringify(requests.at(-1)?.messages)
		expect(read).toContain('test 41 of 90 passed')
		expect(read).toContain(STOPPED)
		expect(read).not.toContain(UNCERTAIN)
	})

	it('is there before the next run asks, also if its message came first, and after an eviction', async () => {
		const requests: ChatRequest[] = []
		const { kit, settle } = await running({ requests })
		await kit.machine.stop(null, false, ONE)
		kit.post('hello', 'm2')
		await kit.machine.drive()
		kit.restart()
		await kit.machine.drive()
		expect(requests).toHaveLength(1)
		settle(ended())
		await untilQuiet(kit)
		expect(requests).toHaveLength(2)
		expect(JSON.stringify(requests[1]?.messages)).toContain('test 41 of 90 passed')
		expect(toolPart(transcript(kit)[1])).toMatchObject({ state: 'output-available' })
	})

	it('is told once, however often it is reported', async () => {
		const { kit, settle } = await running()
		await kit.machine.stop(null, false, ONE)
		const id = kit.answer()?.id ?? ''
		settle(ended())
		const first = stored(kit, id)
		settle(ended({ output: 'another\n' }))
		expect(stored(kit, id)).toBe(first)
		expect(kit.reread).toHaveLength(1)
		expect(recorded(kit)).toHaveLength(1)
	})

	it('says what the relay says of it as well', async () => {
		const { kit, settle } = await running()
		await kit.machine.stop(null, false, ONE)
		settle(ended({ note: 'The middle is left out.' }))
		expect(JSON.stringify(kit.answer())).toContain(`${STOPPED} The middle is left out.`)
	})

	it('says that it was not stopped if it ended by itself first', async () => {
		const { kit, settle } = await running()
		await kit.machine.stop(null, false, ONE)
		settle(ended({ state: 'exited', exitCode: 1 }))
		const part = toolPart(kit.answer())
		expect(part).toMatchObject({ output: { result: { state: 'exited', exitCode: 1 } } })
		expect(JSON.stringify(part)).not.toContain('Stopped by the user')
	})

	it('leaves what a revert restores as it was', async () => {
		const { kit, settle } = await running()
		await kit.machine.stop(null, false, ONE)
		const changes = () => kit.store.changes(kit.store.latestRun()?.id ?? '')
		const before = changes()
		expect(before).toMatchObject([{ callIds: [kit.executions[0]] }])
		settle(ended())
		expect(changes()).toEqual(before)
		// Without a change, the page offers no revert.
		expect(changesOf(callsOf(kit.answer() as RunMessage)).delegated).toHaveLength(1)
	})

	it('is not shown to visitors', async () => {
		const { kit, settle } = await running()
		await kit.machine.stop(null, false, ONE)
		settle(ended())
		const seen = JSON.stringify(sharedMessage(kit.answer() as StoredMessage))
		expect(seen).toContain('npm')
		expect(seen).not.toContain('41 of 90')
	})

	it('enters a run that a message interrupted, whose stream shows it', async () => {
		const { promise, resolve } = Promise.withResolvers<void>()
		const { kit, settle } = await running({ held: promise })
		kit.post('hello', 'm2', 'auto', { steer: 'interrupt' })
		void kit.machine.drive()
		await expect.poll(() => kit.store.leavingCalls()).toHaveLength(1)
		settle(ended())
		resolve()
		await untilQuiet(kit)
		expect(toolPart(kit.answer())).toMatchObject({ state: 'output-available' })
		expect(JSON.stringify(kit.answer())).toContain('Interrupted by a new message')
		expect(changesOf(callsOf(kit.answer() as RunMessage)).delegated).toHaveLength(1)
		expect(await readWithSdk(kit.frames)).toEqual(JSON.parse(JSON.stringify(kit.answer())))
		expect(kit.reread).toEqual([])
	})
})

describe('nothing changes when the room reports', () => {
	const unchanged = async (
		{ kit, settle }: Awaited<ReturnType<typeof running>>,
		outcome: CallOutcome,
	) => {
		const id = kit.answer()?.id ?? ''
		const before = stored(kit, id)
		settle(outcome)
		expect(stored(kit, id)).toBe(before)
		expect(before).toContain(UNCERTAIN)
		expect(kit.store.leavingCalls()).toEqual([])
		expect([kit.reread, recorded(kit)]).toEqual([[], []])
	}
	const stopped = async (given?: Given) => {
		const one = await running(given)
		await one.kit.machine.stop(null, false, ONE)
		return one
	}

	it.each([
		['that the command was not begun', failed('cancelled', 'It was cancelled before it began.')],
		['that nobody knows', failed('effect_unknown', 'The relay was interrupted.')],
		['a command that is still being ended', ended({ state: 'running' })],
	])('%s', async (_, outcome) => {
		await unchanged(await stopped(), outcome)
	})

	it('the result of another tool', async () => {
		const input = { action: 'commit', message: 'x', paths: ['a.txt'] }
		await unchanged(await stopped({ call: { name: 'git', input } }), { status: 'ok', result: {} })
	})

	it('the output of the command of a client, which was given an outcome when its run ended', async () => {
		const call = { id: 'cc1', name: 'run_command', input: COMMAND }
		await unchanged(await stopped({ begin: (kit) => kit.handIn(call) }), ended())
	})

	it('after the call was given up', async () => {
		const one = await stopped()
		one.kit.now += 3_600_000
		await one.kit.machine.calls.cancelLeaving()
		await aWhile()
		await unchanged(one, ended())
	})
})
