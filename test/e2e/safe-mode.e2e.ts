/**
 * Unity opens a project with a compile error: it enters Safe Mode, and no package connects. The agent reads the
 * errors and fixes the file through the relay; then Unity compiles, the package connects, and the run continues.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { EDITOR } from './editor-kind.ts'
import { openReplay, type Replay } from './replay-kit.ts'
import { objectsNamed } from './stack-kit.ts'

const SCRIPT = 'Assets/Scripts/Spin.cs'
const BROKEN =
	'using UnityEngine;\npublic class Spin : MonoBehaviour\n{\n\tpublic float speed = 90f\n}\n'
const WAIT_MS = 120_000

let replay: Replay
let viewer: RoomViewer
beforeAll(async () => {
	replay = await openReplay()
	const { stack } = replay
	viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	return async () => {
		viewer.close()
		await replay.close()
	}
})

describe(`the editor "${EDITOR}" is opened with a compile error`, () => {
	test('its page says Safe Mode, and the agent mends it through files alone', async () => {
		const { stack } = replay
		await stack.editor?.kill()
		await mkdir(join(stack.projectFolder, 'Assets', 'Scripts'), { recursive: true })
		await writeFile(join(stack.projectFolder, SCRIPT), BROKEN)
		stack.editor?.start()
		const seen = await viewer.until(
			({ editors }) => editors[0]?.outside?.state === 'safe_mode',
			WAIT_MS,
		)
		expect(seen.editors[0]).toMatchObject({
			phase: 'gone',
			outside: { errorCount: 1, errors: [{ file: SCRIPT, line: 4, code: 'CS1002' }] },
		})

		const create = { action: 'create', name: 'Turner' }
		const edits = [{ find: 'speed = 90f', replace: 'speed = 90f;' }]
		const [refused, log, script, edited, compiled, created] = await replay.run([
			[['unity_hierarchy', create]],
			[['read_editor_log', {}]],
			[['read_file', { path: SCRIPT }]],
			// The refresh is sent at once: it waits until Unity has compiled, and does not get the old errors again.
			[
				['edit_file', { path: SCRIPT, edits }],
				['unity_refresh', { watched_scripts: ['Spin'] }],
			],
			[['unity_hierarchy', { ...create, name: 'Turned' }]],
		])
		expect(refused?.failed).toBe(true)
		expect(refused?.text).toContain('Safe Mode')
		expect(refused?.text).toContain('CS1002')
		expect(log?.json).toMatchObject({ state: 'safe_mode', errorCount: 1 })
		expect(script?.text).toContain('speed = 90f')
		expect(edited?.failed).toBe(false)
		expect(compiled?.failed).toBe(false)
		expect(compiled?.json).toMatchObject({ hasErrors: false, watchedScripts: { found: ['Spin'] } })
		expect(created?.failed).toBe(false)
		expect(await objectsNamed(stack, 'Turned')).toBe(1)
		expect(await objectsNamed(stack, 'Turner')).toBe(0)
		const after = await viewer.until(({ editors }) => editors[0]?.phase === 'ready', WAIT_MS)
		expect(after.editors[0]?.outside).toBeUndefined()
	})
})
