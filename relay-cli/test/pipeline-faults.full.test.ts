/** Unity's own bridge when it misbehaves: lost answers, false ones, dying processes. */

import type { CallOutcome } from '@fairlead/protocol/calls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_TIMING } from '../src/timing.ts'
import { hasEnded } from './fake-unity.ts'
import type { Misdeed } from './fake-unity-cli.ts'
import { errorOf, PipelineDesk, resultOf } from './pipeline-desk.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let desk: PipelineDesk
beforeEach(async () => {
	desk = await PipelineDesk.open()
})
afterEach(() => desk.bench.end())

/** Of a change that is not answered, by the clock of the bench. */
const DEADLINE_MS = 20_000

/** A change that Unity's command line has been asked for. */
async function asked(): Promise<{ outcome: Promise<CallOutcome> }> {
	const outcome = desk.call('unity_hierarchy', { action: 'create', name: 'Cube' }, DEADLINE_MS)
	await until('the request', () =>
		desk.unity.asked().some(({ argv }) => argv[1] === 'create_gameobject'),
	)
	return { outcome }
}

const deadlinePasses = (): void =>
	desk.bench.clock.advance(DEADLINE_MS + DEFAULT_TIMING.editorAnswerGraceMs)

describe('a change whose answer is lost', () => {
	const LOST: readonly Misdeed['do'][] = ['die-before', 'die-after', 'half']
	it.each(LOST)('(%s) is of unknown effect, and never sent again', async (deed) => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'create_gameobject', do: deed })
		const first = makeCall('c.lost', 'unity_hierarchy', { action: 'create', name: 'Cube' })
		const lost = await desk.room.call(desk.key, first)
		expect(errorOf(lost).code).toBe('effect_unknown')
		// The same request again: the relay knows it.
		expect(await desk.room.call(desk.key, first)).toEqual(lost)
		const sent = desk.unity.asked().filter(({ argv }) => argv[1] === 'create_gameobject')
		expect(sent).toHaveLength(1)
		// The next call has a new process.
		expect(resultOf(await desk.create()).constructor).toBe(Object)
	})

	it('by its deadline does not hold up the calls after it', async () => {
		await desk.reached(() => desk.startWithClock())
		desk.unity.misbehaves({ on: 'create_gameobject', do: 'never' })
		const shell = desk.unity.starts().at(-1)!
		const lost = await asked()
		const next = desk.call('unity_query', { action: 'hierarchy' })
		// The relay reads in order: it has both.
		await desk.call('list_directory', { path: '.' })
		deadlinePasses()
		expect(errorOf(await lost.outcome).code).toBe('effect_unknown')
		expect(resultOf(await next)).toMatchObject({ summary: '1 scene, 0 objects' })
		await until('its end', () => hasEnded(shell.pid))
	})

	it('by a timeout inside Unity’s command line is of unknown effect too', async () => {
		await desk.reached()
		desk.unity.misbehaves({
			on: 'create_gameobject',
			...failing(6, null, 'Request timed out after 29s.'),
		})
		expect(errorOf(await desk.create()).code).toBe('effect_unknown')
	})
})

const failing = (exitCode: number, code: string | null, message: string) =>
	({
		do: 'answer',
		exitCode,
		envelope: {
			success: false,
			command: 'x',
			data: null,
			errors: [{ code, message }],
			warnings: [],
		},
	}) as const

describe('a read whose answer is lost', () => {
	it('is asked once more in a new process', async () => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'get_scene_hierarchy', do: 'die-before' })
		expect(resultOf(await desk.call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			total: 0,
		})
	})

	it('twice fails, and says what to do', async () => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'get_scene_hierarchy', do: 'die-before', times: 2 })
		const lost = await desk.call('unity_query', { action: 'hierarchy' })
		expect(lost).toMatchObject({ error: { code: 'deadline_exceeded', hint: expect.any(String) } })
	})
})

describe('an answer', () => {
	it.each(['garbage', 'twice', 'other-first'] as const)('is found among %s', async (deed) => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'create_gameobject', do: deed })
		expect(resultOf(await desk.create())).toMatchObject({ path: '/Cube' })
		expect(resultOf(await desk.call('unity_query', { action: 'find' }))).toMatchObject({ total: 1 })
	})

	it('to another request only is none', async () => {
		await desk.reached(() => desk.startWithClock())
		desk.unity.misbehaves({ on: 'create_gameobject', do: 'other-only' })
		const { outcome } = await asked()
		deadlinePasses()
		expect(errorOf(await outcome).code).toBe('effect_unknown')
	})

	it('without an end is cut off, and the process with it', async () => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'get_scene_hierarchy', do: 'huge' })
		expect(errorOf(await desk.call('unity_query', { action: 'hierarchy' })).code).toBe('too_large')
		expect(resultOf(await desk.call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			total: 0,
		})
	})

	it.each([
		[6, 'AMBIGUOUS_EDITOR', 'Several editors are running.', 'ambiguous_target'],
		[6, 'EDITOR_NOT_READY', 'The editor is busy.', 'editor_busy'],
		[6, 'STATUS_PIPELINE_LOAD_PENDING', 'Nothing is serving.', 'target_gone'],
		[6, 'COMMAND_FAILED', "Could not resolve 'target': nothing at /X", 'not_found'],
		[
			6,
			'COMMAND_FAILED',
			"'save_scene' cannot run while the editor is in play mode.",
			'in_play_mode',
		],
		[1, null, 'Something broke.', 'internal'],
		[2, 'INVALID_COMMAND_ARGS', 'Bad flag.', 'invalid_arguments'],
		[3, null, 'The token was rejected.', 'denied'],
		[4, null, 'The editor is too old.', 'unsupported'],
	] as const)(
		'with exit code %i and %s is an error that we know',
		async (exit, code, said, ours) => {
			await desk.reached()
			desk.unity.misbehaves({ on: 'create_gameobject', ...failing(exit, code, said) })
			const error = errorOf(await desk.create())
			expect(error.code).toBe(ours)
			expect(error.message).toContain(said)
		},
	)
})

describe('processes', () => {
	it('end with the relay, and with them what they started', async () => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'create_gameobject', do: 'grandchild' })
		resultOf(await desk.create())
		await desk.bench.relay.close()
		const pids = [...desk.unity.starts().map(({ pid }) => pid), ...desk.unity.children()]
		expect(pids.length).toBeGreaterThan(2)
		for (const pid of pids) await until(`the end of ${pid}`, () => hasEnded(pid))
	})

	it('a change under way when the relay ends is of unknown effect after its restart', async () => {
		await desk.reached()
		desk.unity.misbehaves({ on: 'create_gameobject', do: 'never' })
		const begun = makeCall('c.cut', 'unity_hierarchy', { action: 'create', name: 'Cube' }, 60_000)
		void desk.room.call(desk.key, begun).catch(() => undefined)
		await until('the request', () =>
			desk.unity.asked().some(({ argv }) => argv[1] === 'create_gameobject'),
		)
		await desk.bench.restart({ timing: { pipelinePollMs: 20 } })
		await desk.room.hello()
		await until('the seat', () => desk.seat()?.phase === 'ready')
		expect(errorOf(await desk.room.call(desk.key, begun)).code).toBe('effect_unknown')
		expect(desk.unity.asked().filter(({ argv }) => argv[1] === 'create_gameobject')).toHaveLength(1)
	})
})
