/** Reverts over HTTP, with the real objects: each call of a revert is made once, whatever is evicted. */
import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { ConversationExport } from '@fairlead/protocol/conversations/conversation-export'
import type { RunMessage } from '@fairlead/protocol/conversations/message-parts'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { RevertPart, RevertPreview } from '@fairlead/protocol/conversations/revert'
import { revertsOf } from '@fairlead/protocol/conversations/reverted'
import { endOf } from '@fairlead/protocol/conversations/run-standing'
import { Problem } from '@fairlead/protocol/http/problem'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { RoutedCall } from '@fairlead/protocol/wire/relay-link'
import { afterEach, describe, expect, test } from 'vitest'
import { exampleOutcome, JournalingEditor } from '../../test/double/editor.ts'
import { KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'

/** Makes a cube and a script and attaches it: records in the Undo history, and a file. */
const REQUEST = 'write a script that rotates the cube'
const SCRIPT = 'Assets/Scripts/Rotator.cs'

/** The state of the user's machine that a revert finds. */
interface Desk {
	/** A change by the user in the scene, on top of the agent's. */
	later: boolean
	/** The script was changed after the agent wrote it. */
	edited: boolean
}

const KINDS = ['look', 'scene', 'files', 'refresh'] as const
const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })

function answerOf(desk: Desk, call: RoutedCall): CallOutcome {
	const { method, params } = call
	if (method === 'unity_history') {
		const ids = params['record_ids'] as string[]
		const records = ids.map((id) => ({ id, name: 'Fairlead: create', state: 'done' as const }))
		const blocking = desk.later ? [{ id: '#7', name: 'Move Light' }] : []
		const seen = `seen-${blocking.length}`
		switch (params['action']) {
			case 'state':
				return ok({
					records,
					blocking,
					blockingCount: blocking.length,
					changed: [],
					openScenes: [],
					seen,
				})
			case 'redo':
				return ok({ redone: records })
			default:
				return params['seen'] === seen && (blocking.length === 0 || params['force'] === true)
					? ok({ undone: [...blocking, ...records] })
					: failed('conflict', 'The scene has changed since the preview.')
		}
	}
	if (method === 'file_history') {
		const file = { path: SCRIPT, kind: 'file', change: 'trash' } as const
		const overwrite = (params['overwrite'] ?? []) as { path: string; seen: string }[]
		const conflict = desk.edited && !overwrite.some(({ seen }) => seen === 'mine')
		const item =
			params['action'] === 'preview'
				? conflict
					? { ...file, state: 'conflict', reason: 'changed', seen: 'mine' }
					: { ...file, state: 'ready', seen: 'theirs' }
				: conflict
					? { ...file, state: 'skipped', reason: 'changed' }
					: { ...file, state: 'reverted' }
		return ok({ items: [item], truncated: false, refresh: true })
	}
	return exampleOutcome(call)
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const clean of cleanups.splice(0)) await clean()
})

/** Sets up a run that changed something; `requests` go to its conversation. */
async function afterRun(text = REQUEST) {
	const room = await roomWith([seat(KEY_A)])
	const desk: Desk = { later: false, edited: false }
	const editor = new JournalingEditor(room.relay, (call) => answerOf(desk, call))
	const serving = editor.serve()
	cleanups.push(async () => {
		editor.stop()
		await serving
	})
	const { client, projectId } = room
	const created = await client.call('POST', `/api/projects/${projectId}/conversations`, {
		mode: 'auto',
	})
	const { id } = (await created.json()) as { id: string }
	const path = `/api/conversations/${id}`
	const say = (words: string, messageId: string) =>
		client.call('POST', `${path}/messages`, {
			model: 'demo/planner',
			message: { id: messageId, role: 'user', parts: [{ type: 'text', text: words }] },
		})
	await (await say(text, 'm1')).text()
	const page = async () =>
		(await (await client.call('GET', `${path}/messages`)).json()) as {
			activeRun: unknown
			messages: { id: string; parts: { type: string; id?: string; data?: unknown }[] }[]
		}
	const ended = await until(async () => {
		const now = await page()
		return now.activeRun === null && now.messages.length === 2 ? now : undefined
	}, 'the run to end')
	const messageId = ended.messages[1]?.id ?? ''
	const ask = (body: object) => client.call('POST', `${path}/revert`, { messageId, ...body })
	const begin = async (body: object = {}) => {
		const answer = await ask(body)
		expect(answer.status).toBe(202)
		return RevertPart.parse(await answer.json())
	}
	const preview = async (body: object = {}) => {
		const answer = await ask({ preview: true, ...body })
		expect(answer.status).toBe(200)
		return RevertPreview.parse(await answer.json())
	}
	const read = (revertId: string) => client.call('GET', `${path}/reverts/${revertId}`)
	const over = (revertId: string) =>
		until(async () => {
			const part = RevertPart.parse(await (await read(revertId)).json())
			return part.state === 'running' ? undefined : part
		}, 'the revert to end')
	const calls = (revertId: string): string[] =>
		[...editor.executed.keys()].filter((callId) => callId.startsWith(`${revertId}.`))
	return {
		...room,
		id,
		path,
		desk,
		editor,
		messageId,
		say,
		page,
		ask,
		begin,
		preview,
		read,
		over,
		calls,
		conversation: env.CONVERSATION.getByName(id),
	}
}

const statesOf = (items: readonly { key: string; state: string; reason?: string | undefined }[]) =>
	Object.fromEntries(items.map((i) => [i.key, [i.state, i.reason].filter(Boolean).join(' ')]))

const problemOf = async (answer: Response) => {
	const { code, title, detail } = Problem.parse(await answer.json())
	// Every refusal says what to do next.
	expect(`${title}${detail}`.length).toBeGreaterThan(title.length)
	return `${answer.status} ${code}`
}

describe('the routes', () => {
	test('a preview changes nothing; a revert runs on its own, can be read meanwhile, and appears in the message', async () => {
		const run = await afterRun()
		const { items, counts } = await run.preview()
		expect(statesOf(items)).toEqual({ scene: 'ready', [`file:${SCRIPT}`]: 'ready' })
		expect(counts).toMatchObject({ ready: 2, reverted: 0 })
		expect([...run.editor.executed.keys()].filter((id) => id.startsWith('rev_'))).toEqual([])
		run.editor.hold = ({ callId }) => callId.endsWith('.scene')
		const { revertId } = await run.begin()
		await until(() => (run.calls(revertId).includes(`${revertId}.look`) ? true : undefined), 'look')
		expect(RevertPart.parse(await (await run.read(revertId)).json()).state).toBe('running')
		run.editor.hold = () => false
		const part = await run.over(revertId)
		expect(part).toMatchObject({ state: 'done', text: null, counts: { reverted: 2 } })
		expect(run.calls(revertId)).toEqual(KINDS.map((kind) => `${revertId}.${kind}`))
		const { messages } = await run.page()
		expect(messages[1]?.parts.at(-1)).toEqual({ type: 'data-revert', id: revertId, data: part })
	})

	test('lists say that the last run is reverted, and how it ended once it is restored', async () => {
		const run = await afterRun()
		const verdict = async () => {
			const answer = await run.client.call('GET', run.path)
			return ((await answer.json()) as { lastRun: { verdict?: string } }).lastRun.verdict
		}
		expect(await verdict()).toBeUndefined()
		const { revertId } = await run.begin()
		await run.over(revertId)
		await expect.poll(verdict).toBe('reverted')
		await run.over((await run.begin({ revertId })).revertId)
		await expect.poll(verdict).toBeUndefined()
	})

	test('exports, copies and the finished page of a link tell the revert, and the restoring', async () => {
		const run = await afterRun()
		const { projectId, client } = run
		const share = await newShare(client, projectId, { conversationId: run.id, exports: true })
		const visitor = (await visit(share.token)).client
		const read = async (path: string) => (await visitor.call('GET', path)).text()
		const exported = (format: string) => read(`${run.path}/export/${format}`)
		const { revertId } = await run.begin()
		await run.over(revertId)
		await expect.poll(() => exported('markdown')).toContain('> Reverted 2 changes')
		expect(await exported('html')).toContain('<p class="end">Reverted 2 changes</p>')
		const page = await read(`/s/${share.token}`)
		expect(page).toContain('The changes of this run were reverted.')
		expect(page).toContain('Reverted 2 changes')
		const { messages } = ConversationExport.parse(JSON.parse(await exported('json')))
		const [told] = revertsOf(messages[1] as RunMessage)
		expect(told).toMatchObject({ revertId, state: 'done', counts: { reverted: 2 } })

		const copied = await client.call('POST', `/api/projects/${projectId}/copies`, {
			conversationId: run.id,
			requestId: 'copy-of-a-revert',
		})
		const copy = Conversation.parse(await copied.json())
		const answer = await client.call('GET', `/api/conversations/${copy.id}/messages`)
		const inCopy = MessagePage.parse(await answer.json()).messages[1]
		expect(inCopy && endOf(inCopy)).toBe('reverted')
		expect(inCopy && revertsOf(inCopy)).toMatchObject([{ messageId: inCopy?.id }])

		await run.over((await run.begin({ revertId })).revertId)
		await expect.poll(() => exported('markdown')).toContain('> Restored 1 change')
		expect(await read(`/s/${share.token}`)).not.toContain('The changes of this run were reverted.')
	})

	test('the same request id again is the same revert, also after it has ended', async () => {
		const run = await afterRun()
		const first = await run.begin({ requestId: 'click-1' })
		const repeated = await run.begin({ requestId: 'click-1' })
		expect(repeated.revertId).toBe(first.revertId)
		const part = await run.over(first.revertId)
		expect(await run.begin({ requestId: 'click-1' })).toEqual(part)
		expect([...run.editor.executed.values()].every((count) => count === 1)).toBe(true)
	})

	test('a conflict is left alone, unless the user chose to overwrite exactly what they saw', async () => {
		const run = await afterRun()
		Object.assign(run.desk, { later: true, edited: true })
		const { items } = await run.preview()
		expect(statesOf(items)).toEqual({
			scene: 'conflict changed_above',
			[`file:${SCRIPT}`]: 'conflict changed',
		})
		const left = await run.over((await run.begin()).revertId)
		expect(statesOf(left.items)).toEqual({
			scene: 'skipped changed_above',
			[`file:${SCRIPT}`]: 'skipped changed',
		})
		const choices = items.map(({ key, seen }) => ({ key, choice: 'overwrite', seen }))
		const taken = await run.over((await run.begin({ choices })).revertId)
		expect(statesOf(taken.items)).toEqual({ scene: 'reverted', [`file:${SCRIPT}`]: 'reverted' })
	})

	test('an impossible revert is refused with a message and a code', async () => {
		const run = await afterRun()
		expect(await problemOf(await run.ask({ messageId: 'm0' }))).toBe('404 not_found')
		expect(await problemOf(await run.ask({ messageId: 'm1' }))).toBe('404 not_found')
		expect(await problemOf(await run.ask({ stepId: 'step-0' }))).toBe('409 nothing_to_revert')
		expect(await problemOf(await run.ask({ stepId: 'first' }))).toBe('400 invalid_request')
		const unknown = `rev_${'0'.repeat(24)}`
		expect(await problemOf(await run.ask({ revertId: unknown }))).toBe('404 not_found')
		expect(await problemOf(await run.read(unknown))).toBe('404 not_found')
		expect(await problemOf(await run.ask({ choices: [{ key: 'scene' }] }))).toBe(
			'400 invalid_request',
		)
	})

	test('a run and a revert exclude each other', async () => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.startsWith('rev_')
		const { revertId } = await run.begin()
		expect(await problemOf(await run.ask({}))).toBe('409 revert_active')
		expect(await problemOf(await run.say('hello', 'm2'))).toBe('409 revert_active')
		run.editor.hold = ({ callId }) => callId.startsWith('run_')
		await run.over(revertId)
		const posted = await run.say('create a sphere', 'm3')
		expect(posted.status).toBe(200)
		expect(await problemOf(await run.ask({}))).toBe('409 run_active')
		run.editor.hold = () => false
		await posted.text()
	})

	test('Stop ends an active revert: finished parts stay, and it says so', async () => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.endsWith('.files')
		const { revertId } = await run.begin()
		await until(
			() => (run.calls(revertId).includes(`${revertId}.scene`) ? true : undefined),
			'scene',
		)
		await run.relay.waitCall(`${revertId}.files`)
		expect((await run.client.call('POST', `${run.path}/stop`, {})).status).toBe(200)
		const part = await run.over(revertId)
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted' })
		expect(part.items.find(({ key }) => key !== 'scene')?.state).toBe('unknown')
		expect(part.text).toContain('not known')
	})
})

type Run = Awaited<ReturnType<typeof afterRun>>
const ends: [string, (run: Run) => Promise<void>][] = [
	['the Conversation', (run) => evictDurableObject(run.conversation)],
	['the ProjectRoom, its sockets kept', (run) => evictDurableObject(run.room)],
	[
		'the ProjectRoom, its sockets closed',
		async (run) => {
			await evictDurableObject(run.room, { webSockets: 'close' })
			await run.editor.reconnect(run, [seat(KEY_A)])
		},
	],
	[
		'both at once, as by a deploy',
		async (run) => {
			await abortAllDurableObjects()
			await run.editor.reconnect(run, [seat(KEY_A)])
		},
	],
]

describe.each(KINDS)('in the middle of a revert, at its call “%s”', (kind) => {
	test.each(ends)('an eviction of %s changes nothing', async (_who, evict) => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.endsWith(`.${kind}`)
		const { revertId } = await run.begin()
		await run.relay.waitCall(`${revertId}.${kind}`)
		await evict(run)
		run.editor.hold = () => false
		const part = await run.over(revertId)
		expect(part).toMatchObject({ state: 'done', counts: { reverted: 2 } })
		expect(run.calls(revertId)).toEqual(KINDS.map((one) => `${revertId}.${one}`))
		expect([...run.editor.executed.values()].every((count) => count === 1)).toBe(true)
	})
})

describe('a relay that disconnects during a revert', () => {
	const waits = (run: Run, revertId: string) =>
		until(async () => {
			const part = RevertPart.parse(await (await run.read(revertId)).json())
			return part.text?.startsWith('The relay is offline') ? part : undefined
		}, 'the revert to say what it waits for')

	/** Lets the waiting time of a revert pass. */
	const overdue = (run: Run) =>
		runInDurableObject(run.conversation, async (conversation, { storage }) => {
			const { body } = storage.sql.exec<{ body: string }>('select body from revert').one()
			const past = body.replaceAll(/"nextAt":\d+/g, '"nextAt":1')
			storage.sql.exec('update revert set body = ?', past)
			await conversation.alarm()
		})

	test('is visibly waited for, and the revert continues when it is back', async () => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.endsWith('.files')
		const { revertId } = await run.begin()
		await run.relay.waitCall(`${revertId}.files`)
		run.relay.close()
		expect((await waits(run, revertId)).state).toBe('running')
		await run.editor.reconnect(run, [seat(KEY_A)])
		run.editor.hold = () => false
		expect(await run.over(revertId)).toMatchObject({ state: 'done', counts: { reverted: 2 } })
		expect([...run.editor.executed.values()].every((count) => count === 1)).toBe(true)
	})

	test('before its call was sent, and does not come back: nothing was done, and the revert says so', async () => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.endsWith('.scene')
		const { revertId } = await run.begin()
		await run.relay.waitCall(`${revertId}.scene`)
		run.relay.reply(`${revertId}.scene`, ok({ undone: [] }))
		run.relay.close()
		await waits(run, revertId)
		await overdue(run)
		const part = await run.over(revertId)
		expect(part.items).toContainEqual(
			expect.objectContaining({ key: 'files', state: 'impossible', reason: 'relay_away' }),
		)
	})

	test('and does not come back: the revert ends and says what is unknown; then the chat continues', async () => {
		const run = await afterRun()
		run.editor.hold = ({ callId }) => callId.endsWith('.files')
		const { revertId } = await run.begin()
		await run.relay.waitCall(`${revertId}.files`)
		run.relay.close()
		await waits(run, revertId)
		await overdue(run)
		const part = await run.over(revertId)
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted' })
		// It had the call: only its journal, which is unreachable, knows whether the files were restored.
		expect(part).toMatchObject({ state: 'failed', text: expect.stringContaining('not known') })
		expect(part.items).toContainEqual(
			expect.objectContaining({ key: 'files', state: 'unknown', reason: 'effect_unknown' }),
		)
		await run.editor.reconnect(run, [seat(KEY_A)])
		run.editor.hold = () => false
		expect((await run.say('hello', 'm9')).status).toBe(200)
	})
})
