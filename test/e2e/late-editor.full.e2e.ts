/** Relay up, Unity closed: requests wait visibly, and run once when Unity is opened. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openProject } from '@fairlead/simulator/project/create-project'
import { beforeAll, expect, test } from 'vitest'
import { RELAY_MAIN } from '../../scripts/paths.ts'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { Service } from '../../scripts/stack/service.ts'
import { projectFolderIn, type Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'
import { ownStack } from './stack-kit.ts'

let dir: string
let stack: Stack
let editor: Service | null = null
beforeAll(async () => {
	const own = await ownStack(async (folder) => {
		// A folder without a Unity project would be one that needs no editor.
		await openProject(projectFolderIn(folder))
		return { editor: 'none' }
	})
	;({ stack, dir } = own)
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	await viewer.until((s) => s.relays.length === 1 && s.editors[0]?.phase === 'gone')
	viewer.close()
	return async () => {
		await editor?.end()
		await own.close()
	}
})

test('a run that began while Unity was closed continues when it is opened, each call once', async () => {
	const ledger = join(dir, 'ledger')
	const chat = await ChatClient.open(stack)
	const posted = await chat.post('create a cube named Patient at 0 1 0')
	const { frames, message } = await chat.follow(posted, {
		onFrame: (frame) => {
			if (editor || !frame.includes('"data-wait"')) return
			editor = new Service(
				{
					name: 'the editor',
					file: RELAY_MAIN,
					args: ['simulate', stack.projectFolder, '--ledger', ledger],
					env: { ...process.env, FAIRLEAD_HOME: stack.home },
					onOutput: () => undefined,
				},
				{ restarts: 0, onCrash: () => undefined },
			)
			editor.start()
		},
	})
	expect(frames).toContain('"reason":"Unity is closed"')
	expect(message.metadata).toMatchObject({ state: 'completed' })
	expect(toolParts(message).map((part) => part.state)).not.toContain('output-error')
	const ids = (await readFile(ledger, 'utf8'))
		.split(/\r?\n/)
		.flatMap((line) => line.split(' ')[0] || [])
	expect(ids.length).toBeGreaterThan(0)
	expect(new Set(ids).size).toBe(ids.length)
})
