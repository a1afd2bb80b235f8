import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.ts'
import { freePort } from './ports.ts'

let folder: string
let file: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-lock-'))
	file = join(folder, 'stack.lock')
})
afterEach(() => rm(folder, { recursive: true }))

test('a second start in the same folder says where the first one runs', async () => {
	const release = await takeLock(file, 8787)
	await expect(takeLock(file, 8788)).rejects.toThrow(/port 8787/)
	await release()
	await (await takeLock(file, 8788))()
})

test('a lock whose process is gone does not keep the user out', async () => {
	// Process ids end far below this on every platform.
	await writeFile(file, JSON.stringify({ pid: 2 ** 30, port: 8787 }))
	await (await takeLock(file, 8787))()
})

test('a lock whose process id now belongs to another program does not keep the user out', async () => {
	const port = await freePort()
	await writeFile(file, JSON.stringify({ pid: process.pid, port }))
	const old = new Date(Date.now() - 3_600_000)
	await utimes(file, old, old)
	await (await takeLock(file, port))()
})

test('a lock file that was cut short does not keep the user out', async () => {
	await writeFile(file, '{"pid":')
	await (await takeLock(file, 8787))()
})
