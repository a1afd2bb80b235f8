import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder, until } from '../../../test/kit/support.ts'
import type { RunningProcess } from '../../unity/machine.ts'
import { thisMachine } from '../../unity/this-machine.ts'
import { claudeProcesses, isClaude, type ProcessPorts, systemPorts } from './claude-processes.ts'
import { registeredSessions } from './registry.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

const ports = (given: Partial<ProcessPorts>): ProcessPorts => ({
	platform: 'linux',
	processes: async () => [],
	folderOf: async () => null,
	output: async () => '',
	...given,
})

describe('processes of Claude Code', () => {
	it.each<[boolean, RunningProcess['command']]>([
		[true, ['claude']],
		[true, ['/usr/local/bin/claude', '--resume', 'x']],
		[true, ['/usr/bin/node', '/home/a/.npm/bin/claude']],
		[true, ['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js']],
		[true, '/opt/homebrew/bin/claude --continue'],
		[false, '/Applications/Claude.app/Contents/MacOS/Claude'],
		[false, ['vim', 'claude.md']],
		[false, ['/usr/bin/node', 'claude-mock.js']],
		[false, []],
	])('%s: %j', (expected, command) => {
		expect(isClaude({ pid: 1, command })).toBe(expected)
	})

	it('run in the folders that Linux tells', async () => {
		const processes = async () => [
			{ pid: 1, command: ['claude'] },
			{ pid: 2, command: ['bash'] },
			{ pid: 3, command: ['claude'] },
		]
		const folderOf = async (pid: number) => (pid === 3 ? null : `/w/${pid}`)
		expect(await claudeProcesses(ports({ processes, folderOf }))).toEqual({
			kind: 'folders',
			folders: ['/w/1'],
		})
	})

	it('run in the folders that lsof tells on macOS', async () => {
		const asked: string[][] = []
		const found = await claudeProcesses(
			ports({
				platform: 'darwin',
				processes: async () => [{ pid: 5, command: '/opt/homebrew/bin/claude' }],
				output: async (program, args) => {
					asked.push([program, ...args])
					return 'p5\nfcwd\nn/Users/ada/My Game\n'
				},
			}),
		)
		expect(found).toEqual({ kind: 'folders', folders: ['/Users/ada/My Game'] })
		expect(asked).toEqual([['/usr/sbin/lsof', '-a', '-d', 'cwd', '-p', '5', '-Fn']])
	})

	it('are only counted on Windows', async () => {
		const counted = (text: string) =>
			claudeProcesses(ports({ platform: 'win32', output: async () => text }))
		expect(await counted('2\r\n')).toEqual({ kind: 'count', count: 2 })
		expect(await counted('0\r\n')).toEqual({ kind: 'count', count: 0 })
		expect(await counted('nonsense')).toBeNull()
	})

	it('are unknown where the system does not say', async () => {
		const fails = async () => Promise.reject(new Error('no'))
		for (const platform of ['linux', 'darwin', 'win32'] as const) {
			const broken = ports({ platform, processes: fails, output: fails })
			expect(await claudeProcesses(broken)).toBeNull()
		}
		expect(await claudeProcesses(ports({ processes: async () => null }))).toBeNull()
	})

	it.skipIf(process.platform !== 'linux')('are found on this computer', async () => {
		const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		const args = ['-e', 'setInterval(() => {}, 1000)']
		const child = spawn(process.execPath, args, { argv0: 'claude', cwd: folder })
		cleanups.add(child, async (made) => {
			made.kill()
			await once(made, 'exit')
		})
		const here = systemPorts(thisMachine())
		await until('the process', async () => {
			const found = await claudeProcesses(here)
			return found?.kind === 'folders' && found.folders.includes(realpathSync(folder))
		})
	})
})

describe('the registry', () => {
	const now = Date.now()
	const folder = () => {
		const claude = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		mkdirSync(join(claude, 'sessions'))
		return claude
	}
	const write = (claude: string, name: string, value: unknown) =>
		writeFileSync(
			join(claude, 'sessions', name),
			typeof value === 'string' ? value : JSON.stringify(value),
		)

	it('tells the sessions of processes that run', async () => {
		const claude = folder()
		const one = { pid: process.pid, sessionId: 's1', cwd: '/w', startedAt: now - 1_000 }
		write(claude, `${process.pid}.json`, { ...one, status: 'waiting', waitingFor: 'approve Bash' })
		expect(await registeredSessions(claude, now)).toEqual([
			{
				pid: process.pid,
				sessionId: 's1',
				cwd: '/w',
				state: 'waiting',
				waitingFor: 'approve Bash',
				at: expect.any(Number),
			},
		])
	})

	it('is not believed where a process has ended, or is another since', async () => {
		const claude = folder()
		// Above the highest number that a system gives.
		write(claude, '1.json', { pid: 2 ** 30, sessionId: 'ended', startedAt: now })
		write(claude, '2.json', { pid: process.pid, sessionId: 'before the start', startedAt: 1_000 })
		write(claude, '3.json', 'no json')
		write(claude, '4.json', [])
		write(claude, '5.json', { pid: 'x', sessionId: 5 })
		write(claude, 'other.json', { pid: process.pid, sessionId: 'x' })
		write(claude, '6.json', { pid: process.pid, sessionId: 'new', status: 'dancing', cwd: 3 })
		expect(await registeredSessions(claude, now)).toEqual([
			{
				pid: process.pid,
				sessionId: 'new',
				cwd: null,
				state: null,
				waitingFor: '',
				at: expect.any(Number),
			},
		])
	})

	it('is missing in older versions', async () => {
		const claude = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		expect(await registeredSessions(claude, now)).toBeNull()
	})
})
