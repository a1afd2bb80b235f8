/** Runs that cannot continue end once, with a message, and never loop. */
import { failed } from '@fairlead/protocol/wire/calls'
import { describe, expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import { noEditorComes, WAIT_BUDGET_MS } from '../../ports/room.ts'
import {
	failureNotice,
	MAX_ATTEMPTS,
	OTHER_FAILURES,
	retryDelay,
} from '../model/provider-failures.ts'
import type { ProviderErrorClass } from '../model/types.ts'
import { MAX_STALLS } from './crash-loop.ts'

const CLASSES = Object.keys(MAX_ATTEMPTS) as ProviderErrorClass[]
const LOOK = { id: 't1', name: 'unity_query', input: { action: 'selection' } }

describe('each way in which a provider fails', () => {
	it('has its own message and action', () => {
		const notices = [...CLASSES, ...OTHER_FAILURES].map((kind) => failureNotice(kind, 'openai/gpt'))
		for (const key of ['text', 'hint', 'code'] as const) {
			expect(new Set(notices.map((notice) => notice[key])).size, key).toBe(notices.length)
		}
		for (const { text, hint } of notices) {
			expect(text).toMatch(/\.$/)
			expect(hint).toMatch(/\.$/)
		}
	})

	it('speaks of the key without “your” to those who do not pay', () => {
		for (const kind of OTHER_FAILURES) {
			const { text, hint } = failureNotice(kind, 'openai/gpt', false)
			if (kind.startsWith('own') || kind.includes('key')) {
				expect(`${text} ${hint}`).not.toMatch(/\byour?\b/i)
			}
		}
	})

	it.each(CLASSES)(
		'%s: ends the run once, with its notice, and keeps what was done',
		async (cls) => {
			const error = { class: cls, message: 'words of the provider', retryable: true } as const
			const kit = new MachineKit({
				provider: scripted([callsTools([LOOK]), [{ type: 'error', error }]]),
			})
			kit.post('look')
			await kit.settleDown()
			expect(kit.store.latestRun()).toMatchObject({ state: 'failed', errorCode: `model_${cls}` })
			const answer = JSON.stringify(kit.answer())
			expect(answer).toContain(failureNotice(cls, 'test/scripted').hint)
			expect(answer).toContain('output-available')
			// The provider's own words are for the log.
			expect(answer).not.toContain('words of the provider')
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		},
	)

	it('the run waits as long as the provider asks, but not for hours', () => {
		const busy = { class: 'rate_limit', message: '', retryable: true } as const
		expect(retryDelay({ ...busy, retryAfterMs: 30_000 }, 1, 0)).toBe(30_000)
		expect(retryDelay({ ...busy, retryAfterMs: 3_600_000 }, 1, 0)).toBeNull()
	})
})

describe('a poisoned run', () => {
	it('that crashes its object each time is given up after some instances, not driven forever', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Never. ')]),
			// The object dies while it sends the call, without a trace.
			room: () => new Promise(() => undefined),
		})
		kit.post('look')
		let starts = 0
		for (; starts < 50 && kit.store.latestRun()?.state !== 'failed'; starts++) {
			kit.restart()
			void kit.machine.drive()
			await new Promise((resolve) => setImmediate(resolve))
		}
		expect(starts).toBeLessThan(2 * MAX_STALLS)
		expect(kit.store.latestRun()).toMatchObject({ state: 'failed', errorCode: 'internal_error' })
		expect(JSON.stringify(kit.answer())).toContain(failureNotice('internal', '').text)
		// And the conversation can be used again.
		kit.post('hello', 'm2')
		expect(kit.store.latestRun()?.state).toBe('queued')
	})

	it('is not a run that waits long for an editor, through any number of evictions', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Seen. ')]),
			room: () => ({
				accepted: true,
				editorKey: 'relay1:0123456789ab',
				editorName: 'D',
				waiting: null,
			}),
		})
		kit.post('look')
		for (let i = 0; i < 3 * MAX_STALLS; i++) {
			await kit.machine.drive()
			kit.restart()
		}
		expect(kit.store.latestRun()?.state).toBe('running')
		kit.machine.calls.settle(`${kit.store.latestRun()?.id}.1.0`, { status: 'ok', result: 1 })
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
	})

	it('whose end cannot be stored normally still ends', async () => {
		const kit = new MachineKit({ provider: scripted([says('Hello. ')]) })
		kit.post('hi')
		const insert = kit.store.insertMessage.bind(kit.store)
		kit.store.insertMessage = (message) => {
			if (JSON.stringify(message.ui).includes('Hello')) throw new Error('SQLITE_TOOBIG')
			insert(message)
		}
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ state: 'failed', errorCode: 'internal_error' })
		expect(kit.answer()?.metadata).toMatchObject({ state: 'failed' })
	})

	it('whose end cannot be stored normally keeps messages sent during it', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Hello. ')]),
			room: (request, self) => {
				self.post('look here as well', 'm2')
				return executing()(request, self)
			},
		})
		kit.post('look')
		const insert = kit.store.insertMessage.bind(kit.store)
		kit.store.insertMessage = (message) => {
			if (JSON.stringify(message.ui).includes('Hello')) throw new Error('SQLITE_TOOBIG')
			insert(message)
		}
		await kit.settleDown()
		expect(kit.answer()?.metadata).toMatchObject({ state: 'failed' })
		expect(kit.answer()?.parts).toContainEqual(
			expect.objectContaining({ type: 'steering-message', id: 'm2' }),
		)
		const [row] = kit.store.newestMessages(1)
		expect(JSON.stringify(row?.model)).toContain('look here as well')
	})

	it('is left alone while storage refuses everything, until somebody looks again', async () => {
		const kit = new MachineKit({ provider: scripted([says('Hello. ')]) })
		kit.post('hi')
		const transaction = kit.store.transaction.bind(kit.store)
		let tries = 0
		kit.store.transaction = () => {
			tries++
			throw new Error('SQLITE_FULL')
		}
		await kit.machine.drive()
		expect(kit.machine.stuck).toBe(true)
		const before = tries
		await kit.machine.drive()
		expect(tries).toBe(before)
		kit.store.transaction = transaction
		await kit.machine.wake()
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
	})
})

describe('the list of conversations', () => {
	it('is notified when a run starts and stops waiting for a person, at a flat cost', async () => {
		const create = { id: 'c', name: 'unity_hierarchy', input: { action: 'create', name: 'A' } }
		const kit = new MachineKit({ provider: scripted([callsTools([create]), says('Made. ')]) })
		kit.post('make it', 'm1', 'ask')
		await kit.settleDown()
		kit.approve(`${kit.store.latestRun()?.id}.1.0`, true)
		await kit.settleDown()
		const told = kit.database
			.all<{ payload: string }>('SELECT payload FROM outbox ORDER BY id')
			.map(({ payload }) => JSON.parse(payload) as { topic: string; run: { state: string } })
		expect(told.map(({ topic, run }) => `${topic} ${run.state}`)).toEqual([
			'run-started queued',
			'run-waits waiting_approval',
			'run-waits running',
			'run-ended completed',
		])
	})
})

describe('an editor that never comes', () => {
	const READY = { editorKey: 'relay1:0123456789ab', editorName: 'Demo' }
	const GONE = noEditorComes(
		'deadline_exceeded',
		'The editor was not ready in time: Unity is closed.',
		{
			hint: 'Nothing was done.',
		},
	)

	it('ends the run with a question, without a model call, and the next message begins a new run', async () => {
		const provider = scripted([callsTools([LOOK]), says('Never asked. ')])
		const kit = new MachineKit({
			provider,
			room: () => ({ accepted: true, ...READY, waiting: 'Unity is closed' }),
		})
		kit.post('look')
		await kit.settleDown()
		const run = kit.store.latestRun()
		expect(run?.state).toBe('waiting_editor')
		kit.machine.calls.settle(`${run?.id}.1.0`, GONE)
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ state: 'completed', errorCode: null })
		expect(kit.answer()?.parts.at(-1)).toMatchObject({
			type: 'data-notice',
			data: { code: 'editor_gone', text: expect.stringMatching(/\?$/), hint: expect.any(String) },
		})
		expect(JSON.stringify(kit.answer())).not.toContain('Never asked')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		// "Go on" is a message like any other.
		kit.post('Go on.', 'm2')
		await kit.settleDown()
		expect(JSON.stringify(kit.answer())).toContain('Never asked')
	})

	it('is not waited for either if nothing is linked, or if the room says nothing until the time is over', async () => {
		const refusing = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Never asked. ')]),
			room: () => ({ accepted: false, outcome: noEditorComes('no_editor', 'None.', { hint: '' }) }),
		})
		refusing.post('look')
		await refusing.settleDown()
		expect(JSON.stringify(refusing.answer())).toContain('editor_gone')

		const silent = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Never asked. ')]),
			room: () => ({ accepted: true, ...READY, waiting: 'The relay is offline' }),
		})
		silent.post('look')
		await silent.settleDown()
		silent.now += 2 * WAIT_BUDGET_MS
		silent.machine.calls.expire()
		await silent.settleDown()
		expect(silent.store.latestRun()?.state).toBe('completed')
		expect(JSON.stringify(silent.answer())).toContain('editor_gone')
	})

	it('is waited for equally long if the object was evicted and sent the call again', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('There it is. ')]),
			room: () => ({ accepted: true, ...READY, waiting: 'The relay is offline' }),
		})
		kit.post('look')
		await kit.settleDown()
		kit.restart()
		await kit.settleDown()
		kit.now += WAIT_BUDGET_MS / 2
		kit.machine.calls.expire()
		await kit.settleDown()
		const run = kit.store.latestRun()
		expect(run?.state).toBe('waiting_editor')
		kit.machine.calls.settle(`${run?.id}.1.0`, { status: 'ok', result: {} })
		await kit.settleDown()
		expect(JSON.stringify(kit.answer())).toContain('There it is')
	})

	it('is no longer waited for once the room says so, even only by a receipt', async () => {
		let waiting: string | null = 'The relay is offline'
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('It was lost. ')]),
			room: () => ({ accepted: true, ...READY, waiting }),
		})
		kit.post('look')
		await kit.settleDown()
		waiting = null
		await kit.restart().drive()
		kit.now += WAIT_BUDGET_MS / 2
		kit.machine.calls.expire()
		await kit.settleDown()
		expect(JSON.stringify(kit.answer())).toContain('It was lost')
	})

	it('is not an editor that closed during a read: the model may retry, and then waits', async () => {
		const kit = new MachineKit({
			provider: scripted([callsTools([LOOK]), says('Asked again. ')]),
			room: executing(() => failed('target_gone', 'Unity is not open.')),
		})
		kit.post('look')
		await kit.settleDown()
		expect(JSON.stringify(kit.answer())).toContain('Asked again')
	})
})
