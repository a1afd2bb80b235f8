/** The official client drives `fairlead mcp`, without a server, and with the simulated editor as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMcp } from '../../relay-cli/test/kit/mcp-kit.ts'
import { MAIN, runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { Cleanups, makeUnityProject, temporaryFolder } from '../../relay-cli/test/kit/support.ts'

const SCRIPT = 'Assets/Scripts/Spin.cs'
const BROKEN =
	'using UnityEngine;\npublic class Spin : MonoBehaviour\n{\n\tpublic float speed = 90f\n}\n'

let cleanups: Cleanups
let home: string
let project: string
beforeEach(() => {
	cleanups = new Cleanups()
	const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
	home = join(path, 'home')
	project = makeUnityProject(path, 'Game')
})
afterEach(() => cleanups.run())

function simulate(): void {
	const child: ChildProcess = spawn(process.execPath, [MAIN, 'simulate', project], {
		env: { ...process.env, FAIRLEAD_HOME: home },
		stdio: 'ignore',
	})
	cleanups.add(child, async () => {
		if (child.exitCode !== null || !child.kill('SIGTERM')) return
		await once(child, 'close')
	})
}

const connect = async (): Promise<Client> =>
	(await startMcp(cleanups, { home, cwd: project })).client

/** The tool's answer. @throws with its error */
async function use(client: Client, name: string, args: Record<string, unknown>): Promise<unknown> {
	const result = await client.callTool({ name, arguments: args })
	if (result.isError) throw new Error(JSON.stringify(result.content))
	return result.structuredContent
}

const found = async (client: Client, name: string): Promise<unknown> =>
	use(client, 'unity_query', { action: 'find', name })

test('a change in the scene is reverted by "fairlead mcp revert"', async () => {
	const client = await connect()
	simulate()
	await use(client, 'unity_hierarchy', { action: 'create', name: 'Kept' })
	await use(client, 'unity_hierarchy', { action: 'create', name: 'Turner' })
	expect(await found(client, 'Turner')).toMatchObject({ total: 1 })
	const reverted = await runFairlead(['mcp', 'revert'], { FAIRLEAD_HOME: home })
	expect(reverted).toMatchObject({ code: 0, stdout: expect.stringContaining('Undone: ') })
	expect(await found(client, 'Turner')).toMatchObject({ total: 0 })
	expect(await found(client, 'Kept')).toMatchObject({ total: 1 })
})

test('a project in Safe Mode is mended through files, and the next call runs', async () => {
	await mkdir(join(project, 'Assets', 'Scripts'), { recursive: true })
	await writeFile(join(project, SCRIPT), BROKEN)
	simulate()
	const client = await connect()
	const create = { action: 'create', name: 'Turned' }
	await expect(use(client, 'unity_hierarchy', create)).rejects.toThrow(/Safe Mode.*CS1002/s)
	expect(await use(client, 'read_editor_log', {})).toMatchObject({
		state: 'safe_mode',
		errorCount: 1,
		errors: [{ file: SCRIPT, line: 4 }],
	})
	const edits = [{ find: 'speed = 90f', replace: 'speed = 90f;' }]
	await use(client, 'read_file', { path: SCRIPT })
	await use(client, 'edit_file', { path: SCRIPT, edits })
	// Sent at once: it waits until Unity has compiled.
	await use(client, 'unity_hierarchy', create)
	expect(await found(client, 'Turned')).toMatchObject({ total: 1 })
})
