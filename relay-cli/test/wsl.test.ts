/** Unity on Windows, and the relay in Linux inside it: the kernel's name is all that is made up. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Cleanups } from './kit/support.ts'

vi.hoisted(() => {
	process.env['WSL_DISTRO_NAME'] = 'Ubuntu'
})
vi.mock('node:os', async (original) => ({
	...(await original<typeof import('node:os')>()),
	release: () => '6.6.87.2-microsoft-standard-WSL2',
}))

const { RelayBench } = await import('./kit/relay-bench.ts')

let bench: InstanceType<typeof RelayBench>
const cleanups = new Cleanups()

beforeEach(() => {
	bench = cleanups.add(new RelayBench(), (made) => made.end())
})
afterEach(() => cleanups.run())

it.runIf(process.platform === 'linux')(
	'an editor that names its folder as Windows does gets the seat of that folder, and finds the replies folder',
	async () => {
		const { addLink } = await import('../src/home/links.ts')
		const room = await bench.room()
		await addLink('/mnt/c/Games/Maze', room.link, bench.home)
		await bench.start()
		await room.hello()
		const editor = bench.editor('C:\\Games\\Maze')
		const { replies } = await editor.connect(bench.relay)
		expect(bench.relay.status().editors).toMatchObject([
			{ projectPath: '/mnt/c/Games/Maze', phase: 'ready', project: { projectId: room.projectId } },
		])
		const home = bench.home.replaceAll('/', '\\')
		expect(replies?.folder).toBe(`\\\\wsl.localhost\\Ubuntu${home}\\replies`)
	},
)

it('an editor of Linux keeps its names', async () => {
	const path = await bench.project('Game')
	await bench.start()
	const { replies } = await bench.editor(path).connect(bench.relay)
	expect(replies?.folder).toBe(`${bench.home}/replies`)
})
