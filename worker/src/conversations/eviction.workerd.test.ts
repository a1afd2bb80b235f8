/**
 * An eviction of either object, at each state of a run, changes nothing in the transcript, and
 * nothing runs twice. The editor here counts what it executes and keeps a journal, like a real one.
 */
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { JournalingEditor } from '../../test/double/editor.ts'
import { type Client, KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'

type Room = Awaited<ReturnType<typeof roomWith>>
interface StoredPart {
	type: string
	state?: string
}
interface Stored {
	role: string
	parts: StoredPart[]
	metadata?: { state?: string }
}

const REQUEST = 'create a cube named Box at 0 3 0 and then save the scene'

interface Scene {
	readonly client: Client
	readonly room: Room
	readonly editor: JournalingEditor
	readonly conversationId: string
	/** Frames of the answer's stream so far. */
	frames(): string
	/** The viewer goes away: a graceful eviction waits for open streams. */
	leave(): Promise<void>
	messages(): Promise<{ messages: Stored[]; activeRun: { state: string } | null }>
}

/** Posts the request, reaches the moment, evicts, lets the run end; returns the normalised answer. */
async function play(
	mode: 'auto' | 'ask',
	at: (scene: Scene, evict: () => Promise<void>) => Promise<void>,
	evict: (scene: Scene) => Promise<void>,
): Promise<{ answer: unknown; executions: number[]; scene: Scene }> {
	const room = await roomWith([seat(KEY_A)])
	const { client } = room
	const editor = new JournalingEditor(room.relay)
	const serving = editor.serve()
	const created = await client.call('POST', `/api/projects/${room.projectId}/conversations`, {
		mode,
	})
	const { id } = (await created.json()) as { id: string }
	let frames = ''
	const scene: Scene = {
		client,
		room,
		editor,
		conversationId: id,
		frames: () => frames,
		leave: async () => undefined,
		messages: async () => (await client.call('GET', `/api/conversations/${id}/messages`)).json(),
	}
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: REQUEST }] },
	})
	expect(posted.status).toBe(200)
	const reader = posted.body?.getReader()
	scene.leave = async () => reader?.cancel()
	const reading = (async () => {
		const decoder = new TextDecoder()
		try {
			for (;;) {
				const next = await reader?.read()
				if (!next || next.done) return
				frames += decoder.decode(next.value, { stream: true })
			}
		} catch {
			// The stream ends with the object.
		}
	})()
	await at(scene, () => evict(scene))
	const ended = await until(async () => {
		// Reading it wakes an evicted object here; in production the alarm also does.
		const page = await scene.messages()
		return page.activeRun === null && page.messages.length === 2 ? page : undefined
	}, 'the run to end')
	editor.stop()
	await Promise.all([serving, reading])
	return { answer: normal(ended.messages[1]), executions: [...editor.executed.values()], scene }
}

/** Without times, ids, and the waits that an eviction of the room makes visible. */
function normal(message: Stored | undefined): unknown {
	const parts = message?.parts.filter((part) => part.type !== 'data-wait')
	return JSON.parse(
		JSON.stringify({ ...message, parts }, (key, value) =>
			[
				'id',
				'runId',
				'toolCallId',
				'approvalId',
				'startedAt',
				'finishedAt',
				'createdAt',
				'endedAt',
				'askedAt',
				'at',
			].includes(key)
				? undefined
				: value,
		),
	)
}

const conversation = (scene: Scene) => env.CONVERSATION.getByName(scene.conversationId)
const evictions: [string, (scene: Scene) => Promise<void>][] = [
	[
		'the Conversation',
		async (scene) => {
			await scene.leave()
			await evictDurableObject(conversation(scene))
		},
	],
	['the ProjectRoom, its sockets kept', (scene) => evictDurableObject(scene.room.room)],
	[
		'the ProjectRoom, its sockets closed',
		async (scene) => {
			await evictDurableObject(scene.room.room, { webSockets: 'close' })
			await scene.editor.reconnect(scene.room, [seat(KEY_A)])
		},
	],
	[
		'both at once, as by a deploy: nothing is drained',
		async (scene) => {
			await abortAllDurableObjects()
			await scene.editor.reconnect(scene.room, [seat(KEY_A)])
		},
	],
]

const seen = (scene: Scene, text: string, count = 1) =>
	until(
		() => (scene.frames().split(text).length > count ? true : undefined),
		`${text} in the stream`,
	)
const held = (scene: Scene) =>
	until(() => (scene.editor.relay.calls().length > 0 ? true : undefined), 'a call at the editor')
const state = (scene: Scene, wanted: string) =>
	until(
		async () => ((await scene.messages()).activeRun?.state === wanted ? true : undefined),
		`the state ${wanted}`,
	)

const moments: [
	string,
	'auto' | 'ask',
	(scene: Scene, evict: () => Promise<void>) => Promise<void>,
][] = [
	['the run is queued', 'auto', (_scene, evict) => evict()],
	[
		'the model speaks',
		'auto',
		async (scene, evict) => {
			await seen(scene, '"text-delta"')
			await evict()
		},
	],
	[
		'a call is at the editor, unanswered',
		'auto',
		async (scene, evict) => {
			scene.editor.hold = () => true
			await held(scene)
			await evict()
			scene.editor.hold = () => false
		},
	],
	[
		'the run waits for the editor',
		'auto',
		async (scene, evict) => {
			scene.editor.hold = () => true
			await held(scene)
			scene.editor.relay.phase(KEY_A, 'compiling')
			await state(scene, 'waiting_editor')
			await evict()
			scene.editor.relay.phase(KEY_A, 'ready')
			scene.editor.hold = () => false
		},
	],
	[
		'a person is asked',
		'ask',
		async (scene, evict) => {
			for (let answered = 0; answered < 2; answered++) {
				await state(scene, 'waiting_approval')
				await evict()
				const response = await scene.client.call(
					'GET',
					`/api/conversations/${scene.conversationId}/stream`,
				)
				const text = await response.text()
				const ids = [...text.matchAll(/"approvalId":"([^"]+)"/g)].map((match) => String(match[1]))
				const approvalId = ids.at(-1) ?? ''
				const answer = await scene.client.call(
					'POST',
					`/api/conversations/${scene.conversationId}/approvals/${approvalId}`,
					{ approved: true },
				)
				expect(answer.status).toBe(204)
				// Until the next approval request, or the end.
				await until(async () => {
					const page = await scene.messages()
					const run = page.activeRun
					return run === null || run.state !== 'waiting_approval' || answered === 1
						? true
						: undefined
				}, 'the answer to take effect')
			}
		},
	],
	[
		'the project is asked for its notes',
		'auto',
		async (scene, evict) => {
			const asked = () =>
				scene.editor.relay.frames.filter(({ method }) => method === 'project.context').length
			scene.editor.hold = () => true
			await held(scene)
			const before = asked()
			scene.editor.holdContext = true
			scene.editor.hold = () => false
			await until(() => (asked() > before ? true : undefined), 'the question')
			await evict()
			scene.editor.holdContext = false
		},
	],
	[
		'a result is back and the model goes on',
		'auto',
		async (scene, evict) => {
			await seen(scene, '"tool-output-available"')
			await evict()
		},
	],
	[
		'the run has ended',
		'auto',
		async (scene, evict) => {
			await until(
				async () => ((await scene.messages()).activeRun === null ? true : undefined),
				'the end',
			)
			await evict()
		},
	],
]

/** The answers without an eviction, by mode. */
const calm = new Map<string, ReturnType<typeof play>>()

describe.each(moments)('evicted while %s', (_moment, mode, at) => {
	test.each(evictions)('%s', async (_who, evict) => {
		const undisturbed =
			calm.get(mode) ??
			play(mode, mode === 'ask' ? at : async () => undefined, async () => undefined)
		calm.set(mode, undisturbed)
		const expected = await undisturbed
		const { answer, executions } = await play(mode, at, evict)
		expect(answer).toEqual(expected.answer)
		expect(executions).toEqual(expected.executions)
		expect(executions.every((count) => count === 1)).toBe(true)
	})
})
