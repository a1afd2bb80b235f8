/** Faults found by the chaos suite, each as the smallest test that shows it. */
import { describe, expect, it } from 'vitest'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatProvider, ProviderEvent } from '../model/types.ts'
import { Superseded } from './run-store.ts'

const CREATE = {
	id: 'tc1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}
const LOOK = { id: 'tc2', name: 'unity_query', input: { action: 'hierarchy' } }

/** A model that streams all but the end of its answer, then waits. */
function stalling(
	events: readonly ProviderEvent[],
	pause = () => new Promise<void>(() => undefined),
) {
	const provider: ChatProvider = {
		id: 'stalling',
		async *stream() {
			yield* events.slice(0, -1)
			await pause()
			yield* events.slice(-1)
		},
	}
	return provider
}
const aWhile = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

describe('faults found by the chaos suite', () => {
	it('leaves no call spinning on the page when stopped between its arguments and its start', async () => {
		const kit = new MachineKit({ provider: stalling(callsTools([CREATE, LOOK])) })
		kit.post('make a cube')
		void kit.machine.drive()
		await aWhile()
		await kit.machine.stop(null)
		const tools = kit.answer()?.parts.filter((part) => String(part['type']).startsWith('tool-'))
		expect(tools?.map((part) => part['state'])).toEqual(['output-error', 'output-error'])
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('stores what the page shows when stopped after an eviction, even if the page saw more', async () => {
		const kit = new MachineKit({ provider: stalling(says('One two three four. ')) })
		kit.post('hi')
		void kit.machine.drive()
		await aWhile()
		expect(kit.frames).toContain('four')
		kit.restart()
		await kit.machine.stop(null)
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('writes nothing once another instance took over in the middle of an answer', async () => {
		const { promise, resolve } = Promise.withResolvers<void>()
		const kit = new MachineKit({ provider: stalling(says('One two. '), () => promise) })
		kit.post('hi')
		const old = kit.machine
		const oldRun = kit.store.latestRun()
		void old.drive()
		await aWhile()
		kit.restart()
		const blocks = kit.store.blocks(oldRun?.id ?? '').length
		kit.now += 10_000
		expect(() => oldRun && old.log(oldRun).maybeFlush()).toThrow(Superseded)
		expect(kit.store.blocks(oldRun?.id ?? '')).toHaveLength(blocks)
		resolve()
	})

	it('does not say "before it ran" about a call that reached the room though its receipt was lost', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([CREATE]), says('never ')]),
			room: (request, self) => {
				self.executions.push(request.call.callId)
				throw new Error('Network connection lost.')
			},
		})
		kit.post('make a cube')
		void kit.machine.drive()
		await aWhile()
		expect(kit.executions).toHaveLength(1)
		await kit.machine.stop(null)
		expect(JSON.stringify(kit.answer())).toContain('may or may not have taken effect')
	})
})
