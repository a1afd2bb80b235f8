/** `fairlead open` through Unity's own command line. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runUnityCommand } from '../src/unity/start-editor.ts'
import { FakeUnity } from './fakes/fake-unity.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let unity: FakeUnity
let path: string
beforeEach(async () => {
	bench = new RelayBench()
	unity = new FakeUnity(bench.folder)
	path = await bench.project('Game')
})
afterEach(() => bench.end())

const open = (env: Record<string, string> = {}) =>
	runFairlead(['open', path], { FAIRLEAD_HOME: bench.home, NO_COLOR: '1', ...unity.env, ...env })

it('a program is asked for the project, and gets none of our secrets', async () => {
	const secrets = { FAIRLEAD_TOKEN: 'x', FAIRLEAD_SETUP_TOKEN: 'x' }
	expect(await open(secrets)).toMatchObject({
		code: 0,
		stdout: expect.stringContaining(`Started Unity with ${path}`),
	})
	const [opened] = unity.opened()
	expect(opened?.project).toBe(path)
	expect(opened?.env).not.toContain('FAIRLEAD_TOKEN')
	expect(opened?.env).not.toContain('FAIRLEAD_SETUP_TOKEN')
})

it('a program that cannot open the project is shown with its words, and how else to open it', async () => {
	const words = 'Editor 6000.3.0f1 is not installed.'
	unity.misbehaves({ do: 'fail', exitCode: 4, words })
	expect(await open()).toMatchObject({
		code: 1,
		stdout: '',
		stderr: expect.stringMatching(
			/failed \(exit code 4\): Editor 6000\.3\.0f1 is not installed\. Open the project from Unity Hub\./,
		),
	})
	unity.misbehaves({ do: 'die' })
	expect((await open()).stderr).toContain('failed (ended by SIGKILL). Open the project')
})

it('a program that stays as long as its editor is not waited for', async () => {
	unity.misbehaves({ do: 'stay' })
	const plan = { by: 'unity-command', program: unity.command, args: ['open', path] } as const
	const env = { ...process.env, ...unity.env }
	await expect(runUnityCommand(plan, env, 500)).resolves.toEqual({ pid: null })
	for (const { pid } of unity.opened()) process.kill(pid)
})

it('a command line that cannot be started is said to be none', async () => {
	const plan = { by: 'unity-command', program: bench.folder, args: ['open', path] } as const
	await expect(runUnityCommand(plan, process.env)).rejects.toThrow('could not be started')
})
