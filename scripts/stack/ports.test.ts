import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isFree } from './ports.ts'

test('a free port is below those of outgoing connections, which may take it before it is used', async () => {
	const ports = await Promise.all(Array.from({ length: 50 }, freePort))
	expect(ports.filter((port) => port < 1_024 || port >= 32_768)).toEqual([])
	// Two that look for one at the same time seldom meet.
	expect(new Set(ports).size).toBeGreaterThan(40)
})

test('a port with a listener is not free', async () => {
	const port = await freePort()
	const server = createServer()
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(port, '127.0.0.1', resolve),
	)
	expect(await isFree(port)).toBe(false)
	await new Promise((resolve) => server.close(resolve))
	expect(await isFree(port)).toBe(true)
})
