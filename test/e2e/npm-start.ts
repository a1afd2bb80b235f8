/** `npm start`, in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { ROOT } from '../../scripts/paths.ts'
import { Owner } from '../../scripts/stack/owner.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import type { Server } from './chat-client.ts'

/** A start makes the database, bundles the Worker and waits for all its parts, on a machine that may be busy. */
export const START = { timeout: 180_000, interval: 100 }
export const START_TEST_MS = 240_000
export const SETUP_TOKEN = 'a-fixed-token-of-a-test'

export interface NpmStart {
	readonly child: ChildProcess
	/** The whole output of the start. */
	readonly output: () => string
}

const started: ChildProcess[] = []

/** @param dir its state folder */
export function npmStart(
	dir: string,
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
): NpmStart {
	const child = spawn(
		process.execPath,
		[join(ROOT, 'scripts', 'run.mjs'), 'scripts/start.ts', '--state', dir, '--no-open', ...args],
		{ cwd: ROOT, env: { ...process.env, FAIRLEAD_SETUP_TOKEN: SETUP_TOKEN, ...env } },
	)
	started.push(child)
	let output = ''
	const take = (chunk: Buffer): void => {
		output += chunk
	}
	child.stdout.on('data', take)
	child.stderr.on('data', take)
	return { child, output: () => output }
}

/** Starts it on a free port; resolves when it offers its sign-in link. */
export async function npmStartReady(
	dir: string,
	args: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<NpmStart & { readonly port: number; readonly pid: number }> {
	const port = await freePort()
	const start = npmStart(dir, ['--port', String(port), ...args], env)
	await vi.waitFor(() => {
		if (start.child.exitCode !== null) throw new Error(`It ended.\n${start.output()}`)
		expect(start.output()).toContain('Sign in here')
	}, START)
	return { ...start, port, pid: start.child.pid ?? 0 }
}

/**
 * Starts it with nothing but these variables and signs in, as a person does by the printed link.
 * @returns with `stop`, which is Ctrl-C
 */
export async function npmStartedServer(
	dir: string,
	env: NodeJS.ProcessEnv,
): Promise<Server & { readonly stop: () => Promise<void> }> {
	const { child, port } = await npmStartReady(dir, [], env)
	const origin = `http://localhost:${port}`
	const owner = await Owner.signIn(origin, SETUP_TOKEN)
	const [project] = await owner.projects()
	if (project === undefined) throw new Error('It has made no project.')
	return {
		origin,
		owner,
		projectId: project.id,
		stop: async () => {
			const ended = once(child, 'exit')
			child.kill('SIGINT')
			await ended
		},
	}
}

/** Ends processes that a failed test left, when called in `afterEach`. */
export function killStarted(): void {
	for (const child of started.splice(0)) child.kill('SIGKILL')
}
