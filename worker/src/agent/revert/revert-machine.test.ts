import { RevertPart, RevertPreview } from '@fairlead/protocol/conversations/revert'
import { isReverted } from '@fairlead/protocol/conversations/reverted'
import { describe, expect, test } from 'vitest'
import { accepted, callsTools, ONE, says } from '../../../test/machine-kit.ts'
import { RevertKit, statesOf, TURNS } from '../../../test/revert-kit.ts'
import { conversationView } from '../context/stored-view.ts'

const waiting = { ...accepted, waiting: 'The relay is offline', held: true } as const

describe('reverting a run', () => {
	test('scene and files, the scene first, each once; the message says so after a reload', async () => {
		const kit = await RevertKit.open()
		expect(statesOf(await kit.preview())).toEqual({
			scene: 'ready',
			'file:Assets/Spin.cs': 'ready',
		})
		const part = await kit.revert()
		expect(part).toMatchObject({ state: 'done', text: null, counts: { reverted: 2 } })
		expect(RevertPart.parse(part)).toEqual(part)
		expect(kit.world.executions.slice(-4)).toEqual(
			['look', 'scene', 'files', 'refresh'].map((kind) => `${part.revertId}.${kind}`),
		)
		expect(kit.world.done).toEqual([])
		expect(kit.world.files.get('Assets/Spin.cs')?.now).toBeNull()
		expect(kit.answer().parts.at(-1)).toEqual({
			type: 'data-revert',
			id: part.revertId,
			data: part,
		})
		expect(kit.changed).toEqual(['running', 'done'])
	})

	test('one step only: later changes in the scene are named, and none is reverted without being chosen', async () => {
		const kit = await RevertKit.open()
		const items = await kit.preview({ stepId: 'step-1' })
		expect(items[0]).toMatchObject({
			key: 'scene',
			state: 'conflict',
			reason: 'changed_above',
			details: ['rename'],
		})
		const part = await kit.revert({ stepId: 'step-1' })
		expect(statesOf(part.items)).toEqual({
			scene: 'skipped changed_above',
			'file:Assets/Spin.cs': 'reverted',
		})
		expect(kit.world.done).toHaveLength(2)
	})

	test('from a step on: that step and the later ones, and nothing before it', async () => {
		const kit = await RevertKit.open()
		const last = await kit.revert({ stepId: 'step-3', toEnd: true })
		expect(last).toMatchObject({ stepId: 'step-3', toEnd: true, counts: { reverted: 1 } })
		expect(kit.world.done).toHaveLength(1)
		expect(kit.world.files.get('Assets/Spin.cs')?.now).toBe('class Spin {}')
		expect(kit.store.get(last.revertId)?.note).toContain('reverted the last steps of what you did')
		const back = await kit.revert({ revertId: last.revertId })
		expect(back).toMatchObject({ stepId: 'step-3', toEnd: true, revertOf: last.revertId })
		expect(kit.world.done).toHaveLength(2)
		const all = await kit.revert({ stepId: 'step-1', toEnd: true })
		expect(statesOf(all.items)).toEqual({ scene: 'reverted', 'file:Assets/Spin.cs': 'reverted' })
		expect(kit.world.done).toEqual([])
	})

	test('a conflict is overwritten if the user chose that for exactly what they saw', async () => {
		const kit = await RevertKit.open()
		kit.world.done.push({ id: '#7', name: 'Move Light' })
		kit.world.files.get('Assets/Spin.cs')!.now = 'mine'
		const items = await kit.preview()
		expect(statesOf(items)).toEqual({
			scene: 'conflict changed_above',
			'file:Assets/Spin.cs': 'conflict changed',
		})
		const choices = items.map(({ key, seen }) => ({ key, choice: 'overwrite' as const, seen }))
		kit.world.done.push({ id: '#8', name: 'Move Camera' })
		const stale = await kit.revert({ choices: choices as never })
		expect(statesOf(stale.items)).toEqual({
			scene: 'skipped changed_above',
			'file:Assets/Spin.cs': 'reverted',
		})
		kit.world.done.pop()
		const part = await kit.revert({ choices: choices as never })
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted' })
		expect(kit.world.done).toEqual([])
	})

	test('later changes that are undone too count in the preview, the record, the note and the restore', async () => {
		const kit = await RevertKit.open()
		kit.world.done.push({ id: '#7', name: 'Move Light' }, { id: '#8', name: 'Move Camera' })
		const [scene] = await kit.preview({ stepId: 'step-1', toEnd: true })
		expect(scene).toMatchObject({ state: 'conflict', count: 2, total: 4 })
		const choices = [{ key: 'scene', choice: 'overwrite' as const, seen: scene?.seen }]
		const part = await kit.revert({ stepId: 'step-1', toEnd: true, choices })
		const done = part.items.find(({ key }) => key === 'scene')
		expect(done).toMatchObject({ count: 4, label: 'create, rename, Move Light and 1 more' })
		expect(RevertPart.parse(part)).toEqual(part)
		const note = kit.store.get(part.revertId)?.note
		expect(note).toContain('in the scene, 4 changes: create')
		expect(note).toContain('2 later changes in Unity went with it: Move Light; Move Camera.')
		const [again] = await kit.preview({ revertId: part.revertId })
		expect(again).toMatchObject({ count: 4 })
	})

	test('what was undone with it is marked in its own answer and in others, until it is restored', async () => {
		const kit = await RevertKit.open([...TURNS, ...TURNS.slice(1)])
		const first = { id: kit.runId, messageId: kit.messageId }
		kit.run.restart()
		kit.run.post('Name it once more', 'm2')
		await kit.run.settleDown()
		kit.restart()
		kit.world.done.push({ id: `${kit.runId}.1`, name: 'rename again' })
		const step = { messageId: first.messageId, stepId: 'step-1' }
		const [scene] = await kit.preview(step)
		const choices = [{ key: 'scene', choice: 'overwrite' as const, seen: scene?.seen }]
		const part = await kit.revert({ ...step, choices })
		expect(part).toMatchObject({ direction: 'undo', also: [{ stepId: 'step-3' }] })
		const second = kit.answer().parts.at(-1) as { data: RevertPart }
		expect(RevertPart.parse(second.data)).toEqual(second.data)
		expect(second.data).toMatchObject({
			revertId: part.revertId,
			messageId: first.messageId,
			elsewhere: true,
			also: [{ stepId: 'step-1' }],
			items: [],
		})
		expect(second.data.stepId).toBeUndefined()
		const back = await kit.revert({ messageId: first.messageId, revertId: part.revertId })
		expect(back).toMatchObject({ direction: 'redo', also: [{ stepId: 'step-3' }] })
		expect(kit.answer().parts.at(-1)).toMatchObject({
			data: { elsewhere: true, direction: 'redo', revertOf: part.revertId },
		})
		// The last run is the other one.
		expect(kit.listed).toHaveLength(2)
	})

	test('the scene changes between the preview and the undo: it is left alone', async () => {
		const kit = await RevertKit.open()
		kit.room = (request) => {
			if (request.call.callId.endsWith('.scene')) kit.world.done.push({ id: '#7', name: 'Move' })
			return kit.takes(request)
		}
		const part = await kit.revert()
		expect(statesOf(part.items)).toMatchObject({ scene: 'skipped objects_changed' })
		expect(kit.world.done).toHaveLength(3)
	})

	test('a record unknown to the editor does not stop the rest of the run from being reverted', async () => {
		const kit = await RevertKit.open()
		kit.world.done.pop()
		expect(statesOf(await kit.preview())).toMatchObject({
			scene: 'ready',
			'scene-gone': 'impossible editor_restarted',
		})
		const part = await kit.revert()
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted' })
		expect(kit.world.done).toEqual([])
	})

	test('a choice to skip is kept', async () => {
		const kit = await RevertKit.open()
		const choices = [
			{ key: 'scene', choice: 'skip' },
			{ key: 'file:Assets/Spin.cs', choice: 'skip' },
		] as const
		const part = await kit.revert({ choices: [...choices] })
		expect(statesOf(part.items)).toEqual({
			scene: 'skipped not_chosen',
			'file:Assets/Spin.cs': 'skipped not_chosen',
		})
		expect(part.state).toBe('done')
		expect(kit.world.files.get('Assets/Spin.cs')?.now).toBe('class Spin {}')
	})

	test('the file of an open scene is not reverted: Unity would open a dialog', async () => {
		const kit = await RevertKit.open()
		kit.world.openScenes = ['Assets/A.unity']
		kit.world.files.set('Assets/A.unity', { before: 'old', after: 'new', now: 'new' })
		expect(statesOf(await kit.preview())).toMatchObject({
			'file:Assets/A.unity': 'impossible open_scene',
		})
		const part = await kit.revert()
		expect(statesOf(part.items)).toMatchObject({ 'file:Assets/A.unity': 'impossible open_scene' })
		expect(kit.world.files.get('Assets/A.unity')?.now).toBe('new')
	})

	test('Unity is closed, or was restarted: the files are reverted, the scene says why it is not', async () => {
		const kit = await RevertKit.open()
		kit.world.editorUp = false
		const closed = await kit.revert()
		expect(statesOf(closed.items)).toEqual({
			scene: 'impossible editor_away',
			'file:Assets/Spin.cs': 'reverted',
		})
		kit.world.editorUp = true
		kit.world.done = []
		expect(statesOf(await kit.preview())).toEqual({
			scene: 'impossible editor_restarted',
			'file:Assets/Spin.cs': 'unchanged',
		})
	})

	test('effects beyond scenes and files are named', async () => {
		const input = { action: 'add', package_id: 'com.unity.cinemachine' }
		const kit = await RevertKit.open([
			callsTools([{ id: 't0', name: 'find_tools', input: { query: 'packages' } }]),
			callsTools([{ id: 't1', name: 'unity_packages', input }]),
			says('Installed.'),
		])
		expect(kit.begin()).toEqual({ ok: false, reason: 'run_active' })
		kit.run.restart()
		kit.run.machine.calls.answer(`${kit.runId}.3.0`, { approved: true, scope: 'once' }, ONE)
		await kit.run.settleDown()
		kit.restart()
		kit.world.done = []
		expect(await kit.preview()).toMatchObject([
			{
				kind: 'effect',
				state: 'impossible',
				reason: 'outside',
				label: expect.stringContaining('Package'),
			},
		])
	})
})

describe('restoring a reverted run', () => {
	test('files first, then the scene; and back and forth again', async () => {
		const kit = await RevertKit.open()
		const first = await kit.revert()
		const second = await kit.revert({ revertId: first.revertId })
		expect(second).toMatchObject({
			state: 'done',
			revertOf: first.revertId,
			counts: { reverted: 2 },
		})
		expect(kit.world.executions.slice(-4)).toEqual(
			['look', 'files', 'refresh', 'scene'].map((kind) => `${second.revertId}.${kind}`),
		)
		expect(kit.world.done.map(({ name }) => name)).toEqual(['create', 'rename'])
		expect(kit.world.files.get('Assets/Spin.cs')?.now).toBe('class Spin {}')
		expect(kit.answer().parts.at(-2)).toMatchObject({ data: { revertedBy: second.revertId } })
		await kit.revert({ revertId: second.revertId })
		expect(kit.world.done).toEqual([])
		expect(kit.listed).toEqual(['reverted', 'none', 'reverted'])
	})
})

describe('restoring what needs an earlier change back', () => {
	test('says so in true words, and counts it', async () => {
		const kit = await RevertKit.open()
		const last = await kit.revert({ stepId: 'step-3' })
		await kit.revert({ stepId: 'step-1' })
		const [scene] = await kit.preview({ revertId: last.revertId })
		expect(scene).toMatchObject({
			state: 'conflict',
			text: 'An earlier change that is also undone would be restored with it.',
			total: 2,
		})
		const choices = [{ key: 'scene', choice: 'overwrite' as const, seen: scene?.seen }]
		const back = await kit.revert({ revertId: last.revertId, choices })
		expect(back).toMatchObject({ direction: 'redo', also: [{ stepId: 'step-1' }] })
		const shown = kit.answer()
		// Only in part: its script is still in the trash.
		expect(isReverted(shown, 'step-1')).toBe(false)
		expect(isReverted(shown, 'step-3')).toBe(false)
	})
})

describe('a revert and a run exclude each other', () => {
	test('a revert does not start during a run or another revert', async () => {
		const kit = await RevertKit.open()
		kit.room = () => waiting
		const first = kit.begin({ requestId: 'req-1' })
		expect(first.ok).toBe(true)
		expect(kit.begin()).toEqual({ ok: false, reason: 'revert_active' })
		expect(kit.begin({ requestId: 'req-1' })).toEqual(first)
		kit.machine.stop()
		kit.run.restart()
		kit.restart()
		kit.run.post('More', 'm2')
		expect(kit.begin()).toEqual({ ok: false, reason: 'run_active' })
	})

	test('an answer, step or revert that does not exist is reported as such', async () => {
		const kit = await RevertKit.open()
		expect(kit.begin({ messageId: 'msg_none' })).toEqual({ ok: false, reason: 'not_found' })
		expect(kit.begin({ stepId: 'step-9' })).toEqual({ ok: false, reason: 'nothing' })
		expect(kit.begin({ revertId: 'rev_9999999999' })).toEqual({ ok: false, reason: 'not_found' })
	})
})

describe('the model', () => {
	test('is notified in the next run, and the note keeps its place', async () => {
		const kit = await RevertKit.open()
		await kit.revert()
		kit.run.restart()
		kit.run.post('And now?', 'm2')
		const views = [conversationView(kit.run.store, null), conversationView(kit.run.store, null)]
		expect(views[0]).toEqual(views[1])
		const note = JSON.stringify(views[0]?.at(-1)?.parts.at(-1))
		expect(note).toContain('The user reverted what you did for \\"Make a box that spins\\"')
		expect(note).toContain('Assets/Spin.cs (removed)')
		expect(views[0]?.at(-1)?.parts).toHaveLength(2)
	})

	test('is not notified of a revert that changed nothing', async () => {
		const kit = await RevertKit.open()
		await kit.revert({
			choices: [
				{ key: 'scene', choice: 'skip' },
				{ key: 'file:Assets/Spin.cs', choice: 'skip' },
			],
		})
		kit.run.restart()
		kit.run.post('And now?', 'm2')
		expect(conversationView(kit.run.store, null).at(-1)?.parts).toHaveLength(1)
	})
})

describe('a preview', () => {
	test('does not wait while the editor compiles', async () => {
		const kit = await RevertKit.open()
		kit.room = (request) =>
			request.runsOn === 'editor'
				? { ...accepted, waiting: 'Unity is compiling scripts' }
				: kit.takes(request)
		const items = await kit.preview()
		expect(statesOf(items)).toEqual({
			scene: 'impossible editor_away',
			'file:Assets/Spin.cs': 'ready',
		})
		expect(RevertPreview.shape.items.parse(items)).toEqual(items)
	})

	test('changes nothing, however often it is read', async () => {
		const kit = await RevertKit.open()
		const before = JSON.stringify([...kit.world.files, kit.world.done])
		expect(await kit.preview()).toEqual(await kit.preview())
		expect(JSON.stringify([...kit.world.files, kit.world.done])).toBe(before)
		expect(kit.store.active()).toBeNull()
	})

	test('an unreadable answer ends the revert with a message, instead of blocking the chat forever', async () => {
		const kit = await RevertKit.open()
		kit.room = (request) => {
			const { callId } = request.call
			if (!callId.endsWith('.look')) return kit.takes(request)
			queueMicrotask(() => kit.machine.settle(callId, { status: 'ok', result: {} }))
			return accepted
		}
		const part = await kit.revert()
		expect(part).toMatchObject({ state: 'failed', text: expect.stringContaining('internal error') })
		expect(kit.store.active()).toBeNull()
		expect(kit.machine.nextAlarm()).toBeNull()
		// The model is notified in the next run.
		expect(kit.store.get(part.revertId)?.note).toContain('stopped halfway')
	})
})
