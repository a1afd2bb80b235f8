/** Three editors in one project: calls reach the target only, and switching reconnects nothing. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Child } from '../../scripts/children.ts'
import { RELAY_MAIN } from '../../scripts/paths.ts'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { pairFolder } from '../../scripts/stack/pairing.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient } from './chat-client.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	const others: Child[] = []
	const [project] = await stack.owner.projects()
	if (!project) throw new Error('no project')
	for (const name of ['second', 'third']) {
		const folder = join(own.dir, name)
		const child = new Child({
			name,
			file: RELAY_MAIN,
			args: ['simulate', folder],
			env: { ...process.env, FAIRLEAD_HOME: stack.home },
		})
		others.push(child)
		await pairFolder({
			owner: stack.owner,
			project,
			home: stack.home,
			folder,
			origin: stack.origin,
		})
	}
	return async () => {
		for (const child of others) await child.end()
		await own.close()
	}
})

test('calls reach the target only; switching it reconnects nothing', async () => {
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	const state = await viewer.until(
		(s) => s.editors.filter((editor) => editor.phase === 'ready').length === 3,
		60_000,
	)
	const connSeqs = () =>
		viewer.state.editors.map((e) => [e.editorKey, e.process?.sessionId, e.process?.connSeq])
	const before = connSeqs()
	for (const editor of state.editors) {
		await viewer.setTarget(editor.editorKey)
		const chat = await ChatClient.open(stack)
		await chat.ask(`create a cube named Only-${editor.name}`)
	}
	for (const editor of state.editors) {
		await viewer.setTarget(editor.editorKey)
		const outcome = await viewer.read('unity_query', { action: 'find', name: 'Only-' })
		if (outcome.status !== 'ok') throw new Error(outcome.error.message)
		const { objects } = outcome.result as { objects: { name: string }[] }
		expect(objects.map((object) => object.name)).toEqual([`Only-${editor.name}`])
	}
	expect(connSeqs()).toEqual(before)
	viewer.close()
})
