/** One stack per state folder: two runtimes on one SQLite file would destroy it. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { isFree } from './ports.ts'

const Holder = z.object({ pid: z.number().int().positive(), port: z.number().int() })
type Holder = z.infer<typeof Holder>

/** A starting stack does not listen yet; one this old does, or its process id now belongs to another program. */
const STARTING_MS = 120_000

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		// EPERM: it runs as another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

/** The stack that holds the folder, if it still runs. */
async function holderOf(file: string): Promise<Holder | null> {
	let holder: Holder
	let age: number
	try {
		holder = Holder.parse(JSON.parse(await readFile(file, 'utf8')))
		age = Date.now() - (await stat(file)).mtimeMs
	} catch {
		return null
	}
	if (!isAlive(holder.pid)) return null
	return age < STARTING_MS || !(await isFree(holder.port)) ? holder : null
}

/**
 * Takes the folder for this process.
 * @returns a function that releases it
 * @throws if a running stack holds it
 */
export async function takeLock(file: string, port: number): Promise<() => Promise<void>> {
	await mkdir(dirname(file), { recursive: true })
	const mine = JSON.stringify({ pid: process.pid, port })
	for (;;) {
		try {
			await writeFile(file, mine, { flag: 'wx' })
			return () => rm(file, { force: true })
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		}
		const holder = await holderOf(file)
		if (holder !== null) {
			throw new Error(
				`Fairlead is already running here, on port ${holder.port} (process ${holder.pid}). ` +
					'Use it, or stop it first.',
			)
		}
		await rm(file, { force: true })
	}
}
